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
    const long = Array.from({ length: 4 }, () =>
      sql`/* deep list */ select pg_sleep(0.4)`.execute(database.db),
    )
    let isOver = false
    const all = Promise.allSettled(long).then(() => {
      isOver = true
    })
    await suppliers(database.db)
    expect(isOver).toBe(false)
    await all
  })
})

describe.runIf(process.env.TEST_POSTGRES_URL && process.platform === 'linux')('PostgreSQL that hangs', () => {
  let cluster: Cluster
  let db: Kysely<Database>

  /** Freezes all processes of the PostgreSQL server. */
  const freeze = () => {
    const children = readFileSync(`/proc/${cluster.pid()}/task/${cluster.pid()}/children`, 'utf8')
    return freezeProcesses([cluster.pid(), ...children.split(' ').filter(Boolean).map(Number)])
  }

  let requests: PromiseSettledResult<unknown>[] = []
  let commit: PromiseSettledResult<unknown>

  beforeAll(async () => {
    const started = await startCluster()
    if (started === null) throw new Error('PostgreSQL could not be started.')
    cluster = started
    db = await openDatabase({ databaseUrl: cluster.url, dataDir: '' })
    await addSupplier(db, 'Before')
    // Opens connections: the server then receives what it is asked while it hangs.
    await Promise.all([1, 2, 3, 4].map(() => suppliers(db)))
    let goOn = () => {}
    let asked: Promise<typeof requests> | undefined
    const change = db.transaction().execute(async (within) => {
      await addSupplier(within, 'Perhaps')
      goOn = freeze()
      asked = Promise.allSettled([
        addSupplier(db, 'Single'),
        db.transaction().execute((other) => addSupplier(other, 'In a transaction')),
        suppliers(db),
      ])
    })
    ;[commit] = await Promise.allSettled([change])
    requests = (await asked) ?? []
    goOn()
  })
  afterAll(async () => {
    await db.destroy()
    await cluster.stop()
  })

  it('fails requests, and never applies a failed one later', async () => {
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
    expect(commit).toMatchObject({ status: 'rejected', reason: { kind: 'unconfirmed' } })
    await expect.poll(() => suppliers(db)).toContain('Perhaps')
  })
})
