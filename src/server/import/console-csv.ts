import { parseWrittenTime } from '../../domain/calendar/nz-calendar.ts'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { presentCustomer } from '../customers/customers.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import { timestamp } from '../db/times.ts'
import { type Column, type ColumnType, csvCell } from '../exports/csv.ts'
import {
  CONSIGNMENT_CSV,
  CUSTOMER_CSV,
  type ExportedCustomer,
  ORDER_CSV,
  PRODUCT_CSV,
} from '../exports/exported-lists.ts'
import { presentOrder } from '../orders/present.ts'
import { ordersWithCodes } from '../orders/store.ts'
import { presentProduct } from '../products/products.ts'
import { IMPORT_KINDS } from './kinds/all-kinds.ts'
import type { KindName } from './kinds/kind.ts'
import { cellText, type RawRecord, type Unreadable, unreadable } from './kinds/raw-record.ts'
import type { CsvShape } from './read-csv.ts'

/** A list that the console exports as CSV, and that staff may change in a spreadsheet and load again (IMP-6). */
export interface ConsoleList {
  kind: KindName
  /** As shown: 'List of orders of this console'. */
  summary: string
  shape: CsvShape
  /** The column of the record's code. */
  key: string
  /** The column of a field of the import; the field itself if there is none. */
  columnOf(field: string): string
  /**
   * The importer's records of some lines. Each has only what differs from what the console would write now, so that a file
   * that nobody has changed changes nothing.
   */
  translate(db: Connections, lines: readonly RawRecord[]): Promise<Translated[]>
}

/** The importer's record of a line; null if there is none. */
interface Translated {
  raw: RawRecord | null
  faults: Unreadable[]
}

/** Recognises a list of the console by its header: all its columns are the list's, and one is that of the code. */
export function consoleListOf(header: readonly string[]): ConsoleList | { reason: string } | null {
  const names = header.filter((name) => name !== '')
  const has = (columns: readonly { header: string }[], key: string) =>
    names.includes(key) && names.every((name) => columns.some((column) => column.header === name))
  const list = LISTS.find(({ list, columns }) => names.length > 1 && has(columns, list.key))?.list
  if (list) return list
  if (names.length < 2 || !has(CONSIGNMENT_CSV, 'Tracking code')) return null
  return { reason: 'is the console’s list of consignments, which cannot be loaded' }
}

interface ListDeclaration<Row> {
  kind: KindName
  columns: readonly Column<Row>[]
  /** The stored records of these codes, as the list exports them. */
  rows(db: Connections, codes: readonly string[]): Promise<ReadonlyMap<string, Row>>
  /** Whether a line with another code is a new record. */
  isOpen: boolean
}

function declareList<Row>(declared: ListDeclaration<Row>): {
  list: ConsoleList
  columns: readonly { header: string }[]
} {
  const { kind, columns, rows } = declared
  const { keyField } = IMPORT_KINDS[kind]
  const columnOf = (field: string) => columns.find((column) => column.field === field)?.header ?? field
  const key = columnOf(keyField)
  const list: ConsoleList = {
    ...{ kind, key, columnOf },
    summary: `List of ${kind} of this console`,
    shape: {
      key,
      columnsOf: (names) => ({
        columns: names.map((name) => (name === '' ? null : { name, isItem: false })),
      }),
    },
    async translate(db, lines) {
      const codes = lines.flatMap(({ cells }) => cells[key] || [])
      const stored = await rows(db, codes)
      return lines.map((line) => translated(line, stored.get(line.cells[key] ?? '') ?? null, declared, key))
    },
  }
  return { list, columns }
}

function translated<Row>(
  { line, cells: given }: RawRecord,
  row: Row | null,
  { kind, columns, isOpen }: ListDeclaration<Row>,
  key: string,
): Translated {
  const { keyField, addresses } = IMPORT_KINDS[kind]
  const cells: Record<string, string> = { [keyField]: given[key] ?? '' }
  const faults: Unreadable[] = []
  if (row === null && !isOpen) {
    const fault = given[key] ? `is not here: the list changes ${kind}, and adds none` : 'is required'
    return { raw: null, faults: [unreadable(line, fault, key)] }
  }
  for (const { header, field, type, cell } of columns) {
    const text = given[header]
    if (text === undefined || header === key) continue
    const shown = row === null ? '' : cellText(csvCell(cell(row)))
    if (isSame(type, text, shown)) continue
    if (field === null) {
      if (row !== null)
        faults.push(unreadable(line, `cannot be changed here, and is ${shown || 'blank'}`, header))
      continue
    }
    const read = readCell(type, text)
    if ('fault' in read) faults.push(unreadable(line, read.fault, header))
    else cells[field] = read.value
  }
  for (const group of addresses) completeAddress(cells, group, columns, given)
  return { raw: { line, cells, items: null }, faults }
}

