import { DatabaseSync } from '@photostructure/sqlite'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { databaseFile, openDatabase } from '../../src/server/db/connection.ts'
import type { Database } from '../../src/server/db/schema.ts'

const MANY = 1_000_000
/** First code of the generated orders: seven digits, so that they differ from the demo's. */
const FIRST_CODE = 2_000_000

type Connection = Kysely<Database>

type Multiplied = 'orders' | 'order_items' | 'customers' | 'products' | 'email_events'

async function columnsOf(db: Connection, name: Multiplied, without: string[]): Promise<string[]> {
  const row = await db.selectFrom(name).selectAll().limit(1).executeTakeFirstOrThrow()
  return Object.keys(row).filter((column) => !without.includes(column))
}

const list = (columns: string[]) => sql.join(columns.map((column) => sql.ref(column)))
const listOf = (table: string, columns: string[]) =>
  sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))

/**
 * Multiplies the demo to a large business: a million orders, a hundred times the customers and products, and
 * 750,000 e-mail events; in proportion for fewer orders.
 * @param settings of the database, which contains the demo data
 */
export async function multiply(
  settings: { databaseUrl: string | null; dataDir: string },
  orders = MANY,
): Promise<void> {
  const times = (most: number) => Math.max(2, Math.round((most * orders) / MANY))
  const db = await openDatabase(settings, { isPatient: true })
  try {
    await multiplyOrders(db, orders)
    await addCopies(db, 'customers', ['code'], times(100))
    await addCopies(db, 'products', ['code', 'cms_id'], times(100))
    await addCopies(db, 'email_events', ['email_id'], times(250))
  } finally {
    await db.destroy()
  }
  await tidy(settings)
}

/** Does the maintenance that a running database does automatically. Not possible in a transaction. */
async function tidy({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null
  dataDir: string
}): Promise<void> {
  if (databaseUrl === null) {
    const file = new DatabaseSync(databaseFile(dataDir))
    file.exec('vacuum; analyze')
    file.close()
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** Copies rows until the table has `times` as many rows as before. The named columns get unique values. */
async function addCopies(db: Connection, name: Multiplied, named: string[], times: number): Promise<void> {
  const columns = await columnsOf(db, name, ['id', ...named])
  const names = named.map((column) => sql`${sql.ref(column)} || '-' || copy`)
  await sql`with recursive times(copy) as (select 1 union all select copy + 1 from times
      where copy < ${sql.lit(times - 1)})
    insert into ${sql.ref(name)} (${list([...named, ...columns])})
    select ${sql.join([...names, list(columns)])} from ${sql.ref(name)} cross join times order by copy, id`.execute(
    db,
  )
}

/**
 * Copies each order of the demo with its items, under codes of their own and in order of time. Removes the demo's
 * own orders. A few statements suffice, the same on both databases.
 */
async function multiplyOrders(db: Connection, many: number): Promise<void> {
  const { count, last } = await db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number>('id').as('last')])
    .executeTakeFirstOrThrow()
  const copies = Math.ceil(many / count)
  const columns = await columnsOf(db, 'orders', ['id', 'code', 'search_text'])
  const itemColumns = await columnsOf(db, 'order_items', ['id', 'order_id'])
  const ranked = sql`ranked as (select orders.*, row_number() over (order by id) - 1 as place from orders)`
  const times = sql`times(copy) as (select 0 union all select copy + 1 from times where copy < ${sql.lit(copies - 1)})`
  const number = sql`(ranked.place * ${sql.lit(copies)} + times.copy)`
  const id = sql`(${number} + ${sql.lit(last + 1)})`
  const code = sql`cast(${number} + ${sql.lit(FIRST_CODE)} as text)`
  await db.transaction().execute(async (within) => {
    await sql`with recursive ${times}, ${ranked}
      insert into orders (id, code, search_text, ${list(columns)})
      select ${id}, ${code}, replace(search_text, code, ${code}), ${list(columns)}
      from ranked cross join times order by 1 limit ${sql.lit(many)}`.execute(within)
    await sql`with recursive ${times}, ${ranked}
      insert into order_items (order_id, ${list(itemColumns)})
      select ${id}, ${listOf('order_items', itemColumns)}
      from ranked cross join times join order_items on order_items.order_id = ranked.id
      where ${number} < ${sql.lit(many)} and ranked.id <= ${sql.lit(last)} order by 1`.execute(within)
    for (const table of ['order_items', 'order_events', 'outbox'] as const) {
      await within.deleteFrom(table).where('order_id', '<=', last).execute()
    }
    await within.deleteFrom('orders').where('id', '<=', last).execute()
    await within.deleteFrom('order_days').execute()
    await sql`insert into order_days (day, first_id, last_id)
      select substr(ordered_at, 1, 10), min(id), max(id) from orders group by 1`.execute(within)
  })
}
