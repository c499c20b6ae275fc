/** Both databases accept at least this many values in one statement. */
const MOST_VALUES = 32_000

/** Splits rows into lots that fit into one statement. */
export function lotsOf<Row extends object>(rows: readonly Row[]): Row[][] {
  const widest = rows.reduce((most, row) => Math.max(most, Object.keys(row).length), 1)
  const size = Math.floor(MOST_VALUES / widest)
  const lots: Row[][] = []
  for (let start = 0; start < rows.length; start += size) lots.push(rows.slice(start, start + size))
  return lots
}
