import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../../../src/server/db/connection.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { type Cluster, startCluster } from '../../server/postgres-cluster.ts'
import { type DatabaseName, LeftOut } from '../scenario.ts'
import { type Cleanup, onEmergency } from './cleanup.ts'

/** An empty database for one scenario. */
export interface DatabaseOnTest {
  name: DatabaseName
  /** Null for the embedded database. */
  url: string | null
  /** The folder of the embedded database. */
  folder: string
  /** Settings with which a server uses it. */
  settings: NodeJS.ProcessEnv
  /** Null for the embedded database. */
  cluster: Cluster | null
}

/** Creates a database. Its files are under `parent`, by default the system's temporary folder. */
export async function createDatabase(
  name: DatabaseName,
  cleanup: Cleanup,
  parent: string = tmpdir(),
): Promise<DatabaseOnTest> {
  const folder = mkdtempSync(join(parent, 'console-faults-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  if (name === 'embedded') {
    const settings = { DATA_DIR: folder, DATABASE_URL: '' }
    return { name, url: null, folder, settings, cluster: null }
  }
  const cluster = await startCluster({ isDurable: true, parent })
  if (cluster === null) throw new LeftOut('PostgreSQL is not installed on this machine')
  cleanup.defer(() => cluster.stop())
  const undone = onEmergency(() => process.kill(cluster.pid(), 'SIGQUIT'))
  cleanup.defer(undone)
  const url = await emptyDatabase(cluster.url)
  return { name, url, folder, settings: { DATA_DIR: folder, DATABASE_URL: url }, cluster }
}

/** Creates an empty database in a cluster. @returns its address */
export async function emptyDatabase(cluster: string): Promise<string> {
  const name = `faults_${randomBytes(4).toString('hex')}`
  await withClient(cluster, (client) => client.query(`create database ${name}`))
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}

/** Runs work on a PostgreSQL connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Reads the database over a connection of this process, not of the server's. */
export async function readDatabase<T>(
  { url, folder }: DatabaseOnTest,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({ databaseUrl: url, dataDir: folder })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