/** A changed address is given as a whole, because the list shows a customer's own one where no other is stored. */
function completeAddress(
  cells: Record<string, string>,
  group: string,
  columns: readonly { header: string; field: string | null }[],
  given: RawRecord['cells'],
): void {
  const isRural = `${group}.is_rural`
  if (!Object.keys(cells).some((field) => field.startsWith(`${group}.`) && field !== isRural)) return
  for (const { header, field } of columns) {
    const text = given[header]
    if (text !== undefined && field?.startsWith(`${group}.`) && field !== isRural)
      cells[field] ??= plain(text)
  }
}

/** Whether a cell says what was exported, as far as a spreadsheet writes it differently. */
function isSame(type: ColumnType, given: string, shown: string): boolean {
  if (plain(given) === plain(shown)) return true
  if (given === '' || shown === '') return false
  if (type === 'dollars' || type === 'amount') return numberOf(given) === numberOf(shown)
  if (type === 'flag') return TRUE.test(given) === TRUE.test(shown) && (TRUE.test(given) || FALSE.test(given))
  if (type !== 'time') return false
  const [one, other] = [parseWrittenTime(given), parseWrittenTime(shown)]
  if (one === null || other === null) return false
  // A spreadsheet shows a time without its seconds.
  return one === (SECONDS.test(given) ? other : other - (other % MINUTE_MS))
}

const MINUTE_MS = 60_000
const SECONDS = /:\d\d:\d\d/
const TRUE = /^(yes|true|1)$/i
const FALSE = /^(no|false|0)$/i

/** The text without the apostrophe that keeps spreadsheets from reading it as a formula. */
function plain(text: string): string {
  return text.replace(/^'(?=[\s\p{Z}\p{C}]*[=+\-@＝＋－＠])/u, '').replaceAll('\r\n', '\n')
}

/** '1,234.50' and '$1234.5' → 1234.5; null for anything else. */
function numberOf(text: string): number | null {
  const digits = text.replace(/[$,\s]/g, '')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : null
}

const CENTS = 100

/** The importer's text of a changed cell. */
function readCell(type: ColumnType, text: string): { value: string } | { fault: string } {
  if (text === '' || type === 'text' || type === 'flag') return { value: plain(text) }
  if (type === 'time') {
    const at = parseWrittenTime(text) ?? parseInstant(text)
    return at === null ? { fault: 'must be a time such as 2026-11-20 09:30' } : { value: timestamp(at) }
  }
  const number = numberOf(text)
  if (number === null) return { fault: 'must be a number' }
  if (type === 'amount') return { value: String(number) }
  const cents = Math.round(number * CENTS)
  const isWhole = Math.abs(number * CENTS - cents) < 1e-6
  return isWhole ? { value: String(cents) } : { fault: 'must be an amount in dollars and cents' }
}

const LISTS = [
  declareList({
    ...{ kind: 'orders', columns: ORDER_CSV, isOpen: false },
    async rows(db, codes) {
      const found = await ordersWithCodes(db, codes)
      return new Map(found.map((order) => [order.record.code, presentOrder(order, 0)]))
    },
  }),
  declareList<ExportedCustomer>({
    ...{ kind: 'customers', columns: CUSTOMER_CSV, isOpen: true },
    async rows({ reads }, codes) {
      const rows = reads.record.selectFrom('customers').selectAll()
      const found = await rows.where(isAmong(reads.record, 'code', codes)).execute()
      return new Map(found.map((row) => [row.code, { ...presentCustomer(row), pricing: row.pricing }]))
    },
  }),
  declareList({
    ...{ kind: 'products', columns: PRODUCT_CSV, isOpen: true },
    async rows({ reads }, codes) {
      const rows = reads.record.selectFrom('products').selectAll()
      const found = await rows.where(isAmong(reads.record, 'code', codes)).execute()
      return new Map(found.map((row) => [row.code, presentProduct(row)]))
    },
  }),
]
