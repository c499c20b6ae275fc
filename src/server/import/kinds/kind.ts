import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod'
import type { Database } from '../../db/schema.ts'
import type { RawRecord, Unreadable } from './raw-record.ts'

type Db = Kysely<Database>
type Within = Transaction<Database>

/** A row of a table by its columns. A column that is not there is left as it is, or gets its default in a new row. */
export type Row = Record<string, string | number | null>

/** A record that is fit to be loaded. */
export interface Prepared {
  /** The record's own code: the same again is the same record. */
  key: string
  /** A second code that no two records share; null where the kind has none. */
  also: string | null
  /** The code of the record of another kind that this one belongs to; null where the kind has none. */
  reference: string | null
  /** Records are loaded in the order of this text, then of the files: lists show the newest row first. */
  sort: string
  row: Row
  items: Row[]
}

/** One kind of record that files hold: how it is read, and where it goes. */
export interface Kind {
  /** As files are named: 'orders'. */
  name: KindName
  /** The names of its fields as files have them; items have their own. */
  fields: readonly string[]
  itemFields: readonly string[]
  /** The field of the record's own code. */
  keyField: string
  prepare(raw: RawRecord): Prepared | Unreadable[]
  table: Table
  /** The field of `also`, and which of such codes have an owner in the database. */
  unique?: { field: string; ownersOf(db: Db, codes: string[]): Promise<Map<string, string>> }
  /** The field of `reference`, the kind it is of, and which of such codes are in the database. */
  references?: {
    field: string
    kind: KindName
    noun: string
    known(db: Db, codes: string[]): Promise<Set<string>>
  }
}

export const KIND_NAMES = ['suppliers', 'products', 'customers', 'orders', 'supplier-orders'] as const
export type KindName = (typeof KIND_NAMES)[number]

/** Where the rows of a kind go. */
export interface Table {
  name: 'customers' | 'products' | 'suppliers' | 'supplier_orders' | 'orders'
  key: string
  /** How many records are loaded in one transaction, see `staged-lots.ts`. */
  lot?: number
  /** What a new row has in the columns that its file says nothing of. @param now as in `db/times.ts` */
  defaults?(row: Row, now: string): Row
  /** What a row is to be whose file says `row` and that is `before` here; without it, what its file says. */
  merge?(row: Row, before: Row): Row
  /** What a row gets besides when it has changed. */
  touch?(now: string): Row
  items?: { table: 'order_items' | 'supplier_order_items'; parent: string }
  /** Fills in what only the database knows: the ids of what the records belong to. In the same order. */
  link?(within: Within, records: readonly Prepared[]): Promise<Row[]>
  /** Of these ids, those that must be left as they are. */
  keptAsIs?(within: Within, ids: number[]): Promise<Set<number>>
  /** Runs where rows with these ids have changed, with what hangs on them. */
  afterChange?(within: Within, ids: number[]): Promise<void>
  /** Runs once when all are loaded. */
  afterAll?(db: Db): Promise<void>
}

/** The columns that have a value: the others are not said. */
export function said(columns: Row): Row {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null))
}

/** For kinds that have no items. */
export const noItem = z.strictObject({})

/** Reads the cells of a record and of its items. */
export function readerOf<Record, Item>(
  schema: z.ZodType<Record>,
  item: z.ZodType<Item>,
  prepare: (record: Record, items: Item[]) => Prepared | Omit<Unreadable, 'line'>,
): Kind['prepare'] {
  return (raw) => {
    const faults = [...oddCharacters(raw)]
    const read = schema.safeParse(raw.cells)
    if (!read.success) faults.push(...faultsOf(read.error, raw.line))
    const items: Item[] = []
    for (const one of raw.items) {
      const result = item.safeParse(one.cells)
      if (result.success) items.push(result.data)
      else faults.push(...faultsOf(result.error, one.line, one.prefix))
    }
    if (!read.success || faults.length > 0) return faults
    const prepared = prepare(read.data, items)
    return 'reason' in prepared ? [{ line: raw.line, ...prepared }] : prepared
  }
}

function faultsOf(error: z.ZodError, line: number, prefix = ''): Unreadable[] {
  return error.issues.flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    const reason = issue.code === 'unrecognized_keys' ? 'is no field of this kind of record' : issue.message
    return names.map((name) => ({ line, field: prefix + name, reason }))
  })
}

/** What stands for a character that is not UTF-8, half a character of JSON's, and what no database keeps. */
const ODD = /[\uFFFD\0]|\p{Surrogate}/u

/** Files in another encoding than UTF-8 would load with their macrons spoilt. */
function oddCharacters({ line, cells, items }: RawRecord): Unreadable[] {
  return [{ line, prefix: '', cells }, ...items].flatMap((one) =>
    Object.entries(one.cells)
      .filter(([, text]) => ODD.test(text))
      .map(([name, text]) => {
        const reason = text.includes('\0')
          ? 'has a character that is not allowed'
          : 'has a character that is not UTF-8'
        return { line: one.line, field: one.prefix + name, reason }
      }),
  )
}
