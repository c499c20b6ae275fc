import { CommandButton } from '../commands/command-button.tsx'

/** '3 new' beside the heading of a list, which loads them. Nothing moves until the user presses it. */
export function NewRowsButton({ count }: { count: number }) {
  return (
    // Rendered even without new rows, because screen readers announce a status only if its element existed before.
    <span role="status">
      {count > 0 && <CommandButton id="list.take-new" variant="quiet" label={`${count} new`} />}
    </span>
  )
}
