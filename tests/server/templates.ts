import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { databaseFile, openDatabase } from '../../src/server/db/connection.ts'
import type { Database } from '../../src/server/db/schema.ts'
import { type Postgres, startPostgres } from './postgres-cluster.ts'

/**
 * Migrates a database of each kind, as the start of the server does, because a copy is made in a fraction of the time.
 * @returns a function that removes the embedded one; that of PostgreSQL ends with its cluster
 */
export async function makeTemplates(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-template-'))
  process.env.TEST_EMBEDDED_TEMPLATE = dataDir
  await migrated({ databaseUrl: null, dataDir })
  const postgres = await startPostgres()
  if (postgres !== null) {
    await migrated({ databaseUrl: postgres.url, dataDir: '' })
    process.env.TEST_POSTGRES_TEMPLATE = new URL(postgres.url).pathname.slice(1)
  }
  return () => rmSync(dataDir, { recursive: true, force: true })
}

async function migrated(place: Parameters<typeof openDatabase>[0]): Promise<void> {
  const db = await openDatabase(place)
  await db.destroy()
}

/** Puts a migrated, empty embedded database into a folder, which is created if it is missing. */
export function putMigrated(dataDir: string): void {
  const template = process.env.TEST_EMBEDDED_TEMPLATE
  if (template === undefined) throw new Error('The global set-up of this project makes no templates.')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  copyFileSync(databaseFile(template), databaseFile(dataDir))
}

/** Opens a new, empty embedded database in a folder. */
export function openNew(dataDir: string): Promise<Kysely<Database>> {
  putMigrated(dataDir)
  return openDatabase({ databaseUrl: null, dataDir })
}

/** A migrated, empty PostgreSQL database. Null if PostgreSQL is not installed. */
export function startMigratedPostgres(): Promise<Postgres | null> {
  return startPostgres(process.env.TEST_POSTGRES_TEMPLATE)
}
