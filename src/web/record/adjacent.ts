/**
 * The record that follows the given ones in a reloaded list. Records added or removed since may have moved page
 * boundaries, so this is the record after the last given one that is still in the list; null at the end of the list.
 */
export function recordAfter(ids: readonly string[], fresh: readonly string[]): string | null {
  const known = new Set(ids)
  const last = ids.findLast((id) => fresh.includes(id))
  const start = last === undefined ? 0 : fresh.indexOf(last) + 1
  return fresh.slice(start).find((id) => !known.has(id)) ?? null
}

/** The record before the given ones; like `recordAfter`, in the other direction. */
export function recordBefore(ids: readonly string[], fresh: readonly string[]): string | null {
  return recordAfter(ids.toReversed(), fresh.toReversed())
}
