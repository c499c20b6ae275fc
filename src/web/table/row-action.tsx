import type { CommandId } from '../../../commands/index.ts'
import { CommandButton } from '../commands/command-button.tsx'

/** Lower than other buttons and without an icon, to fit into a row of 28 px. */
const LOOK =
  'h-6 rounded-s border-0 pr-0.5 pl-[7px] text-small font-medium text-accent-ink sm:has-[>[data-keys]:last-child]:pr-0.5 [&>.lucide]:hidden'

/** The main action of the active row of a list, with its key. */
export function RowAction({ id, label }: { id: CommandId; label: string }) {
  return <CommandButton id={id} label={label} variant="quiet" tabIndex={-1} className={LOOK} />
}
