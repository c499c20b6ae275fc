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

/** A figure may be worse than the published one by this share. */
const WORSE = 0.2

const FIGURE = /(-?[\d,.]+) (ms|s|KiB|MiB)\b/g

/** The cells of each line of a table, without its rule. */
function linesOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| --'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const isTarget = (cell: string) => cell.includes('≤')
const figuresOf = (cell: string) =>
  Array.from(cell.matchAll(FIGURE), ([, value = '', unit = '']) => ({ value, unit }))

/** What identifies a line: its texts, and its place after the last line that is not called "the same". */
function namesOf(lines: readonly string[][]): string[] {
  let above = ''
  return lines.map((cells) => {
    const name = cells.filter((cell) => cell !== '' && figuresOf(cell).length === 0).join(' · ')
    if (/^the same/i.test(cells[0] ?? '')) return `${above} · ${name}`
    above = name
    return name
  })
}

/**
 * The figures that are worse than in a published table by more than a fifth, each with both values. Lines that only
 * one of the tables has, and targets, are not compared. Smaller is better for every unit.
 */
export function worseThan(published: string, measured: string): string[] {
  const before = linesOf(published)
  const names = namesOf(before)
  const lines = linesOf(measured)
  const head = lines[0] ?? []
  return namesOf(lines).flatMap((name, place) => {
    const old = before[names.indexOf(name)]
    if (place === 0 || old === undefined) return []
    return (lines[place] ?? []).flatMap((cell, column) =>
      isTarget(cell)
        ? []
        : figuresOf(cell).flatMap(({ value, unit }, index) => {
            const was = figuresOf(old[column] ?? '')[index]
            const ratio = numberIn(value) / numberIn(was?.value ?? '')
            if (was?.unit !== unit || !(ratio > 1 + WORSE)) return []
            return `${name}, ${head[column]}: ${was.value} ${unit} → ${value} ${unit} (× ${ratio.toFixed(2)})`
          }),
    )
  })
}

const numberIn = (text: string) => Number(text.replaceAll(',', '') || Number.NaN)

/** The lines that a bench prints below its table. */
export function verdict(published: string, measured: string): string {
  const worse = worseThan(published, measured)
  if (worse.length === 0) return 'No figure is worse than the published one by more than a fifth.'
  return ['Worse than published by more than a fifth:', ...worse.map((line) => `- ${line}`)].join('\n')
}
