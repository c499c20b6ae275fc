/**
 * The record after some records of a list that was loaded again: records added or removed since may have moved the
 * boundary between two pages. Counted from the last of them that is still in the list; null at the end of the list.
 */
export function recordAfter(ids: readonly string[], fresh: readonly string[]): string | null {
  const known = new Set(ids)
  const last = ids.findLast((id) => fresh.includes(id))
  const start = last === undefined ? 0 : fresh.indexOf(last) + 1
  return fresh.slice(start).find((id) => !known.has(id)) ?? null
}

/** The record before them. */
export function recordBefore(ids: readonly string[], fresh: readonly string[]): string | null {
  return recordAfter(ids.toReversed(), fresh.toReversed())
}
