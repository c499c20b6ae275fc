import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { openDatabase, refuseNewer, refuseNoDatabase } from '../db/connection.ts'
import { exclusively, isAmong } from '../db/dialect/dialect.ts'
import { embeddedError } from '../db/failure.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/schema.ts'
import { openAlone } from '../db/sqlite-database.ts'
import { readConfig } from '../platform/config.ts'
import { isProgram } from '../platform/launcher.ts'
import { ConfigError } from '../platform/settings.ts'
import { plainTable, runCommandLine } from './command-line.ts'

const USAGE = 'Name the database to move to: npm run move -- postgres://user:password@host/database.'

/**
 * Moves the embedded database of the settings to the PostgreSQL database that the words name. No server can use it
 * meanwhile, so none of its changes is left behind.
 * @returns the summary to print
 * @throws {ConfigError} if a word or a setting is wrong, or a database cannot be opened or moved
 */
export async function runMoveCommand(
  [address, ...others]: readonly string[],
  { DATABASE_URL, ...env }: NodeJS.ProcessEnv,
): Promise<string> {
  if (address === undefined || others.length > 0) throw new ConfigError(USAGE)
  if (DATABASE_URL) throw new ConfigError('DATABASE_URL is set: the data is in PostgreSQL already.')
  const { dataDir } = readConfig(env)
  refuseNoDatabase({ databaseUrl: null, dataDir })
  const { databaseUrl } = readConfig({ ...env, DATABASE_URL: address })
  const source = openAlone(dataDir)
  try {
    await refuseNewer(source, { databaseUrl: null, dataDir })
    await migrate(source)
    const target = await openDatabase({ databaseUrl, dataDir }, { isPatient: true })
    try {
      const moved: MovedTable[] = []
      await moveData(source, target.patient, (table) => moved.push(table))
      return summary(moved)
    } finally {
      await target.destroy()
    }
  } catch (error) {
    throw error instanceof Error ? embeddedError(error) : error
  } finally {
    await source.destroy()
  }
}

function summary(moved: readonly MovedTable[]): string {
  const rows = moved.map(({ table, rows, checksum }) => [table, String(rows), checksum.slice(0, 16)])
  return `${plainTable([['Table', 'Rows', 'SHA-256'], ...rows])}
Every row arrived as it is. Set DATABASE_URL and start the server; keep DATA_DIR until you are sure.
`
}

/** Number of rows in memory at a time. */
const LOT = 1000

type Row = Record<string, unknown>
type Connection = Kysely<Database>

/** A table that was moved, with the same rows in both databases. */
interface MovedTable {
  table: TableName
  rows: number
  /** SHA-256 of its rows in key order. */
  checksum: string
}

/**
 * Copies all rows of the embedded database into an empty PostgreSQL database and compares them one by one, in one
 * transaction: if anything differs, nothing is moved. The source accepts no writes meanwhile.
 * @param onTable called after each table has been compared
 * @throws {ConfigError} if the target contains data, or a row differs
 */
async function moveData(
  source: Connection,
  target: Connection,
  onTable: (moved: MovedTable) => void,
): Promise<void> {
  await exclusively(source, (from) =>
    exclusively(target, async (to) => {
      await refuseData(to)
      for (const table of tableNames()) await copyTable(from, to, table)
      // Compared only after all tables are copied, because triggers write into other tables.
      for (const table of tableNames()) onTable(await compareTable(from, to, table))
      for (const table of tableNames()) await continueNumbers(to, table)
    }),
  )
}

function tableNames(): TableName[] {
  const names: TableName[] = []
  for (const name in TABLES) if (isTable(name)) names.push(name)
  return names
}

function isTable(name: string): name is TableName {
  return Object.hasOwn(TABLES, name)
}

async function refuseData(to: Connection): Promise<void> {
  for (const table of tableNames()) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(to)
    if (rows.length > 0) {
      throw new ConfigError(`The PostgreSQL database has data already (${table}): name an empty one.`)
    }
  }
}

async function copyTable(from: Connection, to: Connection, table: TableName): Promise<void> {
  // Deletes rows that triggers of earlier tables have written.
  await sql`delete from ${sql.table(table)}`.execute(to)
  for await (const rows of lotsOf(from, table)) {
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(
      to,
    )
  }
}

