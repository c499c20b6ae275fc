import type { CommandContext } from '../../../commands/engine/context.ts'
import type { CommandId } from '../../../commands/index.ts'
import { CommandButton } from '../commands/command-button.tsx'

/** Lower than other buttons and without an icon, to fit into a row of 28 px. */
const LOOK =
  'rounded-s! border-0! pr-0.5 pl-[7px] text-small font-medium not-aria-disabled:text-accent-ink sm:h-6 sm:has-[>[data-keys]:last-child]:pr-0.5! [&>.lucide]:hidden [tr:not([data-active])_&>[data-keys]]:hidden'

interface RowActionProps {
  id: CommandId
  label: string
  /** The record of the row, which may be under the pointer and not active. */
  targets: CommandContext['targets']
}

/** The main action of a row of a list. Its key is shown in the active row only, because it acts on that one. */
export function RowAction({ id, label, targets }: RowActionProps) {
  return (
    <CommandButton id={id} targets={targets} label={label} variant="quiet" tabIndex={-1} className={LOOK} />
  )
}
