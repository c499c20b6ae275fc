import { type Kysely, sql, type Transaction } from 'kysely'
import { isAmong, lotsOf, recordset } from '../../db/dialect/dialect.ts'
import type { Database } from '../../db/schema.ts'
import { type ImportKind, OWNER_CODE, type Reference, type Row, type Stored } from './kind.ts'

type Within = Transaction<Database>

/** Adds rows with ids in their order. A column missing in some rows is null there. */
export async function insertRows(within: Within, table: string, rows: readonly Row[]): Promise<void> {
  for (const lot of lotsOf(rows)) await insertion(within, table, lot).execute(within)
}

/**
 * Adds rows like `insertRows`.
 * @returns the new ids by the values of the column `key`
 */
export async function insertKeyed(
  within: Within,
  table: string,
  rows: readonly Row[],
  key: string,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const lot of lotsOf(rows)) {
    const inserted = await sql<{ id: number; key: string }>`${insertion(within, table, lot)}
      returning id, ${sql.ref(key)} as key`.execute(within)
    for (const { id, key } of inserted.rows) ids.set(key, id)
  }
  return ids
}

function insertion(within: Within, table: string, rows: readonly Row[]) {
  const columns = columnsOf(rows)
  return sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select * from ${recordset(within, table, columns, rows)} as given`
}

/** Changes the rows with these ids. Missing columns stay unchanged. */
export async function updateRows(
  within: Within,
  table: string,
  rows: readonly (Row & { id: number })[],
): Promise<void> {
  for (const lot of bySameColumns(rows).flatMap(lotsOf)) {
    const columns = columnsOf(lot)
    const set = columns
      .filter((column) => column !== 'id')
      .map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`)
    await sql`update ${sql.table(table)} set ${sql.join(set)}
      from ${recordset(within, table, columns, lot)} as given
      where given.id = ${sql.ref(`${table}.id`)}`.execute(within)
  }
}

function bySameColumns(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const columns = Object.keys(row).join()
    const group = groups.get(columns)
    if (group) group.push(row)
    else groups.set(columns, [row])
  }
  return [...groups.values()]
}

/** All columns of any row. */
function columnsOf(rows: readonly Row[]): string[] {
  const columns = new Set<string>()
  for (const row of rows) for (const column of Object.keys(row)) columns.add(column)
  return [...columns]
}

/** Whether any column of `row` differs from the stored row. */
export function isOther(row: Row, before: Row): boolean {
  return Object.keys(row).some((column) => before[column] !== row[column])
}

/** The same of rows in their order. */
export function areOther(rows: readonly Row[], before: readonly Row[]): boolean {
  return rows.length !== before.length || rows.some((row, index) => isOther(row, before[index] ?? {}))
}

/** The stored records of these codes, with their items and the code of the record that each belongs to. */
export async function storedRecords(
  db: Kysely<Database>,
  { table, references }: ImportKind,
  keys: readonly string[],
): Promise<Map<string, Stored>> {
  const owner = references
    ? sql`, (select ${sql.ref(references.key)} from ${sql.table(references.table)} as owner
        where owner.id = ${sql.ref(`${table.name}.${references.column}`)}) as ${sql.ref(OWNER_CODE)}`
    : sql``
  const found = await sql<Row & { id: number }>`select *${owner} from ${sql.table(table.name)}
    where ${isAmong(db, table.key, keys)}`.execute(db)
  const stored = new Map(
    found.rows.map((row): [string, Stored] => [String(row[table.key]), { id: row.id, row, items: [] }]),
  )
  if (!table.items || stored.size === 0) return stored
  const byId = new Map([...stored.values()].map((one) => [one.id, one]))
  const { table: items, parent } = table.items
  const rows = await sql<Row & { parent_id: number }>`select *, ${sql.ref(parent)} as parent_id
    from ${sql.table(items)} where ${isAmong(db, parent, [...byId.keys()])} order by id`.execute(db)
  for (const item of rows.rows) byId.get(item.parent_id)?.items.push(item)
  return stored
}

/** The referenced records of these codes. */
export async function ownersOf(
  db: Kysely<Database>,
  { table, key }: Reference,
  codes: readonly string[],
): Promise<Map<string, Row & { id: number }>> {
  const found = await sql<Row & { id: number }>`select * from ${sql.table(table)}
    where ${isAmong(db, key, [...new Set(codes)])}`.execute(db)
  return new Map(found.rows.map((row) => [String(row[key]), row]))
}

/** The codes of the records that have these second codes, see `Kind.unique`. */
export async function holdersOf(
  db: Kysely<Database>,
  { table }: ImportKind,
  column: string,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const found = await sql<{ also: string; key: string }>`
    select ${sql.ref(column)} as also, ${sql.ref(table.key)} as key from ${sql.table(table.name)}
    where ${isAmong(db, column, codes)}`.execute(db)
  return new Map(found.rows.map(({ also, key }) => [also, key]))
}