/** Compares all rows. Counts and checksums are equal if the rows are, and are only reported. */
async function compareTable(from: Connection, to: Connection, table: TableName): Promise<MovedTable> {
  const key = TABLES[table]
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of lotsOf(from, table)) {
    const keys = rows.map((row) => keyOf(row, key))
    const { rows: there } =
      await sql<Row>`select * from ${sql.table(table)} where ${isAmong(to, key, keys)}`.execute(to)
    const arrived = new Map(there.map((row) => [row[key], textOf(row)]))
    for (const row of rows) {
      const text = textOf(row)
      if (arrived.get(row[key]) !== text) {
        throw new ConfigError(`Nothing was moved: ${table} ${row[key]} did not arrive as it is.`)
      }
      hash.update(text)
      count += 1
    }
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(to)
  if (Number(rows[0]?.count) !== count) {
    throw new ConfigError(`Nothing was moved: ${table} has ${rows[0]?.count} rows there and ${count} here.`)
  }
  return { table, rows: count, checksum: hash.digest('hex') }
}

/**
 * Lets new ids continue after the highest one: tracking codes and addresses of records contain ids, so none may be
 * used twice.
 */
async function continueNumbers(to: Connection, table: TableName): Promise<void> {
  const key = TABLES[table]
  const { rows } = await sql<{ sequence: string | null }>`
    select pg_get_serial_sequence(${table}, ${key}) as sequence`.execute(to)
  const sequence = rows[0]?.sequence
  // The sequence of an empty table keeps its initial value.
  if (sequence) {
    await sql`select setval(${sequence}::regclass, max(${sql.ref(key)})) from ${sql.table(table)}
      having max(${sql.ref(key)}) is not null`.execute(to)
  }
}

/** All rows of a table in key order, in lots. */
async function* lotsOf(from: Connection, table: TableName): AsyncGenerator<Row[]> {
  const key = sql.ref(TABLES[table])
  let after: string | number | null = null
  for (;;) {
    const further = after === null ? sql`` : sql`where ${key} > ${after}`
    const query = sql<Row>`select * from ${sql.table(table)} ${further} order by ${key} limit ${LOT}`
    const { rows }: { rows: Row[] } = await query.execute(from)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = keyOf(last, TABLES[table])
  }
}

function keyOf(row: Row, key: string): string | number {
  const value = row[key]
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`A row has no ${key}.`)
}

/** The same text for equal rows, whatever the order of their columns. */
function textOf(row: Row): string {
  return JSON.stringify(
    Object.keys(row)
      .sort()
      .map((name) => [name, row[name]]),
  )
}

/**
 * All tables with data and their primary keys, each after the tables that it references. Without `changes`:
 * reconnected desks request everything anew.
 */
const TABLES = {
  signing_keys: 'id',
  sessions: 'token_id',
  used_sign_ins: 'id',
  customers: 'id',
  products: 'id',
  product_barcodes: 'id',
  orders: 'id',
  order_items: 'id',
  order_events: 'id',
  order_days: 'day',
  outbox: 'id',
  email_events: 'id',
  suppliers: 'id',
  supplier_orders: 'id',
  supplier_order_items: 'id',
  quotes: 'id',
  claims: 'quote_id',
  released_claims: 'quote_id',
  consignments: 'id',
  consignment_parts: 'id',
  consignment_events: 'id',
  label_prints: 'id',
  manifests: 'id',
  print_jobs: 'job',
  rate_card_bookings: 'id',
  webhook_endpoints: 'id',
  webhook_events: 'id',
  webhook_deliveries: 'id',
  verified_addresses: 'id',
  export_tickets: 'id',
  saved_views: 'id',
  api_keys: 'id',
  leases: 'name',
  arrivals: 'id',
  arrival_corrections: 'id',
  arrival_sources: 'source',
  arrival_hours: 'id',
  imports: 'id',
  import_orders: 'entry',
  feed_messages: 'id',
  feed_orders: 'key',
  feed_cursors: 'key',
  pick_runs: 'id',
  pick_run_orders: 'id',
  pick_lines: 'id',
  pick_parts: 'id',
  pick_ticks: 'id',
} as const satisfies Record<Exclude<keyof Database, 'schema_migrations' | 'changes'>, string>

type TableName = keyof typeof TABLES

if (isProgram(import.meta.url)) {
  await runCommandLine(async (words) => {
    process.stdout.write(await runMoveCommand(words, process.env))
  })
}
