/**
 * The one that comes after some codes in a list that was asked for again: what has come or gone since may have moved
 * the border between two pages. Counted from the last of the codes that is still there; null at the end of the list.
 */
export function after(codes: readonly string[], fresh: readonly string[]): string | null {
  const known = new Set(codes)
  const last = codes.findLast((code) => fresh.includes(code))
  const start = last === undefined ? 0 : fresh.indexOf(last) + 1
  return fresh.slice(start).find((code) => !known.has(code)) ?? null
}

/** The one that comes before them. */
export function before(codes: readonly string[], fresh: readonly string[]): string | null {
  return after(codes.toReversed(), fresh.toReversed())
}
