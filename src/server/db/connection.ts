import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Config } from '../platform/config.ts'
import { parsePostgresAddress } from '../platform/postgres-address.ts'
import { ConfigError, DEFAULT_DATA_DIR } from '../platform/settings.ts'
import { isPostgres } from './dialect/dialect.ts'
import { embeddedBackend } from './embedded.ts'
import { DatabaseFailure } from './failure.ts'
import { migrate, newerMigrations } from './migrate.ts'
import { type Connections, connectionsTo } from './named-connections.ts'
import { postgresBackend } from './postgres.ts'
import { REFUSES_WRITES } from './postgres-servers.ts'
import type { Database } from './schema.ts'

export type DatabasePlace = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databaseListenUrl'>>

/**
 * Opens the configured database — PostgreSQL with `databaseUrl`, otherwise the embedded one in `dataDir` —
 * and applies missing migrations. Close it with `destroy()`.
 * @param isPatient for a command of the operator, whose statements have no time limit
 * @param migrates false for a command that only reads, beside a server of another version
 * @throws {ConfigError} if the configured database cannot be opened
 */
export async function openDatabase(
  place: DatabasePlace,
  { isPatient = false, migrates = true } = {},
): Promise<Connections> {
  const db = connect(place, isPatient)
  try {
    await refuseUnreachable(db, place)
    await refuseNewer(db, place)
    if (migrates) {
      await refuseNoWrites(db)
      await migrate(db.patient)
    }
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

/** Which database it is, without user and password: the whole path of its file, or its server and its name. */
export function nameOfDatabase({ databaseUrl, dataDir }: DatabasePlace): string {
  if (databaseUrl === null) return resolve(databaseFile(dataDir))
  const address = parsePostgresAddress(databaseUrl)
  const [first] = 'fault' in address ? [] : address.servers
  if ('fault' in address || first === undefined || !URL.canParse(first.url)) return 'PostgreSQL'
  const names = address.servers.map(({ name }) => name)
  return `PostgreSQL ${names.join(',')}${new URL(first.url).pathname}`
}

/** The default folder of some earlier versions. All copies of the project in one folder shared it. */
const FORMER_DATA_DIR = '../data'

/** A sentence about a database in the default folder of earlier versions; null if there is none, or it is not the default. */
export function formerDatabase({ databaseUrl, dataDir }: DatabasePlace): string | null {
  if (databaseUrl !== null || dataDir !== DEFAULT_DATA_DIR) return null
  const former = databaseFile(FORMER_DATA_DIR)
  if (!existsSync(former)) return null
  return `${resolve(former)} is not used: earlier versions created it there. To continue with it, stop the server and move it with all files of that folder to ${resolve(dataDir)}, or set DATA_DIR=${FORMER_DATA_DIR}.`
}

/** @throws {ConfigError} if the settings name an embedded database that does not exist */
export function refuseNoDatabase(place: DatabasePlace): void {
  if (place.databaseUrl !== null || existsSync(databaseFile(place.dataDir))) return
  const remedy = formerDatabase(place) ?? "Set DATA_DIR to the server's folder, or start the server once."
  throw new ConfigError(`DATA_DIR ${resolve(place.dataDir)} holds no database. ${remedy}`)
}

/** @throws {ConfigError} if a newer version has migrated the tables, which this one would not understand */
export async function refuseNewer(db: Kysely<Database>, place: DatabasePlace): Promise<void> {
  const newer = await newerMigrations(db)
  if (newer.length === 0) return
  throw new ConfigError(
    `A newer version has used ${nameOfDatabase(place)} (${newer.join(', ')}): start that version, or restore the backup from before its first start.`,
  )
}

/** @throws {ConfigError} if a server cannot have all connections that it may need at the same time */
export async function refuseFewConnections(db: Connections): Promise<void> {
  await db.check().catch((error: unknown) => {
    throw error instanceof DatabaseFailure
      ? new ConfigError(`DATABASE_URL cannot be used: ${error.message}.`)
      : error
  })
}

async function refuseUnreachable(db: Connections, place: DatabasePlace): Promise<void> {
  try {
    await sql`select 1`.execute(db.reads.record)
  } catch (error) {
    throw unusable(place, error)
  }
}

/** @throws {ConfigError} for a standby and a server that was set to read only */
async function refuseNoWrites(db: Connections): Promise<void> {
  if (!isPostgres(db)) return
  const { rows } = await sql<{ refuses: boolean }>`select ${sql.raw(REFUSES_WRITES)} as refuses`.execute(
    db.reads.record,
  )
  if (rows[0]?.refuses) {
    throw new ConfigError(
      'DATABASE_URL leads to a server that accepts no writes, such as a standby: name the primary, or all servers with target_session_attrs=read-write.',
    )
  }
}

function unusable({ databaseUrl, dataDir }: DatabasePlace, error: unknown): ConfigError {
  const setting = databaseUrl === null ? `DATA_DIR ${dataDir}` : 'DATABASE_URL'
  return new ConfigError(`${setting} cannot be used: ${reasonOf(error)}.`)
}

function connect(
  { databaseUrl, databaseListenUrl = null, dataDir }: DatabasePlace,
  isPatient: boolean,
): Connections {
  if (databaseUrl !== null) {
    const backend = postgresBackend({ address: databaseUrl, isPooled: databaseListenUrl !== null, isPatient })
    return connectionsTo(backend, {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    })
  }
  makeFile(dataDir)
  return connectionsTo(embeddedBackend(databaseFile(dataDir), isPatient), {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  })
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
