import type { Kysely } from 'kysely'
import type { Database } from '../../../src/server/db/schema.ts'
import { freePort } from '../../browser/console-process.ts'
import type { DatabaseName } from '../scenario.ts'
import type { Cleanup } from './cleanup.ts'
import { type ConsoleOnTest, prepareConsole } from './console.ts'
import { createDatabase, type DatabaseOnTest, readDatabase } from './database.ts'

/** What a scenario works with. All that it starts is stopped when the scenario ends, however it ends. */
export interface Bench {
  databaseName: DatabaseName
  /** The first number in a full run, the second one in a quick run. */
  count(full: number, quick: number): number
  log(text: string): void
  defer(undo: () => unknown): void
  /** An empty database. @param parent the folder that its files are under */
  database(parent?: string): Promise<DatabaseOnTest>
  /** A server on a port of its own, started. @param settings as the README's table has them */
  console(database: DatabaseOnTest, settings?: NodeJS.ProcessEnv): Promise<ConsoleOnTest>
  /** Reads the database as another process does. */
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
      const port = String(await freePort())
      const console = prepareConsole({ ...database.settings, ...settings, PORT: port })
      cleanup.defer(() => console.kill())
      await console.start()
      return console
    },
    read: readDatabase,
  }
}
