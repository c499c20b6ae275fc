import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import Embedded from 'libsql'
import pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { writeLog } from '../log.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'

/** How long a write waits for another process's write to the same embedded database, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000

/** How long an answer waits for a connection to PostgreSQL, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000

/** OIDs of PostgreSQL's types: 64-bit integers (as counts are) and numeric arrive as text, dates as Date, unless read here. */
const INT8 = 20
const NUMERIC = 1700
const DATE = 1082

/**
 * Opens the database that the settings name — PostgreSQL with `databaseUrl`, else the embedded one in `dataDir` —
 * and brings its tables up to date. Close it with `destroy()`.
 * @throws {ConfigError} where there is no database to be had by the settings
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<Kysely<Database>> {
  const dialect = config.databaseUrl === null ? embedded(config.dataDir) : postgres(config.databaseUrl)
  const db = new Kysely<Database>({ dialect })
  try {
    await connect(db)
    await migrate(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function connect(db: Kysely<Database>): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    throw new ConfigError(`DATABASE_URL cannot be used: ${reasonOf(error)}.`)
  }
}

function embedded(dataDir: string): SqliteDialect {
  try {
    // The database holds the key that signs sessions: what is made here is for this user alone.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return new SqliteDialect({ database: openFile(join(dataDir, 'console.db')) })
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${reasonOf(error)}.`)
  }
}

/** Several addresses that all fail make an error without a message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

function openFile(path: string): Embedded.Database {
  // SQLite gives its other files the mode of this one.
  closeSync(openSync(path, 'a', 0o600))
  const database = new Embedded(path)
  // Before anything else: the first process to open a new file holds its lock while it changes the journal.
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  database.exec('pragma journal_mode = wal')
  // A commit is on the disk before it is acknowledged.
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  database.exec('pragma cache_size = -65536')
  return database
}

function postgres(connectionString: string): PostgresDialect {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  types.setTypeParser(NUMERIC, Number)
  types.setTypeParser(DATE, (day: string) => day)
  const pool = new pg.Pool({ connectionString, types, max: 10, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A connection that breaks is replaced by the next query; without a listener it would end the process. The pool
  // listens to the idle ones, and of one in use the query that it breaks tells.
  pool.on('error', (error) => {
    if (!pool.ending) writeLog(`Lost a connection to PostgreSQL: ${error.message}`)
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({ pool })
}
