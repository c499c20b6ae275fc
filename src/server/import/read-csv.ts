import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import { LONGEST } from './cut-json.ts'
import { cellOf, ITEMS, type Raw, type RawRecord, type Unreadable, unreadable } from './kinds/raw-record.ts'

const ITEM_PREFIX = `${ITEMS}.`

/** The allowed field names of a CSV header; those of items begin with `items.`. */
export interface Header {
  fields: readonly string[]
  itemFields: readonly string[]
  /** Adjacent lines with the same value in this field are one record, with one item per line. */
  key: string
}

/** A parsed line, or several if its cells contain line breaks. */
interface Parsed {
  record: string[]
  info: { lines: number }
}

/** The cells of one line, and the number of the line that it begins on. */
interface Line {
  line: number
  cells: string[]
}

/**
 * The records of a CSV file whose first line names the fields. Keeps one record in memory at a time.
 * @param onBytes receives the number of bytes read since the last call
 */
export async function* readCsv(
  file: string,
  header: Header,
  onBytes: (count: number) => void,
): AsyncGenerator<Raw> {
  let names: string[] | null = null
  let open: RawRecord | null = null
  for await (const row of linesOf(file, onBytes)) {
    if (names === null && 'cells' in row) {
      names = row.cells.map((name) => name.trim())
      const faults = headerFaults(names, header, row.line)
      yield* faults
      if (faults.length > 0) return
      continue
    }
    const next = 'cells' in row ? readLine(names ?? [], row) : row
    if ('reason' in next) yield next
    else if (open && continues(open, next, header)) {
      const difference = differing(open, next)
      if (difference) yield difference
      if (next.items) open.items?.push(...next.items)
    } else {
      if (open) yield open
      open = next
    }
  }
  if (open) yield open
}

/** Nothing can be parsed after a misplaced quote, so that fault is the last result. */
async function* linesOf(file: string, onBytes: (count: number) => void): AsyncGenerator<Line | Unreadable> {
  let brokenAt = Number.POSITIVE_INFINITY
  let isTooLong = false
  const parser = parse({
    ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: true },
    max_record_size: LONGEST,
    skip_records_with_error: true,
    on_skip: (error) => {
      isTooLong ||= error?.code === 'CSV_MAX_RECORD_SIZE'
      brokenAt = Math.min(brokenAt, Number(error?.lines))
      return undefined
    },
  })
  const source = createReadStream(file).on('data', (chunk) => onBytes(chunk.length))
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  let last = 0
  for await (const parsed of parser) {
    if (!isParsed(parsed) || parsed.info.lines >= brokenAt) continue
    const { record, info } = parsed
    yield { line: info.lines - lineBreaks(record), cells: record }
    last = info.lines
  }
  if (brokenAt < Number.POSITIVE_INFINITY) {
    const reason = isTooLong
      ? `is longer than ${LONGEST} characters, or a quote`
      : 'is not valid CSV: a quote'
    yield unreadable(last + 1, `${reason} is out of place, and nothing after it was read`)
  }
}

function isParsed(value: unknown): value is Parsed {
  return typeof value === 'object' && value !== null && 'record' in value && Array.isArray(value.record)
}

/** The parser reports the last line of a record, and cells may contain line breaks. */
function lineBreaks(cells: readonly string[]): number {
  return cells.reduce((count, cell) => (cell.includes('\n') ? count + cell.split('\n').length - 1 : count), 0)
}

function headerFaults(names: readonly string[], { fields, itemFields }: Header, line: number): Unreadable[] {
  const known = new Set([...fields, ...itemFields.map((name) => ITEM_PREFIX + name)])
  return names.flatMap((name, index) => {
    if (name === '') return [unreadable(line, `column ${index + 1} has no name`)]
    if (!known.has(name)) return [unreadable(line, 'is no field of this kind of record', name)]
    return names.indexOf(name) < index ? [unreadable(line, 'is there twice', name)] : []
  })
}

function readLine(names: readonly string[], { line, cells: values }: Line): Raw {
  if (values.slice(names.length).some((value) => value.trim() !== '')) {
    return unreadable(line, 'has more cells than the header')
  }
  const cells: Record<string, string> = {}
  const item: Record<string, string> = {}
  // A line that ends early has blank cells: its columns exist.
  for (const [index, name] of names.entries()) {
    const text = cellOf(values[index])
    if (name.startsWith(ITEM_PREFIX)) item[name.slice(ITEM_PREFIX.length)] = text
    else cells[name] = text
  }
  const itemCells = Object.values(item)
  if (itemCells.length === 0) return { line, cells, items: null }
  const hasItem = itemCells.some((text) => text !== '')
  return { line, cells, items: hasItem ? [{ line, prefix: ITEM_PREFIX, cells: item }] : [] }
}

/** Whether a line is another item of the previous record. */
function continues(open: RawRecord, next: RawRecord, { key, itemFields }: Header): boolean {
  return itemFields.length > 0 && Boolean(open.cells[key]) && open.cells[key] === next.cells[key]
}

/**
 * The fault of a further item's line that contradicts the record's first line. It may only repeat those cells or
 * leave them blank.
 */
function differing(open: RawRecord, next: RawRecord): Unreadable | null {
  const field = Object.keys(next.cells).find(
    (name) => next.cells[name] && next.cells[name] !== open.cells[name],
  )
  return field === undefined
    ? null
    : unreadable(next.line, `is not what line ${open.line} says of the same record`, field)
}
