import { useAtomValue } from 'jotai'
import { CommandButton } from '../command-ui/command-button.tsx'
import { CommandKeys } from '../command-ui/command-keys.tsx'
import { targetsAtom } from '../command-ui/targets.ts'
import { Button } from '../ui/button.tsx'

interface SelectionToolsProps {
  count: number
  /** The commands offered for the selected rows. */
  ids: readonly string[]
  onClear(): void
}

/** What can be done with the selected rows, at the right of a list's title. */
export function SelectionTools({ count, ids, onClear }: SelectionToolsProps) {
  const { peek } = useAtomValue(targetsAtom)
  return (
    <>
      <span
        role="status"
        title="The selection goes when another page or filter is shown"
        className="text-fg-2 tabular"
      >
        {count} selected
      </span>
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
