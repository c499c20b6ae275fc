import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../../../src/server/db/schema.ts'
import { sqliteDatabase } from '../../../src/server/db/sqlite-database.ts'
import type { TestDatabase } from '../databases.ts'
import { startPostgres } from '../postgres-cluster.ts'

/** Runs a test of migrations on another database of the same kind, which has no tables yet. */
export async function withEmptyDatabase(
  { place }: TestDatabase,
  run: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const postgres = place.databaseUrl === null ? null : await startPostgres()
  const dialect = postgres
    ? new PostgresDialect({ pool: poolOf(postgres.url) })
    : new SqliteDialect({ database: sqliteDatabase(new DatabaseSync(':memory:')) })
  const db = new Kysely<Database>({ dialect })
  try {
    await run(db)
  } finally {
    await db.destroy()
    await postgres?.stop()
  }
}

/** The removal of the database may close a connection that the pool is closing, which is no failure of the test. */
function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString })
  return pool.on('error', () => undefined)
}
