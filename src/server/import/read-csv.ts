import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { parse } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'
import { MOST_FAULTS } from './kinds/kind.ts'
import {
  cellText,
  ITEMS,
  itemPrefix,
  type ListName,
  lengthOf,
  MOST_ITEMS,
  type Raw,
  type RawRecord,
  TOO_MANY_ITEMS,
  type Unreadable,
  unreadable,
} from './kinds/raw-record.ts'
import { type JsonPiece, LONGEST, LONGEST_KEPT, lineCutter } from './read-json.ts'

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
  /** The name of the list of items; absent for `items`. */
  list?: ListName
}

const TOO_LONG = `belongs to a record of more than ${LONGEST} characters`
const MISPLACED = 'is not valid CSV: a quote is out of place'

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
 * The records of a CSV file whose first line names the columns. Keeps one record in memory at a time. A line that cannot
 * be read is refused, and with it the record that it may belong to.
 * @param onBytes receives the number of bytes read since the last call
 */
export async function* readCsv(
  file: string,
  shape: CsvShape,
  onBytes: (count: number) => void,
  dialect: CsvDialect = OUR_DIALECT,
): AsyncGenerator<Raw> {
  let columns: (CsvColumn | null)[] | null = null
  let open: OpenRecord | null = null
  /** The last unreadable line, while the record after it has not been read. */
  let lost: number | null = null
  for await (const row of linesOf(file, onBytes, dialect)) {
    if (columns === null) {
      const header = headerOf(row, shape)
      if ('faults' in header) {
        yield* header.faults.map((fault) => ({ ...fault, isOfFile: true }))
        return
      }
      columns = header.columns
      continue
    }
    if ('reason' in row) {
      yield row
      if (!columns.some((column) => column?.isItem)) continue
      lost = row.line
      if (open) spoil(open.record, mayBelong(open.record, lost))
      continue
    }
    const next = readLine(columns, row, shape)
    if (open && continues(open.record, next, shape)) append(open, next)
    else {
      if (open) yield open.record
      open = { record: next, size: lengthOf(next), isOverfull: false }
      if (lost !== null) spoil(next, mayBelong(next, lost))
    }
    lost = null
  }
  if (open) yield open.record
}

function headerOf(row: Line | Unreadable, shape: CsvShape): ReturnType<CsvShape['columnsOf']> {
  if ('reason' in row) return { faults: [row] }
  return shape.columnsOf(
    row.cells.map((name) => name.trim()),
    row.line,
  )
}

/** A record of which more lines may follow. */
interface OpenRecord {
  record: RawRecord & { faults?: Unreadable[] }
  size: number
  isOverfull: boolean
}

/** Adds the item of a further line. */
function append(open: OpenRecord, next: RawRecord): void {
  const { record } = open
  for (const fault of next.faults ?? []) spoil(record, fault)
  const difference = differing(record, next)
  if (difference) spoil(record, difference)
  const length = lengthOf(next)
  open.size += length
  if (open.size > LONGEST) {
    if (open.size - length <= LONGEST) spoil(record, unreadable(next.line, TOO_LONG))
  } else if ((record.items?.length ?? 0) < MOST_ITEMS) {
    const count = record.items?.length ?? 0
    for (const item of next.items ?? []) {
      record.items?.push({ ...item, prefix: itemPrefix(count + 1, record.list) })
    }
  } else if (!open.isOverfull) {
    spoil(record, unreadable(record.line, TOO_MANY_ITEMS))
    open.isOverfull = true
  }
}

function spoil(record: OpenRecord['record'], fault: Unreadable): void {
  record.faults ??= []
  if (record.faults.length < MOST_FAULTS) record.faults.push(fault)
}

/** The fault of a record beside an unreadable line, which may have had one of its items. */
function mayBelong({ line }: RawRecord, lost: number): Unreadable {
  return unreadable(line, `may have an item on line ${lost}, which cannot be read`)
}

