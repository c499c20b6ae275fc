import type { Kysely } from 'kysely'

/**
 * A connection without the types of today's tables: a released migration changes the tables of its own day, so it
 * spells out the columns that it reads and writes.
 */
export type MigrationConnection = Pick<Kysely<unknown>, 'schema' | 'getExecutor'>

/**
 * One change of the tables. Released migrations are frozen: they import only each other's helpers and `isPostgres`, so
 * that an old database is migrated in the same way however the rest of the server changes.
 */
export interface Migration {
  name: string
  up(db: MigrationConnection): Promise<void>
}
