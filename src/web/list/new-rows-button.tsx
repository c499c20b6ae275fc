import { CommandButton } from '../commands/command-button.tsx'

/** The button '3 new' after the heading of a list. It loads the new rows; until then no row moves. */
export function NewRowsButton({ count }: { count: number }) {
  return (
    // Rendered even without new rows, because screen readers announce a status only if its element existed before.
    <span role="status">
      {count > 0 && <CommandButton id="list.take-new" variant="quiet" label={`${count} new`} />}
    </span>
  )
}
