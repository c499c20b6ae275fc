import type { Kysely } from 'kysely'
import type { Database } from '../../../src/server/db/schema.ts'
import { freePort } from '../../browser/console-process.ts'
import type { DatabaseName } from '../scenario.ts'
import type { Cleanup } from './cleanup.ts'
import { type ConsoleOnTest, prepareConsole } from './console.ts'
import { createDatabase, type DatabaseOnTest, readDatabase } from './database.ts'

/**
 * The environment of a scenario. Everything that it starts is stopped when the scenario ends, even after an error.
 */
export interface Bench {
  databaseName: DatabaseName
  /** Chooses between the number for a full run and that for a quick run. */
  count(full: number, quick: number): number
  log(text: string): void
  defer(undo: () => unknown): void
  /**
   * An empty database.
   * @param parent folder of its files
   */
  database(parent?: string): Promise<DatabaseOnTest>
  /**
   * A running server on a port of its own.
   * @param settings environment variables, see docs/operations.md
   */
  console(database: DatabaseOnTest, settings?: NodeJS.ProcessEnv): Promise<ConsoleOnTest>
  /** Reads the database from another process. */
  read<T>(database: DatabaseOnTest, work: (db: Kysely<Database>) => Promise<T>): Promise<T>
}

export function createBench(
  databaseName: DatabaseName,
  cleanup: Cleanup,
  isQuick: boolean,
  log: (text: string) => void,
): Bench {
  return {
    databaseName,
    count: (full, quick) => (isQuick ? quick : full),
    log,
    defer: cleanup.defer,
    database: (parent) => createDatabase(databaseName, cleanup, parent),
    async console(database, settings = {}) {
      const port = String(await keptPort())
      const console = prepareConsole({ ...database.settings, ...settings, PORT: port })
      cleanup.defer(() => console.kill())
      await console.start()
      return console
    },
    read: readDatabase,
  }
}

/** Ports below those that the system gives to outgoing connections, which may take one while a server is restarted. */
const KEPT = { from: 20_000, count: 12_000 }

/** A free port that no outgoing connection takes. */
async function keptPort(): Promise<number> {
  const wanted = KEPT.from + Math.floor(Math.random() * KEPT.count)
  return freePort(wanted).catch(() => keptPort())
}
