import { sql, type Transaction } from 'kysely'
import type { ChangedKind } from '../../../contract/changes.ts'
import { noteChanges } from '../../changes/note-changes.ts'
import { isAmong } from '../../db/dialect/dialect.ts'
import type { Database } from '../../db/schema.ts'
import { isGiven } from './complete.ts'
import {
  type Hold,
  type Kind,
  type KindName,
  OWNER_CODE,
  type Prepared,
  type Row,
  type Table,
} from './kind.ts'
import { ITEMS, type RawRecord, type Unreadable } from './raw-record.ts'
import { readRecord, type Stored } from './read-record.ts'
import {
  areOther,
  holdersOf,
  insertKeyed,
  insertRows,
  isOther,
  ownersOf,
  storedRecords,
  updateRows,
} from './rows.ts'

type Within = Transaction<Database>

/** The outcome for a record. `kept` means that some of its fields differ and were not changed. */
export type RecordOutcome = 'created' | 'updated' | 'unchanged' | 'kept' | 'refused'

/** The result of one record. `faults` also contains the fields that were not overwritten or were corrected. */
export interface Result {
  outcome: RecordOutcome
  faults: Unreadable[]
}

export interface LotOptions {
  /** Formatted by `db/times.ts`. */
  now: string
  /** Whether a missing cell empties its field, as a blank one does. */
  replaces: boolean
}

/** A readable record with its row. */
interface Incoming {
  raw: RawRecord
  prepared: Prepared
  row: Row
  result: Result
}
type Known = Incoming & { before: Stored }

/**
 * Loads records that have different codes, in their order. Faulty ones are refused, and the others loaded.
 * @returns the results in the order of the records
 */
export async function loadLot(
  within: Within,
  kind: Kind,
  lot: readonly RawRecord[],
  options: LotOptions,
): Promise<Result[]> {
  const stored = await storedRecords(within, kind, keysOf(kind, lot))
  const { results, readable } = readLot(kind, lot, stored, options)
  const incoming = await allowed(within, kind, readable)
  const known: Known[] = []
  for (const one of incoming) {
    const before = stored.get(one.prepared.key)
    if (!before) continue
    one.row = kind.table.merge?.(one.row, before.row) ?? one.row
    if (differs(kind.table, one, before)) known.push({ ...one, before })
  }
  const created = incoming.filter(({ prepared }) => !stored.has(prepared.key))
  for (const { result } of created) result.outcome = 'created'
  await add(within, kind.table, created, options.now)
  const changes = await held(within, kind, known, options)
  await change(within, kind.table, changes, options.now)
  await noteRecords(within, kind, {
    created: created.map(({ prepared }) => prepared.key),
    changed: changes.map(({ key }) => key),
  })
  await kind.table.afterLot?.(
    within,
    incoming.map(({ row }) => row),
  )
  return results
}

function keysOf({ keyField }: Kind, lot: readonly RawRecord[]): string[] {
  return lot.flatMap(({ cells }) => cells[keyField] || [])
}

function readLot(
  kind: Kind,
  lot: readonly RawRecord[],
  stored: ReadonlyMap<string, Stored>,
  { replaces }: LotOptions,
): { results: Result[]; readable: Incoming[] } {
  const readable: Incoming[] = []
  const results = lot.map((raw): Result => {
    const before = stored.get(raw.cells[kind.keyField] ?? '') ?? null
    const read = readRecord(kind, raw, replaces ? null : before)
    if ('faults' in read) return { outcome: 'refused', faults: read.faults }
    const result: Result = { outcome: 'unchanged', faults: read.notes }
    readable.push({ raw, prepared: read.prepared, row: read.prepared.row, result })
    return result
  })
  return { results, readable }
}

/** Refuses records that refer to a missing record or have the unique code of another; completes the rows of the rest. */
async function allowed(within: Within, kind: Kind, records: readonly Incoming[]): Promise<Incoming[]> {
  const { references, unique } = kind
  const holders = await holdersOf(
    within,
    kind,
    records.flatMap(({ prepared }) => prepared.also ?? []),
  )
  const owners = references
    ? await ownersOf(
        within,
        references,
        records.flatMap(({ prepared }) => prepared.reference ?? []),
      )
    : null
  return records.filter((one) => {
    const { key, also, reference } = one.prepared
    const holder = holders.get(also ?? '') ?? key
    if (unique && holder !== key) return refuse(one, unique.field, `belongs to ${holder} already`)
    if (!references) return true
    const owner = owners?.get(reference ?? '')
    if (!owner) return refuse(one, references.field, `there is no ${references.noun} ${reference}`)
    one.row = linked(kind, one.prepared, owner)
    return true
  })
}

function linked({ references, table }: Kind, prepared: Prepared, owner: Row & { id: number }): Row {
  const id = references ? { [references.column]: owner.id } : {}
  return { ...prepared.row, ...id, ...table.link?.(prepared, owner) }
}

function refuse({ raw, result }: Incoming, field: string, reason: string): false {
  result.outcome = 'refused'
  result.faults = [{ line: raw.line, field, reason }]
  return false
}

