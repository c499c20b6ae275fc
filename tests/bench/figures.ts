/** One line of the report: the measurement, and its value as shown. */
export type Row = readonly string[]

/** The quantile (0 to 1) of sorted samples. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export interface Summary {
  median: number
  p95: number
}

export function summarise(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((one, other) => one - other)
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
}

/** Formats milliseconds: `1.23 ms` below ten, otherwise whole. */
export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
}

/** @param texts number of text columns, from the left; the others contain figures */
export function table(head: Row, rows: readonly Row[], texts = 1): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, index) => (index < texts ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
