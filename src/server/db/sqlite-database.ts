import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { SqliteDatabase } from 'kysely'

/** An SQLite file for Kysely's own dialect, in this thread: for a command that serves nobody else meanwhile. */
export function sqliteDatabase(database: DatabaseSyncInstance): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        // A generator holds the statement: the driver's own iterator does not, and ends when it is collected.
        *iterate(parameters) {
          yield* statement.iterate(...parameters)
        },
      }
    },
  }
}
