import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile, openDatabase } from '../../src/server/db/connection.ts'
import type { Connections } from '../../src/server/db/named-connections.ts'
import { seedDemoData } from '../../src/server/demo/seed.ts'
import { type Postgres, startPostgres } from './postgres-cluster.ts'

/** The moment of the demo data: a quarter past midnight in Auckland, when little has happened on its day. */
export const DEMO_NOW = Date.parse('2026-11-19T11:15:00.000Z')

/**
 * Migrates a database of each kind, as the start of the server does, because a copy is made in a fraction of the time.
 * Another embedded one has the demo data.
 * @returns a function that removes the embedded ones; that of PostgreSQL ends with its cluster
 */
export async function makeTemplates(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'console-template-'))
  process.env.TEST_EMBEDDED_TEMPLATES = folder
  await migrated({ databaseUrl: null, dataDir: join(folder, 'migrated') })
  const demo = await openNew(join(folder, 'demo'))
  await seedDemoData(demo, DEMO_NOW)
  await demo.destroy()
  const postgres = await startPostgres()
  if (postgres !== null) {
    await migrated({ databaseUrl: postgres.url, dataDir: '' })
    process.env.TEST_POSTGRES_TEMPLATE = new URL(postgres.url).pathname.slice(1)
  }
  return () => rmSync(folder, { recursive: true, force: true })
}

async function migrated(place: Parameters<typeof openDatabase>[0]): Promise<void> {
  const db = await openDatabase(place)
  await db.destroy()
}

/** Puts a migrated, empty embedded database into a folder, which is created if it is missing. */
export const putMigrated = (dataDir: string): void => putCopy('migrated', dataDir)

/** Puts an embedded database with the demo data of `DEMO_NOW` into a folder, which is created if it is missing. */
export const putDemo = (dataDir: string): void => putCopy('demo', dataDir)

function putCopy(template: 'migrated' | 'demo', dataDir: string): void {
  const folder = process.env.TEST_EMBEDDED_TEMPLATES
  if (folder === undefined) throw new Error('The global set-up of this project makes no templates.')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  copyFileSync(databaseFile(join(folder, template)), databaseFile(dataDir))
}

/** Opens a new, empty embedded database in a folder. */
export function openNew(dataDir: string): Promise<Connections> {
  putMigrated(dataDir)
  return openDatabase({ databaseUrl: null, dataDir })
}

/** Opens a new embedded database with the demo data in a folder. */
export function openDemo(dataDir: string): Promise<Connections> {
  putDemo(dataDir)
  return openDatabase({ databaseUrl: null, dataDir })
}

/** A migrated, empty PostgreSQL database. Null if PostgreSQL is not installed. */
export function startMigratedPostgres(): Promise<Postgres | null> {
  return startPostgres(process.env.TEST_POSTGRES_TEMPLATE)
}
