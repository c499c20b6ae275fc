import { sql, type Transaction } from 'kysely'
import { IMPORTED_KINDS } from '../../../domain/arrivals/arrival.ts'
import { noteChanges } from '../../changes/note-changes.ts'
import { isAmong, lockRows } from '../../db/dialect/dialect.ts'
import type { Database } from '../../db/schema.ts'
import type {
  ImportKind,
  Incoming,
  JudgeDeps,
  JudgedLot,
  Lot,
  LotOptions,
  RecordResult,
  Reference,
  Row,
  Unique,
} from './kind.ts'
import type { RawRecord } from './raw-record.ts'
import { readRecord } from './read-record.ts'
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

/**
 * Loads records that have different codes, in their order. Faulty ones are refused, and the others loaded.
 * @returns the results in the order of the records
 */
export async function loadLot(
  within: Transaction<Database>,
  kind: ImportKind,
  raws: readonly RawRecord[],
  options: LotOptions,
): Promise<RecordResult[]> {
  const { lot, results } = await judgeLot(kind, raws, {
    ...options,
    db: within,
    findOwners: (reference, codes) => ownersOf(within, reference, codes),
    lock: (ids) => lockRows(within, kind.table.name, ids),
  })
  await kind.write({ ...lot, within })
  return results
}

/** What `loadLot` would do with records. Writes nothing. */
export async function judgeLot(
  kind: ImportKind,
  raws: readonly RawRecord[],
  options: LotOptions & JudgeDeps,
): Promise<{ lot: JudgedLot; results: RecordResult[] }> {
  const keys = raws.flatMap(({ cells }) => cells[kind.keyField] || [])
  const stored = await storedRecords(options.db, kind, keys)
  const incoming: Incoming[] = []
  const results = raws.map((raw): RecordResult => {
    const before = stored.get(raw.cells[kind.keyField] ?? '') ?? null
    const read = readRecord(kind, raw, options.replaces ? null : before)
    if ('faults' in read) return { outcome: 'refused', faults: read.faults, isWork: false }
    const result: RecordResult = { outcome: 'unchanged', faults: read.notes, isWork: false }
    incoming.push({ ...read.prepared, raw, before, owner: null, isFinished: false, result })
    return result
  })
  const lot: JudgedLot = { ...options, kind, incoming }
  await kind.judge?.(lot)
  for (const one of lot.incoming) {
    if (one.before === null) one.result.outcome = 'created'
    else if (one.result.outcome === 'unchanged' && isChanged(one)) one.result.outcome = 'updated'
  }
  return { lot, results }
}

/** Refuses records whose second code belongs to another record. */
export async function refuseTaken(lot: JudgedLot, { field, column }: Unique): Promise<void> {
  const codes = lot.incoming.flatMap(({ also }) => also ?? [])
  const holders = await holdersOf(lot.db, lot.kind, column, codes)
  lot.incoming = lot.incoming.filter((one) => {
    const holder = holders.get(one.also ?? '') ?? one.key
    return holder === one.key || refuse(one, field, `belongs to ${holder} already`)
  })
}

/**
 * Refuses records that refer to a missing record, and completes the rows of the others.
 * @param columnsOf the columns that are calculated from the referenced record
 */
export async function linkOwners(
  lot: JudgedLot,
  reference: Reference,
  columnsOf: (one: Incoming, owner: Row & { id: number }) => Row,
): Promise<void> {
  const codes = lot.incoming.flatMap((one) => one.reference ?? [])
  const owners = await lot.findOwners(reference, codes)
  lot.incoming = lot.incoming.filter((one) => {
    const owner = owners.get(one.reference ?? '')
    if (!owner) return refuse(one, reference.field, `there is no ${reference.noun} ${one.reference}`)
    one.owner = owner
    one.row = { ...one.row, ...columnsOf(one, owner) }
    return true
  })
}

function refuse({ raw, result }: Incoming, field: string, reason: string): false {
  result.outcome = 'refused'
  result.faults = [{ line: raw.line, field, reason }]
  return false
}

/** Whether a record differs from the stored one. */
export function isChanged({ before, row, items }: Incoming): boolean {
  return before !== null && (isOther(row, before.row) || areOther(items, before.items))
}

/** The new records, the changed ones, and among these those with changed items, with the ids of their rows. */
interface Written {
  created: { id: number; key: string; items: readonly Row[] }[]
  changed: { id: number }[]
  withNewItems: { id: number; items: readonly Row[] }[]
}

/**
 * Adds the rows of new records, and updates those of records that differ from the stored ones.
 * @param complete adds the columns that the server sets in a new row, or in a changed one
 */
export async function upsert(
  { within, kind, incoming }: Lot,
  complete: (row: Row, isNew: boolean) => Row = (row) => row,
): Promise<Written> {
  const { name, key } = kind.table
  const created = incoming.filter(({ before }) => before === null)
  // Lists show the newest row first. The sort is stable.
  const ordered = created.toSorted((one, other) => compare(one.sort, other.sort))
  const rows = ordered.map(({ row }) => complete(row, true))
  const ids = await insertKeyed(within, name, rows, key)
  const changed = incoming
    .filter(isChanged)
    .flatMap((one) => (one.before ? { ...one, id: one.before.id } : []))
  await updateRows(
    within,
    name,
    changed.map(({ id, row }) => ({ ...complete(row, false), id })),
  )
  const changedKind = IMPORTED_KINDS[kind.name]
  await noteChanges(within, [
    ...created.map(({ key: code }) => ({ kind: changedKind, code, is_new: true })),
    ...changed.map(({ key: code }) => ({ kind: changedKind, code, is_new: false })),
  ])
  return {
    created: ordered.map(({ key, items }) => ({ id: ids.get(key) ?? 0, key, items })),
    changed,
    withNewItems: changed.filter(({ items, before }) => before !== null && areOther(items, before.items)),
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Replaces the items that have changed, and adds those of new records. */
export async function replaceLines({ within, kind }: Lot, { created, withNewItems }: Written): Promise<void> {
  if (!kind.table.items) return
  const { table, parent } = kind.table.items
  const changedIds = withNewItems.map(({ id }) => id)
  if (changedIds.length > 0) {
    await sql`delete from ${sql.table(table)} where ${isAmong(within, parent, changedIds)}`.execute(within)
  }
  const lines = [...created, ...withNewItems].flatMap(({ id, items }) =>
    items.map((item) => ({ ...item, [parent]: id })),
  )
  await insertRows(within, table, lines)
}

/** Lists the new and changed orders as those of their import. */
export async function noteImport(
  { within, importId = null }: Lot,
  { created, changed }: Written,
): Promise<void> {
  if (importId === null) return
  const ids = [...created, ...changed].map(({ id }) => id)
  await insertRows(
    within,
    'import_orders',
    ids.map((order_id) => ({ import_id: importId, order_id })),
  )
}

/** Sets the times of creation and change, unless the file has them. */
export function withTimes(now: string): (row: Row, isNew: boolean) => Row {
  return (row, isNew) =>
    isNew ? { created_at: now, updated_at: row.created_at ?? now, ...row } : { updated_at: now, ...row }
}
