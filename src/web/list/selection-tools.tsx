import { useAtomValue } from 'jotai'
import type { CommandId } from '../../../commands/index.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { CommandKeys } from '../commands/command-keys.tsx'
import { targetsAtom } from '../commands/targets.ts'
import { Button } from '../ui/button.tsx'

interface SelectionToolsProps {
  count: number
  /** The commands offered for the selected rows. */
  ids: readonly CommandId[]
  onClear(): void
}

/**
 * Commands for the selected rows, after a list's title. Rendered even without a selection, because screen readers
 * announce a status only if its element existed before its text.
 */
export function SelectionTools({ count, ids, onClear }: SelectionToolsProps) {
  return (
    <>
      <span role="status" title="Another page or filter clears the selection" className="text-fg-2 tabular">
        {count > 0 && `${count} selected`}
      </span>
      {count > 0 && <SelectionButtons ids={ids} onClear={onClear} />}
    </>
  )
}

function SelectionButtons({ ids, onClear }: Pick<SelectionToolsProps, 'ids' | 'onClear'>) {
  const { peek } = useAtomValue(targetsAtom)
  return (
    <>
      <i aria-hidden="true" className="mx-1 h-4 w-px bg-line" />
      {ids.map((id) => (
        <CommandButton key={id} id={id} />
      ))}
      <Button variant="quiet" className="-mr-[5px]" onClick={onClear}>
        Clear
        {!peek && <CommandKeys id="selection.clear" />}
      </Button>
    </>
  )
}
