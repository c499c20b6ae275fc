import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod'
import type { Database } from '../../db/schema.ts'
import type { Completion } from './complete.ts'
import type { Cells, ListName, RawRecord, Unreadable } from './raw-record.ts'

/** A row by its columns. A missing column stays unchanged, or gets its default in a new row. */
export type Row = Record<string, string | number | null>

/** A record that can be loaded. */
export interface Prepared {
  /** The record's code, which identifies it. */
  key: string
  /** A second unique code; null if the kind has none. */
  also: string | null
  /** The code of the record of another kind that this one belongs to; null if the kind has none. */
  reference: string | null
  /**
   * Records are loaded in the order of this text, and of the files where it is equal: lists show the newest row
   * first.
   */
  sort: string
  row: Row
  items: Row[]
}

/** A kind of record in files: how it is read, and where it is stored. */
export interface ImportKind {
  /** As in file names: 'orders'. */
  name: KindName
  /** The names of its fields in files; items have their own. */
  fields: readonly string[]
  itemFields: readonly string[]
  /** The name of the list of its items. */
  list: ListName
  /** The field of the record's code. */
  keyField: string
  /** The fields with codes of records. */
  codeFields: readonly string[]
  /** Fields with codes that other programs choose, which may have commas. */
  foreignCodeFields: readonly string[]
  /** Fields that may be longer than a line. */
  notesFields: readonly string[]
  /** The columns of its fields, except those that the server generates. */
  columns: Readonly<Record<string, string>>
  itemColumns: Readonly<Record<string, string>>
  completion: Completion
  /** The groups of fields that are postal addresses. */
  addresses: readonly string[]
  /** Parses a record in which a missing cell is a blank one. */
  parse(raw: RawRecord): Prepared | Unreadable[]
  /** Records per transaction. */
  lot: number
  table: Table
  unique?: Unique
  references?: Reference
  /** Completes the records of a lot by what is stored, and refuses some of them. Writes nothing. */
  judge?(lot: JudgedLot): Promise<void>
  /** Writes the records of a lot with the helpers of `load-lot.ts`. */
  write(lot: Lot): Promise<void>
}

/** Records per transaction: enough to be fast, few enough that writes of the console get their turn. */
export const USUAL_LOT = 400

/** The second code of a kind, see `Prepared.also`: its field and its column. */
export interface Unique {
  field: string
  column: string
}

/** The record of another kind that each record of a kind belongs to. */
export interface Reference {
  /** The field with its code. */
  field: string
  kind: KindName
  noun: string
  table: 'customers' | 'suppliers'
  /** The column of its code. */
  key: string
  /** The column with its id. */
  column: string
}

/** Alias of the code of the referenced record in a stored row. */
export const OWNER_CODE = 'owner_code'

export const KIND_NAMES = ['suppliers', 'products', 'customers', 'orders', 'supplier-orders'] as const
export type KindName = (typeof KIND_NAMES)[number]

/** The tables of a kind. */
interface Table {
  name: 'customers' | 'products' | 'suppliers' | 'supplier_orders' | 'orders'
  key: string
  items?: { table: 'order_items' | 'supplier_order_items' | 'product_barcodes'; parent: string }
}

export interface LotOptions {
  /** Formatted by `db/times.ts`. */
  now: string
  /** Whether a missing cell empties its field, as a blank one does. */
  replaces: boolean
  /** Orders from before this time are taken in as finished (IMP-5). Formatted by `db/times.ts`; null for none. */
  finishedBefore?: string | null
  /** The import in the console that lists its new and changed orders; null for none. */
  importId?: number | null
}

/** The referenced records of these codes. */
export type FindOwners = (
  reference: Reference,
  codes: readonly string[],
) => Promise<Map<string, Row & { id: number }>>

/** Where a lot is judged: the transaction in which it is loaded, or the database as it is, for a preview. */
export interface JudgeDeps {
  db: Kysely<Database>
  findOwners: FindOwners
  /** Locks these rows of the kind until the transaction ends. */
  lock(ids: readonly number[]): Promise<void>
}

