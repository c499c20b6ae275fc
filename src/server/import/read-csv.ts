import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import {
  addCell,
  type Cells,
  ITEMS,
  type Raw,
  type RawRecord,
  type Unreadable,
  unreadable,
} from './kinds/raw-record.ts'

const ITEM_PREFIX = `${ITEMS}.`

/** What the header of a CSV file may have: names of fields, those of items behind `items.` */
export interface Header {
  fields: readonly string[]
  itemFields: readonly string[]
  /** Lines that follow each other with the same value here are one record, each with an item of it. */
  key: string
}

/** A line, or the lines of one record whose cells have line breaks, as the parser gives it. */
interface Parsed {
  record: string[]
  info: { lines: number }
}

/** The cells of one line, and where it begins. */
interface Line {
  line: number
  cells: string[]
}

/**
 * The records of a CSV file whose first line names the fields. Holds no more than a record at a time.
 * @param onBytes told how much more has been read
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
      open.items.push(...next.items)
    } else {
      if (open) yield open
      open = next
    }
  }
  if (open) yield open
}

/** Where a quote is out of place, nothing after it can be told apart: that is the last that comes. */
async function* linesOf(file: string, onBytes: (count: number) => void): AsyncGenerator<Line | Unreadable> {
  let brokenAt = Number.POSITIVE_INFINITY
  const parser = parse({
    ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: true },
    skip_records_with_error: true,
    on_skip: (error) => {
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
    yield unreadable(last + 1, 'is not valid CSV: a quote is out of place, and nothing after it was read')
  }
}

function isParsed(value: unknown): value is Parsed {
  return typeof value === 'object' && value !== null && 'record' in value && Array.isArray(value.record)
}

/** The parser counts the line on which a record ends; cells may have lines of their own. */
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
  const cells: Cells = {}
  const item: Cells = {}
  for (const [index, value] of values.entries()) {
    const name = names[index]
    if (name?.startsWith(ITEM_PREFIX)) addCell(item, name.slice(ITEM_PREFIX.length), value)
    else if (name !== undefined) addCell(cells, name, value)
    else if (value.trim() !== '') return unreadable(line, 'has more cells than the header')
  }
  const hasItem = Object.keys(item).length > 0
  return { line, cells, items: hasItem ? [{ line, prefix: ITEM_PREFIX, cells: item }] : [] }
}

/** Whether a line is one more item of the record before it. */
function continues(open: RawRecord, next: RawRecord, { key, itemFields }: Header): boolean {
  return itemFields.length > 0 && open.cells[key] !== undefined && open.cells[key] === next.cells[key]
}

/** A line of one more item may repeat what the first line of the record says, or leave it out. */
function differing(open: RawRecord, next: RawRecord): Unreadable | null {
  const field = Object.keys(next.cells).find((name) => next.cells[name] !== open.cells[name])
  return field === undefined
    ? null
    : unreadable(next.line, `is not what line ${open.line} says of the same record`, field)
}
