/** One line of the report: what was measured, and its value as shown. */
export type Row = readonly string[]

/** The value below which the share (0 to 1) of the sorted samples lies. */
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

/** `1.23 ms` below ten, else whole milliseconds. */
export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
}

/** @param texts how many columns, from the left, hold texts; the others hold figures */
export function table(head: Row, rows: readonly Row[], texts = 1): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, index) => (index < texts ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