/** Records of a kind that are judged together. */
export interface JudgedLot extends LotOptions, JudgeDeps {
  kind: ImportKind
  /** Those that have not been refused, in their order. */
  incoming: Incoming[]
}

/** Records of a kind that are loaded in one transaction. */
export interface Lot extends JudgedLot {
  within: Transaction<Database>
}

/** A record that is being loaded. */
export interface Incoming extends Prepared {
  raw: RawRecord
  /** The stored record of the same code; null for a new one. */
  before: Stored | null
  /** The record that it belongs to, once it is found. */
  owner: Row | null
  /** Whether it is taken in as finished for the first time. */
  isFinished: boolean
  result: RecordResult
}

/** A stored row with its items. */
export interface Stored {
  id: number
  row: Row
  items: Row[]
}

/** The outcome for a record. `kept` means that some of its fields differ and were not changed. */
export type RecordOutcome = 'created' | 'updated' | 'unchanged' | 'kept' | 'refused'

/** The result of one record. `faults` also contains the fields that were not overwritten or were corrected. */
export interface RecordResult {
  outcome: RecordOutcome
  faults: Unreadable[]
  /** Whether it is an order to pack. */
  isWork: boolean
}

/** Maximum number of faults found in one record. */
export const MOST_FAULTS = 50

/** For kinds whose fields do not depend on each other. */
export const NO_COMPLETION: Completion = { calculated: {}, alsoNamed: {}, itemKey: '', itemCalculated: {} }

/** The columns that have a value. */
export function withoutNulls(columns: Row): Row {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null))
}

/** For kinds that have no items. */
export const noItem = z.strictObject({})

/** Parses the cells of a record and of its items. */
export function readerOf<Record, Item>(
  schema: z.ZodType<Record>,
  item: z.ZodType<Item>,
  prepare: (record: Record, items: Item[]) => Prepared | Omit<Unreadable, 'line'>,
): ImportKind['parse'] {
  return (raw) => {
    const faults = oddCharacters(raw)
    const read = schema.safeParse(nonBlank(raw.cells))
    if (!read.success) faults.push(...faultsOf(read.error, raw.line))
    const items: Item[] = []
    for (const one of raw.items ?? []) {
      if (faults.length >= MOST_FAULTS) break
      const result = item.safeParse(nonBlank(one.cells))
      if (result.success) items.push(result.data)
      else faults.push(...faultsOf(result.error, one.line, one.prefix))
    }
    if (!read.success || faults.length > 0) return faults.slice(0, MOST_FAULTS)
    const prepared = prepare(read.data, items)
    return 'reason' in prepared ? [{ line: raw.line, ...prepared }] : prepared
  }
}

function nonBlank(given: Cells): Cells {
  const cells: { [field: string]: string } = {}
  for (const field in given) if (given[field]) cells[field] = given[field]
  return cells
}

function faultsOf(error: z.ZodError, line: number, prefix = ''): Unreadable[] {
  return error.issues.flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    const reason = issue.code === 'unrecognized_keys' ? 'is no field of this kind of record' : issue.message
    return names.map((name) => ({ line, field: prefix + name, reason }))
  })
}

/** The replacement of invalid UTF-8, a lone surrogate of JSON, and NUL, which PostgreSQL cannot store. */
const ODD = /[\uFFFD\0]|\p{Surrogate}/u

/** Reports a file in another encoding than UTF-8, whose macrons would be garbled. */
function oddCharacters({ line, cells, items }: RawRecord): Unreadable[] {
  const faults: Unreadable[] = []
  for (const one of [{ line, prefix: '', cells }, ...(items ?? [])]) {
    for (const [name, text] of Object.entries(one.cells)) {
      if (!ODD.test(text)) continue
      const reason = text.includes('\0')
        ? 'has a character that is not allowed'
        : 'has a character that is not UTF-8'
      faults.push({ line: one.line, field: one.prefix + name, reason })
      if (faults.length === MOST_FAULTS) return faults
    }
  }
  return faults
}
