import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { type Config, ConfigError } from '../platform/config.ts'
import { embeddedBackend } from './backend.ts'
import { driverOf } from './driver.ts'
import { DatabaseFailure } from './failure.ts'
import { migrate } from './migrate.ts'
import { postgresBackend } from './postgres.ts'
import type { Database } from './schema.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * Opens the configured database — PostgreSQL with `databaseUrl`, otherwise the embedded one in `dataDir` —
 * and applies missing migrations. Close it with `destroy()`.
 * @param isPatient for a command of the operator, whose statements have no time limit
 * @param migrates false for a command that only reads, beside a server of another version
 * @throws {ConfigError} if the configured database cannot be opened
 */
export async function openDatabase(
  place: Place,
  { isPatient = false, migrates = true } = {},
): Promise<Kysely<Database>> {
  const db = new Kysely<Database>({ dialect: dialectOf(place, isPatient) })
  try {
    await connect(db, place)
    if (migrates) await migrate(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error instanceof DatabaseFailure ? unusable(place, error) : error
  }
}

/** The file of the embedded database. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'console.db')
}

async function connect(db: Kysely<Database>, place: Place): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    throw unusable(place, error)
  }
}

function unusable({ databaseUrl, dataDir }: Place, error: unknown): ConfigError {
  const setting = databaseUrl === null ? `DATA_DIR ${dataDir}` : 'DATABASE_URL'
  return new ConfigError(`${setting} cannot be used: ${reasonOf(error)}.`)
}

function dialectOf({ databaseUrl, dataDir }: Place, isPatient: boolean): Dialect {
  if (databaseUrl !== null) {
    return {
      createDriver: () => driverOf(postgresBackend(databaseUrl, isPatient)),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    }
  }
  makeFile(dataDir)
  return {
    createDriver: () => driverOf(embeddedBackend(databaseFile(dataDir), isPatient)),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Creates a missing file. It will contain the key that signs sessions, so only this user may read it. */
function makeFile(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // SQLite gives its other files the same mode.
    closeSync(openSync(databaseFile(dataDir), 'a', 0o600))
  } catch (error) {
    throw unusable({ databaseUrl: null, dataDir }, error)
  }
}

/** If all addresses of a host fail, the error has no message of its own; the first address has one. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (error instanceof DatabaseFailure && error.cause) return reasonOf(error.cause)
  return error instanceof Error ? error.message : String(error)
}
