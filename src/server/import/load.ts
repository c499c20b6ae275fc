import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { exclusively, isAmong } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import type { Kind, Prepared, Row, Table } from './kinds/kind.ts'
import { insertKeyed, insertRows, updateRows } from './kinds/rows.ts'
import type { Stage } from './stage.ts'
import { stagedLots } from './staged-lots.ts'

type Within = Transaction<Database>

/**
 * Pause between two lots, in milliseconds. Other processes poll for the lock of the embedded database, so it must
 * be free for a while; this process can do other work and free memory.
 */
const BREATH_MS = 20

/** Counts of the records of a kind. */
export interface Loaded {
  added: number
  changed: number
  same: number
  /** Records that differ from the file and are kept, because staff have acted on them. */
  kept: number
}

/**
 * Loads the records of a kind, oldest first, so that ids increase with time. Each lot is one transaction of complete
 * records. After an interruption, repeating the import completes it.
 * @param now formatted by `db/times.ts`
 * @param onRecords receives the number of records loaded since the last call
 */
export async function loadKind(
  db: Kysely<Database>,
  stage: Stage,
  kind: Kind,
  now: string,
  onRecords: (count: number) => void,
): Promise<Loaded> {
  const sum: Loaded = { added: 0, changed: 0, same: 0, kept: 0 }
  for await (const lot of stagedLots(stage, kind)) {
    const loaded = await exclusively(db, (within) => loadLot(within, kind.table, lot, now))
    sum.added += loaded.added
    sum.changed += loaded.changed
    sum.same += loaded.same
    sum.kept += loaded.kept
    onRecords(lot.length)
    await pause(BREATH_MS)
  }
  await kind.table.afterAll?.(db)
  return sum
}

/** A record with its new row. */
interface Incoming {
  key: string
  row: Row
  items: Row[]
}
type Owned = Incoming & { id: number }
/** A stored row. */
interface Standing {
  id: number
  row: Row
  items: Row[]
}

async function loadLot(within: Within, table: Table, lot: readonly Prepared[], now: string): Promise<Loaded> {
  const rows = table.link ? await table.link(within, lot) : lot.map(({ row }) => row)
  const records = lot.map(({ key, items }, index): Incoming => ({ key, row: rows[index] ?? {}, items }))
  const standing = await standingOf(
    within,
    table,
    lot.map(({ key }) => key),
  )
  const added = records.filter(({ key }) => !standing.has(key))
  const differing = records.flatMap((record) => {
    const before = standing.get(record.key)
    if (!before) return []
    const row = table.merge?.(record.row, before.row) ?? record.row
    const merged = { ...record, row, id: before.id }
    return differs(merged, before) ? [merged] : []
  })
  const kept = await keptOf(within, table, differing)
  const changed = differing.filter(({ id }) => !kept.has(id))
  await add(within, table, added, now)
  await change(within, table, changed, now)
  const same = lot.length - added.length - differing.length
  return { added: added.length, changed: changed.length, same, kept: differing.length - changed.length }
}

async function keptOf(within: Within, table: Table, records: readonly Owned[]): Promise<Set<number>> {
  if (!table.keptAsIs || records.length === 0) return new Set()
  return table.keptAsIs(
    within,
    records.map(({ id }) => id),
  )
}

/** The stored rows by their code, with their items. */
async function standingOf(within: Within, table: Table, keys: string[]): Promise<Map<string, Standing>> {
  const found = await sql<Row & { id: number }>`select * from ${sql.table(table.name)}
    where ${isAmong(within, table.key, keys)}`.execute(within)
  const standing = new Map(
    found.rows.map((row): [string, Standing] => [String(row[table.key]), { id: row.id, row, items: [] }]),
  )
  if (!table.items || standing.size === 0) return standing
  const byId = new Map([...standing.values()].map((one) => [one.id, one]))
  const { table: itemTable, parent } = table.items
  const items = await sql<Row & { parent_id: number }>`select *, ${sql.ref(parent)} as parent_id
    from ${sql.table(itemTable)} where ${isAmong(within, parent, [...byId.keys()])} order by id`.execute(
    within,
  )
  for (const item of items.rows) byId.get(item.parent_id)?.items.push(item)
  return standing
}

/** Whether any column in the file differs from the stored row. */
function differs(record: Incoming, before: Standing): boolean {
  if (isOther(record.row, before.row)) return true
  if (record.items.length !== before.items.length) return true
  return record.items.some((item, index) => isOther(item, before.items[index] ?? {}))
}

function isOther(row: Row, before: Row): boolean {
  return Object.keys(row).some((column) => before[column] !== row[column])
}

async function add(within: Within, table: Table, records: readonly Incoming[], now: string): Promise<void> {
  const { defaults, name, key } = table
  const rows = records.map(({ row }) => (defaults ? { ...defaults(row, now), ...row } : row))
  const ids = await insertKeyed(within, name, rows, key)
  const added = records.map(({ key, row, items }) => ({ key, row, items, id: ids.get(key) ?? 0 }))
  await addItems(within, table, added)
}

async function change(within: Within, table: Table, records: readonly Owned[], now: string): Promise<void> {
  if (records.length === 0) return
  const { name, touch, items, afterChange } = table
  const ids = records.map(({ id }) => id)
  await updateRows(
    within,
    name,
    records.map(({ id, row }) => ({ ...touch?.(now), ...row, id })),
  )
  if (items) {
    await sql`delete from ${sql.table(items.table)} where ${isAmong(within, items.parent, ids)}`.execute(
      within,
    )
  }
  await addItems(within, table, records)
  await afterChange?.(within, ids)
}

async function addItems(within: Within, { items }: Table, records: readonly Owned[]): Promise<void> {
  if (!items) return
  const { table, parent } = items
  const rows = records.flatMap(({ id, items }) => items.map((item) => Object.assign(item, { [parent]: id })))
  await insertRows(within, table, rows)
}
