import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { SqliteDatabase } from 'kysely'

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
