import { type Kysely, sql } from 'kysely'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { type Kind, OWNER_CODE, type Row } from './kinds/kind.ts'
import type { Stored } from './kinds/read-record.ts'

/** The stored records of these codes, with their items and the code of the record that each belongs to. */
export async function storedRecords(
  db: Kysely<Database>,
  { table, references }: Kind,
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
  { table, key }: NonNullable<Kind['references']>,
  codes: readonly string[],
): Promise<Map<string, Row & { id: number }>> {
  const found = await sql<Row & { id: number }>`select * from ${sql.table(table)}
    where ${isAmong(db, key, [...new Set(codes)])}`.execute(db)
  return new Map(found.rows.map((row) => [String(row[key]), row]))
}

/** The codes of the records that own these unique codes. */
export async function holdersOf(
  db: Kysely<Database>,
  { table, unique }: Kind,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (!unique || codes.length === 0) return new Map()
  const found = await sql<{ also: string; key: string }>`
    select ${sql.ref(unique.column)} as also, ${sql.ref(table.key)} as key from ${sql.table(table.name)}
    where ${isAmong(db, unique.column, codes)}`.execute(db)
  return new Map(found.rows.map(({ also, key }) => [also, key]))
}