/** The lines of a file with their cells, in their order. */
async function* linesOf(
  file: string,
  onBytes: (count: number) => void,
  { delimiter, encoding, skipped, hasBlankLines, isQuoted }: CsvDialect,
): AsyncGenerator<Line | Unreadable> {
  let brokenAt: number[] = []
  const parser = parse({
    ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: true },
    ...{ delimiter, quote: isQuoted ? '"' : null },
    ...{ from_line: skipped + 1, skip_records_with_empty_values: hasBlankLines },
    max_record_size: LONGEST,
    skip_records_with_error: true,
    on_skip: (error) => {
      const line = Number(error?.lines)
      if (brokenAt.at(-1) !== line) brokenAt.push(line)
      return undefined
    },
  })
  const source = createReadStream(file).on('data', (chunk) => onBytes(chunk.length))
  source.on('error', (error) => parser.destroy(error))
  if (encoding === 'utf-8') source.pipe(parser)
  else source.pipe(decoder(encoding)).pipe(parser)
  const again = lostLines(file, encoding, delimiter)
  let width = 0
  let next = skipped + 1
  try {
    for await (const parsed of parser) {
      if (!isParsed(parsed)) continue
      const { record, info } = parsed
      const line = info.lines - lineBreaks(record)
      if (brokenAt.some((broken) => broken < line)) {
        yield* again.between(next, line - 1, width)
        brokenAt = brokenAt.filter((broken) => broken >= line)
      }
      yield { line, cells: isQuoted ? record : record.map(withoutQuotes) }
      width ||= record.length
      next = info.lines + 1
    }
    if (brokenAt.length > 0) yield* again.between(next, Number.POSITIVE_INFINITY, width)
  } finally {
    source.destroy()
    await again.close()
  }
}

/** With fewer columns, the rest of a cell with line breaks could be taken for a line of its own. */
const LEAST_COLUMNS = 4

/**
 * Reads lines again, one by one, that the parser lost in a cell whose quote does not end. The first one is refused, and each
 * that does not have exactly one cell for each column.
 */
function lostLines(file: string, encoding: CsvDialect['encoding'], delimiter: string) {
  const texts = textLines(file, encoding)
  let held: JsonPiece | null = null
  return {
    async *between(from: number, to: number, width: number): AsyncGenerator<Line | Unreadable> {
      for (let isFirst = true; ; ) {
        const piece = held ?? (await nextOf(texts))
        held = piece
        if (piece === null || piece.line > to) return
        held = null
        const { line, text, fault } = piece
        if (line < from) continue
        const cells = isFirst || fault || width < LEAST_COLUMNS ? null : cellsIn(text, delimiter)
        isFirst = false
        const reason = fault ? `is longer than ${LONGEST} characters` : MISPLACED
        if (cells?.length === width) yield { line, cells }
        else yield { ...unreadable(line, reason), text: text.slice(0, LONGEST_KEPT) }
      }
    },
    close: () => texts.return(undefined),
  }
}

async function nextOf(texts: AsyncGenerator<JsonPiece>): Promise<JsonPiece | null> {
  const { value, done } = await texts.next()
  return done ? null : value
}

/** The lines of a file that are not blank. */
async function* textLines(file: string, encoding: CsvDialect['encoding']): AsyncGenerator<JsonPiece> {
  const text = new TextDecoder(encoding)
  const cutter = lineCutter()
  for await (const chunk of createReadStream(file)) yield* cutter.cut(text.decode(chunk, { stream: true }))
  yield* cutter.end()
}

function cellsIn(text: string, delimiter: string): string[] | null {
  try {
    const lines: string[][] = parseText(text, { delimiter, relax_column_count: true })
    return lines[0] ?? null
  } catch {
    return null
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
  { line, cells: values }: Line,
  { list = ITEMS }: CsvShape,
): OpenRecord['record'] {
  const cells: Record<string, string> = {}
  const item: Record<string, string> = {}
  // A line that ends early has blank cells: its columns exist.
  for (const [index, column] of columns.entries()) {
    if (column !== null) (column.isItem ? item : cells)[column.name] = cellText(values[index])
  }
  const isTooWide = values.slice(columns.length).some((value) => value.trim() !== '')
  const faults = isTooWide && { faults: [unreadable(line, 'has more cells than the header')] }
  const itemCells = Object.values(item)
  if (itemCells.length === 0) return { line, cells, items: null, ...faults }
  const hasItem = itemCells.some((text) => text !== '')
  const items = hasItem ? [{ line, prefix: itemPrefix(1, list), cells: item }] : []
  return { line, cells, items, ...(list !== ITEMS && { list }), ...faults }
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
