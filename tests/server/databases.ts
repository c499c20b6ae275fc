import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openDatabase } from '../../src/server/db/connection.ts'
import type { Connections } from '../../src/server/db/named-connections.ts'
import { seedDemoData } from '../../src/server/demo/seed.ts'
import { type Postgres, startPostgres } from './postgres-cluster.ts'
import { DEMO_NOW, putDemo, putMigrated, startMigratedPostgres } from './templates.ts'

/** Where a database is. */
export type Place = Parameters<typeof openDatabase>[0]

/** A migrated, empty database. */
export interface TestDatabase {
  readonly db: Connections
  readonly place: Place
  /** Another connection to the same data, as of another process or after a restart. */
  openAgain(): Promise<Connections>
  /**
   * Declares tests that run on one database only, the embedded one, although those around them run on each: what they
   * prove happens before or after its statements, such as the parsing of a request, and tests around them or of other
   * files run the same statements on each. Tests of what statements do, transactions, claims and constraints run on each.
   */
  once(tests: () => void): void
}

type Tests = (database: TestDatabase) => void

/** What a database contains before its tests. */
type Content = 'nothing' | 'tables' | 'demo data'

/** Runs the tests on the embedded database and, if available, on PostgreSQL. */
export function onEachDatabase(tests: Tests): void {
  onEmbedded(tests)
  onPostgres(tests)
}

/** The same, on databases that are migrated from nothing instead of copied. */
export function onEachNewDatabase(tests: Tests): void {
  onEmbedded(tests, 'nothing')
  onPostgres(tests, 'nothing')
}

/** The same, with the demo data of `DEMO_NOW`. */
export function onEachDemo(tests: Tests): void {
  onEmbedded(tests, 'demo data')
  onPostgres(tests, 'demo data')
}

/** Runs the tests on the embedded database only, by the same rule as `once`. */
export function onEmbedded(tests: Tests, content: Content = 'tables'): void {
  describe('embedded database', () => tests(embedded(content)))
}

/** The same, with the demo data of `DEMO_NOW`. */
export const onEmbeddedDemo = (tests: Tests): void => onEmbedded(tests, 'demo data')

/** Runs the tests on PostgreSQL only, if available. */
export function onPostgres(tests: Tests, content: Content = 'tables'): void {
  describe.runIf(hasPostgres())('PostgreSQL', () => tests(postgres(content)))
}

/** The databases of `onEachDatabase` by name, for tests that use them together. */
export function eachDatabase(): Map<string, TestDatabase> {
  const databases = new Map([['embedded database', embedded('tables')]])
  if (hasPostgres()) databases.set('PostgreSQL', postgres('tables'))
  return databases
}

function hasPostgres(): boolean {
  return Boolean(process.env.TEST_POSTGRES_URL) || process.env.REQUIRE_POSTGRES === '1'
}

function embedded(content: Content): TestDatabase {
  let folder = ''
  return opened(
    async () => {
      folder = mkdtempSync(join(tmpdir(), 'console-test-'))
      if (content === 'tables') putMigrated(folder)
      if (content === 'demo data') putDemo(folder)
      return { databaseUrl: null, dataDir: folder }
    },
    async () => rmSync(folder, { recursive: true, force: true }),
    (tests) => tests(),
  )
}

function postgres(content: Content): TestDatabase {
  let database: Postgres | null = null
  return opened(
    async () => {
      database = await (content === 'nothing' ? startPostgres() : startMigratedPostgres())
      return { databaseUrl: database?.url ?? null, dataDir: '' }
    },
    async () => database?.stop(),
    () => undefined,
    async (db) => {
      if (content === 'demo data') await seedDemoData(db, DEMO_NOW)
    },
  )
}

function opened(
  start: () => Promise<Place>,
  stop: () => Promise<void>,
  once: TestDatabase['once'],
  fill?: (db: Connections) => Promise<void>,
): TestDatabase {
  let place: Place | undefined
  const connections: Connections[] = []
  const openAgain = async () => {
    if (place === undefined) throw new Error('The database is not there yet.')
    const db = await openDatabase(place)
    connections.push(db)
    return db
  }
  beforeAll(async () => {
    place = await start()
    const db = await openAgain()
    await fill?.(db)
  })
  afterAll(async () => {
    for (const db of connections) await db.destroy()
    await stop()
  })
  return {
    get db() {
      const [db] = connections
      if (db === undefined) throw new Error('The database is not there yet.')
      return db
    },
    get place() {
      if (place === undefined) throw new Error('The database is not there yet.')
      return place
    },
    openAgain,
    once,
  }
}
