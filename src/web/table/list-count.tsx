/** The foot of a list without pages: how many rows there are. */
export function ListCount({ count }: { count: number | null }) {
  return (
    <footer className="flex h-9 shrink-0 items-center border-t border-line px-4 text-small text-fg-3 tabular">
      <span role="status">{count !== null && (count === 1 ? '1 result' : `${count} results`)}</span>
    </footer>
  )
}
