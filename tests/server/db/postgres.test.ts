import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/db/connection.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { onPostgres } from '../databases.ts'
import { freezeProcesses } from '../freeze-processes.ts'
import { type Cluster, startCluster } from '../postgres-cluster.ts'

const addSupplier = (db: Kysely<Database>, name: string) =>
  db.insertInto('suppliers').values({ name_legal: name }).execute()
const suppliers = async (db: Kysely<Database>) => {
  const rows = await db.selectFrom('suppliers').select('name_legal').orderBy('id').execute()
  return rows.map((row) => row.name_legal)
}

const canHang = process.env.TEST_POSTGRES_URL !== undefined && process.platform === 'linux'

/** What becomes of the requests to a server that hangs. Begins first, because all tests mostly wait. */
let hanging: Promise<Awaited<ReturnType<typeof hang>> | null> = Promise.resolve(null)
beforeAll(() => {
  if (canHang) hanging = hang()
  // A failure is reported by the tests.
  hanging.catch(() => undefined)
})
afterAll(async () => {
  const hung = await hanging
  await hung?.db.destroy()
  await hung?.cluster.stop()
})
async function hangs() {
  const hung = await hanging
  if (hung === null) throw new Error('PostgreSQL does not hang here.')
  return hung
}

onPostgres((database) => {
  // At once, because they mostly wait.
  it.concurrent('cancels a statement that waits for a lock, and its transaction', async () => {
    const { db } = database
    await addSupplier(db, 'Locked')
    await db.transaction().execute(async (within) => {
      await within.updateTable('suppliers').set({ website: 'held' }).execute()
      const change = db.transaction().execute(async (within) => {
        await addSupplier(within, 'Gone')
        await within.updateTable('suppliers').set({ website: 'wanted' }).execute()
      })
      await expect(change).rejects.toMatchObject({
        kind: 'busy',
        message: 'PostgreSQL failed: canceling statement due to lock timeout.',
      })
    })
    expect(await suppliers(db)).toEqual(['Locked'])
  })

  it.concurrent('cancels a statement that takes too long', async () => {
    await expect(sql`select pg_sleep(30)`.execute(database.db)).rejects.toMatchObject({
      kind: 'busy',
      message: 'PostgreSQL failed: canceling statement due to statement timeout.',
    })
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  })

  it.concurrent('leaves reads of records their connections while lists have all of theirs', async () => {
    const long = Array.from({ length: 4 }, () => sql`select pg_sleep(0.4)`.execute(database.db.reads.deep))
    let isOver = false
    const all = Promise.allSettled(long).then(() => {
      isOver = true
    })
    await suppliers(database.db)
    expect(isOver).toBe(false)
    await all
  })
})

/** Starts a cluster, and freezes it while a transaction and other requests are open, until all have failed. */
async function hang() {
  const cluster = await startCluster()
  if (cluster === null) throw new Error('PostgreSQL could not be started.')
  const db = await openDatabase({ databaseUrl: cluster.url, dataDir: '' })
  await addSupplier(db, 'Before')
  // Opens connections: the server then receives what it is asked while it hangs.
  await Promise.all([1, 2, 3, 4].map(() => suppliers(db)))
  let goOn = () => {}
  let asked: Promise<PromiseSettledResult<unknown>[]> | undefined
  const change = db.transaction().execute(async (within) => {
    await addSupplier(within, 'Perhaps')
    goOn = freeze(cluster)
    asked = Promise.allSettled([
      addSupplier(db, 'Single'),
      db.transaction().execute((other) => addSupplier(other, 'In a transaction')),
      suppliers(db),
    ])
  })
  const [commit] = await Promise.allSettled([change])
  const requests = (await asked) ?? []
  goOn()
  return { cluster, db, commit, requests }
}

/** Freezes all processes of a PostgreSQL server. */
function freeze(cluster: Cluster): () => void {
  const children = readFileSync(`/proc/${cluster.pid()}/task/${cluster.pid()}/children`, 'utf8')
  return freezeProcesses([cluster.pid(), ...children.split(' ').filter(Boolean).map(Number)])
}

describe.runIf(canHang)('PostgreSQL that hangs', () => {
  it('fails requests, and never applies a failed one later', async () => {
    const { db, requests } = await hangs()
    expect(requests.map((one) => one.status === 'rejected' && one.reason.kind)).toEqual([
      'unreachable',
      'unreachable',
      'unreachable',
    ])
    await addSupplier(db, 'After')
    const names = await suppliers(db)
    expect(names.filter((name) => name !== 'Perhaps')).toEqual(['Before', 'After'])
  })

  it('does not report a commit as failed that may have been made', async () => {
    const { db, commit } = await hangs()
    expect(commit).toMatchObject({ status: 'rejected', reason: { kind: 'unconfirmed' } })
    await expect.poll(() => suppliers(db)).toContain('Perhaps')
  })
})

onPostgres((database) => {
  it('a connection that breaks within a transaction fails only that transaction', async () => {
    const { db } = database
    let isBroken = false
    const work = db.transaction().execute(async (within) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(within)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      isBroken = true
      await sql`select 1`.execute(within)
    })
    // The message depends on the moment of the failure.
    await expect(work).rejects.toThrow()
    expect(isBroken).toBe(true)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
})
