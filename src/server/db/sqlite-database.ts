import { pathToFileURL } from 'node:url'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import { ConfigError } from '../platform/settings.ts'
import { databaseFile } from './connection.ts'
import { DatabaseFailure, embeddedError } from './failure.ts'
import type { Database } from './schema.ts'

/** Milliseconds to wait for another process that is about to end. */
const LOCK_WAIT_MS = 1000

/** Adapts an SQLite file to Kysely's own dialect, in this thread: for a command that serves no requests. */
export function sqliteDatabase(database: DatabaseSyncInstance): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        // A generator keeps the statement alive; the driver's iterator ends when the statement is garbage-collected.
        *iterate(parameters) {
          yield* statement.iterate(...parameters)
        },
      }
    },
  }
}

/**
 * Opens the existing embedded database for this process alone: until it is closed, no other process can open it.
 * @throws {ConfigError} if another process has it open
 */
export function openAlone(dataDir: string): Kysely<Database> {
  const url = pathToFileURL(databaseFile(dataDir))
  url.search = '?mode=rw'
  const database = new DatabaseSync(url)
  try {
    database.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}`)
    // Set before the first access. Each process that has the database open holds a shared lock on the file, also while
    // it is idle, so the exclusive one is refused.
    database.exec('pragma locking_mode = exclusive')
    database.exec('pragma foreign_keys = on')
    database.exec('begin exclusive; commit')
  } catch (error) {
    database.close()
    throw inUse(dataDir, error)
  }
  return new Kysely({ dialect: new SqliteDialect({ database: sqliteDatabase(database) }) })
}

function inUse(dataDir: string, error: unknown): unknown {
  const failure = error instanceof Error ? embeddedError(error) : error
  if (!(failure instanceof DatabaseFailure && failure.kind === 'busy')) return failure
  return new ConfigError(
    `DATA_DIR ${dataDir} is in use: stop the server, and all commands that use it, before moving.`,
  )
}