/** The changes to held records: only of fields that still follow their source. */
async function held(
  within: Within,
  kind: Kind,
  known: readonly Known[],
  { replaces }: LotOptions,
): Promise<Change[]> {
  const { table, references } = kind
  const holds = known.length > 0 ? await table.holds?.(within, idsOf(known)) : undefined
  const heldKeys = known.flatMap(({ prepared, before }) => (holds?.has(before.id) ? prepared.key : []))
  // Read again, because staff may have changed them before they were locked.
  const fresh = heldKeys.length > 0 ? await storedRecords(within, kind, heldKeys) : new Map<string, Stored>()
  const codes = [...fresh.values()].map(({ row }) => String(row[OWNER_CODE] ?? ''))
  const owners = references && codes.length > 0 ? await ownersOf(within, references, codes) : null
  return known.flatMap((one) => {
    const hold = holds?.get(one.before.id)
    const before = fresh.get(one.prepared.key)
    if (!hold || !before) {
      one.result.outcome = 'updated'
      return { key: one.prepared.key, id: one.before.id, row: one.row, items: one.prepared.items }
    }
    const { prepared, kept } = followed(kind, one.raw, before, { hold, replaces })
    one.result.faults.push(...kept)
    const owner = owners?.get(prepared.reference ?? '')
    const row = owner ? linked(kind, prepared, owner) : prepared.row
    const isChanged = differs(table, { row, prepared }, before)
    one.result.outcome = kept.length > 0 ? 'kept' : isChanged ? 'updated' : 'unchanged'
    return isChanged ? { key: prepared.key, id: before.id, row, items: prepared.items } : []
  })
}

function idsOf(known: readonly Known[]): number[] {
  return known.map(({ before }) => before.id)
}

/** Whether any column of the record differs from the stored row. */
function differs(
  { items }: Table,
  { row, prepared }: Pick<Incoming, 'row' | 'prepared'>,
  before: Stored,
): boolean {
  return isOther(row, before.row) || (items !== undefined && areOther(prepared.items, before.items))
}

interface Change {
  key: string
  id: number
  row: Row
  items: readonly Row[]
}

async function add(within: Within, table: Table, records: readonly Incoming[], now: string): Promise<void> {
  if (records.length === 0) return
  const { defaults, name, key } = table
  // Lists show the newest row first. The sort is stable.
  const ordered = records.toSorted((one, other) => compare(one.prepared.sort, other.prepared.sort))
  const rows = ordered.map(({ row }) => (defaults ? { ...defaults(row, now), ...row } : row))
  const ids = await insertKeyed(within, name, rows, key)
  await addItems(
    within,
    table,
    ordered.map(({ prepared: { key, items } }) => ({ id: ids.get(key) ?? 0, items })),
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

async function change(within: Within, table: Table, changes: readonly Change[], now: string): Promise<void> {
  if (changes.length === 0) return
  const { name, touch, items, afterChange } = table
  const ids = changes.map(({ id }) => id)
  await updateRows(
    within,
    name,
    changes.map(({ id, row }) => ({ ...touch?.(now), ...row, id })),
  )
  if (items) {
    await sql`delete from ${sql.table(items.table)} where ${isAmong(within, items.parent, ids)}`.execute(
      within,
    )
  }
  await addItems(within, table, changes)
  await afterChange?.(within, ids)
}

async function addItems(
  within: Within,
  { items }: Table,
  records: readonly Pick<Change, 'id' | 'items'>[],
): Promise<void> {
  if (!items) return
  const { table, parent } = items
  await insertRows(
    within,
    table,
    records.flatMap(({ id, items }) => items.map((item) => ({ ...item, [parent]: id }))),
  )
}

/**
 * The record with only the fields that may still follow their source.
 * @returns also the other fields that differ from the stored ones, which stay as stored
 */
function followed(
  kind: Kind,
  raw: RawRecord,
  before: Stored,
  { hold, replaces }: { hold: Hold; replaces: boolean },
): { prepared: Prepared; kept: Unreadable[] } {
  const whole = readable(kind, raw, replaces ? null : before)
  const prepared = readable(kind, only(raw, hold.follows), before)
  const keptFields = Object.entries(kind.columns).flatMap(([field, column]) => {
    const isSame =
      field === kind.references?.field
        ? whole.reference === prepared.reference
        : whole.row[column] === prepared.row[column]
    return isSame || !(replaces || isGiven(raw, field, kind.completion)) ? [] : field
  })
  if ((replaces || raw.items !== null) && areOther(whole.items, prepared.items)) keptFields.push(ITEMS)
  return { prepared, kept: keptFields.map((field) => ({ line: raw.line, field, reason: hold.reason })) }
}

function only({ line, cells }: RawRecord, fields: readonly string[]): RawRecord {
  const isAmong = (name: string) => fields.some((field) => name === field || name.startsWith(`${field}.`))
  return {
    line,
    cells: Object.fromEntries(Object.entries(cells).filter(([name]) => isAmong(name))),
    items: null,
  }
}

function readable(kind: Kind, raw: RawRecord, stored: Stored | null): Prepared {
  const read = readRecord(kind, raw, stored)
  if ('prepared' in read) return read.prepared
  const [fault] = read.faults
  throw new Error(`The stored record has a fault: ${fault?.field} ${fault?.reason}.`)
}

const CHANGED: Record<KindName, ChangedKind> = {
  suppliers: 'supplier',
  products: 'product',
  customers: 'customer',
  orders: 'order',
  'supplier-orders': 'supplier-order',
}

/** Notes the created and changed records of a lot for the desks, by their codes. */
async function noteRecords(
  within: Transaction<Database>,
  { name }: Kind,
  { created, changed }: { created: readonly string[]; changed: readonly string[] },
): Promise<void> {
  const kind = CHANGED[name]
  await noteChanges(within, [
    ...created.map((code) => ({ kind, code, is_new: true })),
    ...changed.map((code) => ({ kind, code, is_new: false })),
  ])
}
