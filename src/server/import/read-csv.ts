import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { parse } from 'csv-parse'
import {
  cellText,
  lengthOf,
  MOST_ITEMS,
  type Raw,
  type RawRecord,
  TOO_MANY_ITEMS,
  type Unreadable,
  unreadable,
} from './kinds/raw-record.ts'
import { LONGEST } from './read-json.ts'

/** How a CSV file is written. */
export interface CsvDialect {
  delimiter: string
  encoding: 'utf-8' | 'windows-1252'
  /** Lines before the header. */
  skipped: number
  /** Whether lines whose cells are all blank separate records. */
  hasBlankLines: boolean
  /** Whether cells may be quoted. If not, a quote is a character like any other. */
  isQuoted: boolean
}

const OUR_DIALECT: CsvDialect = {
  delimiter: ',',
  encoding: 'utf-8',
  skipped: 0,
  hasBlankLines: false,
  isQuoted: true,
}

/** A column whose cells are read. */
interface CsvColumn {
  /** The name of its cells in the record, or in the item. */
  name: string
  isItem: boolean
}

/** The meaning of the columns of a CSV file. */
export interface CsvShape {
  /** The columns with these names in the header, null for each that is not read; or the faults of the header. */
  columnsOf(
    names: readonly string[],
    line: number,
  ): { columns: (CsvColumn | null)[] } | { faults: Unreadable[] }
  /** Consecutive lines with the same value in this cell are one record, with an item per line, if there are items. */
  key: string
  /** Prefix of an item's cells in messages. */
  itemPrefix: string
}

const TOO_LONG = `belongs to a record of more than ${LONGEST} characters`

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
 * The records of a CSV file whose first line names the columns. Keeps one record in memory at a time.
 * @param onBytes receives the number of bytes read since the last call
 */
export async function* readCsv(
  file: string,
  shape: CsvShape,
  onBytes: (count: number) => void,
  dialect: CsvDialect = OUR_DIALECT,
): AsyncGenerator<Raw> {
  let columns: (CsvColumn | null)[] | null = null
  let open: RawRecord | null = null
  let size = 0
  let isOverfull = false
  for await (const row of linesOf(file, onBytes, dialect)) {
    if (columns === null && 'cells' in row) {
      const header = shape.columnsOf(
        row.cells.map((name) => name.trim()),
        row.line,
      )
      if ('faults' in header) {
        yield* header.faults
        return
      }
      columns = header.columns
      continue
    }
    const next = 'cells' in row ? readLine(columns ?? [], shape, row) : row
    if ('reason' in next) yield next
    else if (open && continues(open, next, shape)) {
      const difference = differing(open, next)
      if (difference) yield difference
      const length = lengthOf(next)
      size += length
      const count = open.items?.length ?? 0
      if (size > LONGEST) {
        if (size - length <= LONGEST) yield unreadable(next.line, TOO_LONG)
      } else if (count < MOST_ITEMS) open.items?.push(...(next.items ?? []))
      else if (!isOverfull) {
        yield unreadable(open.line, TOO_MANY_ITEMS)
        isOverfull = true
      }
    } else {
      if (open) yield open
      open = next
      size = lengthOf(next)
      isOverfull = false
    }
  }
  if (open) yield open
}

/** Nothing can be parsed after a misplaced quote, so that fault is the last result. */
async function* linesOf(
  file: string,
  onBytes: (count: number) => void,
  { delimiter, encoding, skipped, hasBlankLines, isQuoted }: CsvDialect,
): AsyncGenerator<Line | Unreadable> {
  let brokenAt = Number.POSITIVE_INFINITY
  let isTooLong = false
  const parser = parse({
    ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: true },
    ...{
      delimiter,
      quote: isQuoted ? '"' : null,
      from_line: skipped + 1,
      skip_records_with_empty_values: hasBlankLines,
    },
    max_record_size: LONGEST,
    skip_records_with_error: true,
    on_skip: (error) => {
      isTooLong ||= error?.code === 'CSV_MAX_RECORD_SIZE'
      brokenAt = Math.min(brokenAt, Number(error?.lines))
      return undefined
    },
  })
  const source = createReadStream(file).on('data', (chunk) => onBytes(chunk.length))
  source.on('error', (error) => parser.destroy(error))
  if (encoding === 'utf-8') source.pipe(parser)
  else source.pipe(decoder(encoding)).pipe(parser)
  let last = 0
  for await (const parsed of parser) {
    if (!isParsed(parsed) || parsed.info.lines >= brokenAt) continue
    const { record, info } = parsed
    yield { line: info.lines - lineBreaks(record), cells: isQuoted ? record : record.map(withoutQuotes) }
    last = info.lines
  }
  if (brokenAt < Number.POSITIVE_INFINITY) {
    const reason = isTooLong
      ? `is longer than ${LONGEST} characters, or a quote`
      : 'is not valid CSV: a quote'
    yield unreadable(last + 1, `${reason} is out of place, and nothing after it was read`)
  }
}

function decoder(encoding: CsvDialect['encoding']): Transform {
  const text = new TextDecoder(encoding)
  return new Transform({
    transform: (chunk, _, done) => done(null, text.decode(chunk, { stream: true })),
  })
}

/** A cell that a spreadsheet has quoted as a whole. */
const WHOLE = /^"((?:[^"]|"")*)"$/

function withoutQuotes(cell: string): string {
  return cell.replace(WHOLE, (_, text: string) => text.replaceAll('""', '"'))
}

function isParsed(value: unknown): value is Parsed {
  return typeof value === 'object' && value !== null && 'record' in value && Array.isArray(value.record)
}

/** The parser reports the last line of a record, and cells may contain line breaks. */
function lineBreaks(cells: readonly string[]): number {
  return cells.reduce((count, cell) => (cell.includes('\n') ? count + cell.split('\n').length - 1 : count), 0)
}

function readLine(
  columns: readonly (CsvColumn | null)[],
  { itemPrefix }: CsvShape,
  { line, cells: values }: Line,
): Raw {
  if (values.slice(columns.length).some((value) => value.trim() !== '')) {
    return unreadable(line, 'has more cells than the header')
  }
  const cells: Record<string, string> = {}
  const item: Record<string, string> = {}
  // A line that ends early has blank cells: its columns exist.
  for (const [index, column] of columns.entries()) {
    if (column !== null) (column.isItem ? item : cells)[column.name] = cellText(values[index])
  }
  const itemCells = Object.values(item)
  if (itemCells.length === 0) return { line, cells, items: null }
  const hasItem = itemCells.some((text) => text !== '')
  return { line, cells, items: hasItem ? [{ line, prefix: itemPrefix, cells: item }] : [] }
}

/** Whether a line is another item of the previous record. */
function continues(open: RawRecord, next: RawRecord, { key }: CsvShape): boolean {
  return open.items !== null && Boolean(open.cells[key]) && open.cells[key] === next.cells[key]
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
