import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe } from 'vitest'
import { openDatabase } from '../../src/server/db/connection.ts'
import type { Database } from '../../src/server/db/schema.ts'
import { type Postgres, startPostgres } from './postgres-cluster.ts'
import { putMigrated, startMigratedPostgres } from './templates.ts'

/** Where a database is. */
export type Place = Parameters<typeof openDatabase>[0]

/** A migrated, empty database. */
export interface TestDatabase {
  readonly db: Kysely<Database>
  readonly place: Place
  /** Another connection to the same data, as of another process or after a restart. */
  openAgain(): Promise<Kysely<Database>>
}

const COPY = { isCopy: true }

/** Runs the tests on the embedded database and, if available, on PostgreSQL. */
export function onEachDatabase(tests: (database: TestDatabase) => void): void {
  onEmbedded(tests)
  onPostgres(tests)
}

/** The same, on databases that are migrated from nothing instead of copied. */
export function onEachNewDatabase(tests: (database: TestDatabase) => void): void {
  onEmbedded(tests, { isCopy: false })
  onPostgres(tests, { isCopy: false })
}

/** Runs the tests on the embedded database only, because other tests run the same SQL on PostgreSQL. */
export function onEmbedded(tests: (database: TestDatabase) => void, options = COPY): void {
  describe('embedded database', () => tests(embedded(options)))
}

/** Runs the tests on PostgreSQL only, if available. */
export function onPostgres(tests: (database: TestDatabase) => void, options = COPY): void {
  describe.runIf(hasPostgres())('PostgreSQL', () => tests(postgres(options)))
}

/** The databases of `onEachDatabase` by name, for tests that use them together. */
export function eachDatabase(): Map<string, TestDatabase> {
  const databases = new Map([['embedded database', embedded(COPY)]])
  if (hasPostgres()) databases.set('PostgreSQL', postgres(COPY))
  return databases
}

function hasPostgres(): boolean {
  return Boolean(process.env.TEST_POSTGRES_URL) || process.env.REQUIRE_POSTGRES === '1'
}

function embedded({ isCopy }: typeof COPY): TestDatabase {
  let folder = ''
  return opened(
    async () => {
      folder = mkdtempSync(join(tmpdir(), 'console-test-'))
      if (isCopy) putMigrated(folder)
      return { databaseUrl: null, dataDir: folder }
    },
    async () => rmSync(folder, { recursive: true, force: true }),
  )
}

function postgres({ isCopy }: typeof COPY): TestDatabase {
  let database: Postgres | null = null
  return opened(
    async () => {
      database = await (isCopy ? startMigratedPostgres() : startPostgres())
      return { databaseUrl: database?.url ?? null, dataDir: '' }
    },
    async () => database?.stop(),
  )
}

function opened(start: () => Promise<Place>, stop: () => Promise<void>): TestDatabase {
  let place: Place | undefined
  const connections: Kysely<Database>[] = []
  const openAgain = async () => {
    if (place === undefined) throw new Error('The database is not there yet.')
    const db = await openDatabase(place)
    connections.push(db)
    return db
  }
  beforeAll(async () => {
    place = await start()
    await openAgain()
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
  }
}
