import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChangeFeed } from '../../../src/server/changes/change-feed.ts'
import { noteChanges } from '../../../src/server/changes/note-changes.ts'
import { relayChanges } from '../../../src/server/changes/relay-changes.ts'
import { openDatabase, refuseFewConnections } from '../../../src/server/db/connection.ts'
import { exclusively } from '../../../src/server/db/dialect/dialect.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { type NewMessage, storeMessages } from '../../../src/server/feeds/messages.ts'
import { onPostgres } from '../databases.ts'
import { freezeProcesses } from '../freeze-processes.ts'
import { type Cluster, startCluster } from '../postgres-cluster.ts'

/** As a shop sends it. */
const MESSAGE: NewMessage = {
  ...{ feed: 'shopify', shop: 'shop', kind: 'order', topic: 'orders/create' },
  ...{ orderId: '1', version: '1', headers: {}, body: '{}' },
}

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
    // Opens its connection.
    await suppliers(database.db)
    const long = Array.from({ length: 4 }, () => sql`select pg_sleep(0.4)`.execute(database.db.reads.deep))
    let isOver = false
    const all = Promise.allSettled(long).then(() => {
      isOver = true
    })
    await suppliers(database.db)
    expect(isOver).toBe(false)
    await all
  })

  // DB-4
  it.runIf(canHang)(
    'without its synchronous standby keeps few connections for commits without a response, and serves reads',
    { concurrent: true, timeout: 60_000 },
    async ({ expect }) => {
      const cluster = await startCluster({ isDurable: true })
      if (cluster === null) throw new Error('PostgreSQL could not be started.')
      const db = await openDatabase({ databaseUrl: cluster.url, dataDir: '' })
      const feed = new ChangeFeed()
      const published: string[] = []
      feed.subscribe(({ event, data }) => published.push(event === 'change' ? data : event))
      const relay = await relayChanges({ db, address: { setting: 'DATABASE_URL', url: cluster.url }, feed })
      const listener = new pg.Client({ connectionString: cluster.url })
      await listener.connect()
      await listener.query('listen dispatch_console_feed')
      let beats = 0
      listener.on('notification', ({ payload = '' }) => {
        if (payload.startsWith('beat ')) beats += 1
      })
      const configure = async (names: string) => {
        await sql`alter system set synchronous_standby_names = ${sql.lit(names)}`.execute(db.reads.record)
        await sql`select pg_reload_conf()`.execute(db.reads.record)
        // A new connection has the setting as soon as the server has.
        const current = async () => {
          db.renew()
          const { rows } = await sql`select current_setting('synchronous_standby_names') as names`.execute(
            db.reads.record,
          )
          return rows
        }
        await expect.poll(current).toEqual([{ names }])
      }
      const waiting = async () => {
        const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where wait_event = 'SyncRep'`.execute(db.reads.record)
        return rows[0]?.count
      }
      try {
        await configure('gone')
        // Seen by others before a standby has it.
        await db.transaction().execute(async (within) => {
          await sql`set local synchronous_commit = local`.execute(within)
          await noteChanges(within, [{ kind: 'order', code: 'seen', is_new: false }])
        })
        await expect.poll(() => published).toEqual([expect.stringContaining('seen')])
        const writes = Promise.allSettled([1, 2, 3].map((number) => addSupplier(db, `Waiting ${number}`)))
        await expect.poll(waiting).toBe(3)
        for (const one of await writes) {
          expect(one).toMatchObject({ reason: { kind: 'unconfirmed' } })
        }
        await expect(addSupplier(db, 'Refused')).rejects.toThrow(/has not confirmed the last 3 commits/)
        beats = 0
        // For longer than a silent connection of the feed is kept.
        await expect.poll(() => beats).toBeGreaterThan(7)
        await expect(addSupplier(db, 'Refused')).rejects.toThrow(/has not confirmed the last 3 commits/)
        expect(await waiting()).toBe(3)
        expect(published).toHaveLength(1)
        // Other connections to the same server would wait as well.
        db.renew()
        await expect(addSupplier(db, 'Refused')).rejects.toThrow(/has not confirmed the last 3 commits/)
        expect(await waiting()).toBe(3)
        await sql`alter system reset synchronous_standby_names`.execute(db.reads.record)
        await sql`select pg_reload_conf()`.execute(db.reads.record)
        await expect.poll(() => addSupplier(db, 'After').catch(() => null)).not.toBeNull()
        expect(await suppliers(db)).not.toContain('Refused')
      } finally {
        await listener.end()
        await relay.stop()
        await db.destroy()
        await cluster.stop()
      }
    },
  )
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
      exclusively(db.batch, (other) => addSupplier(other, 'Of another system')),
      storeMessages(db, [MESSAGE], Date.now()),
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
  // DB-1
  it('fails requests, and never applies a failed one later', async () => {
    const { db, requests } = await hangs()
    expect(requests.map((one) => one.status === 'rejected' && one.reason.kind)).toEqual([
      'unreachable',
      'unreachable',
      'unreachable',
      'unreachable',
      'unreachable',
    ])
    await addSupplier(db, 'After')
    const names = await suppliers(db)
    expect(names.filter((name) => name !== 'Perhaps')).toEqual(['Before', 'After'])
  })

  // DB-1
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

const pidOf = async (db: Kysely<Database>) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid
}

onPostgres((database) => {
  const opened: Connections[] = []
  const openAt = async (databaseUrl: string, databaseListenUrl: string | null = null) => {
    const db = await openDatabase({ databaseUrl, databaseListenUrl, dataDir: '' })
    opened.push(db)
    return db
  }
  const url = () => new URL(database.place.databaseUrl ?? '')
  afterAll(() => Promise.all(opened.map((db) => db.destroy())))

  describe('a sign of failover', () => {
    const signs: [string, (db: Connections) => Promise<unknown>][] = [
      [
        'a write that is refused',
        (db) =>
          db.transaction().execute(async (within) => {
            await sql`set transaction read only`.execute(within)
            await addSupplier(within, 'Refused')
          }),
      ],
      [
        'a connection that is ended',
        (db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db.reads.record),
      ],
    ]
    // DB-2
    it.each(signs)('replaces the connections of lists, too: %s', async (_, sign) => {
      const db = await openAt(url().href)
      const before = await pidOf(db.reads.list)
      expect(await pidOf(db.reads.list)).toBe(before)
      await expect(sign(db)).rejects.toMatchObject({ kind: 'unreachable' })
      expect(await pidOf(db.reads.list)).not.toBe(before)
    })
  })

  it('cancels long reads through a pooler, whose connections have no settings of ours', async () => {
    const db = await openAt(url().href, url().href)
    const { rows } = await sql`select current_setting('statement_timeout') as limit,
      current_setting('transaction_read_only') as read_only`.execute(db.reads.list)
    expect(rows).toEqual([{ limit: '8s', read_only: 'on' }])
    await addSupplier(db, 'Pooled')
    expect(await suppliers(db)).toContain('Pooled')
    expect(await exclusively(db.batch, (within) => suppliers(within))).toContain('Pooled')
  })

  it('compiles no query to machine code', async () => {
    const jit = async (address: [string, string?]) => {
      const db = await openAt(...address)
      const read = sql<{ jit: string }>`select current_setting('jit') as jit`
      const inWrite = await db.transaction().execute((within) => read.execute(within))
      return [await read.execute(db.reads.list), inWrite].map(({ rows }) => rows[0]?.jit)
    }
    expect(await jit([url().href])).toEqual(['off', 'off'])
    expect(await jit([url().href, url().href])).toEqual(['off', 'off'])
  })

  // DB-7
  it('uses the first of several servers that accepts writes', async () => {
    const { host, pathname } = url()
    const at = (hosts: string) => `postgresql://postgres@${hosts}${pathname}?target_session_attrs=read-write`
    const db = await openAt(at(`127.0.0.1:1,${host}`))
    expect(await pidOf(db)).toBeGreaterThan(0)
    await expect(openAt(at('127.0.0.1:1,127.0.0.1:2'))).rejects.toThrow(
      /^DATABASE_URL cannot be used: No server .*: 127.0.0.1:1 does not answer \(.*\); 127.0.0.1:2 does/,
    )
  })

  // DB-6
  it('refuses to start on a server that accepts no writes, and to start with too few connections', async () => {
    const name = url().pathname.slice(1)
    const db = await openAt(url().href)
    const alter = (change: string) => sql`alter database ${sql.ref(name)} ${sql.raw(change)}`.execute(db)
    await refuseFewConnections(db)
    await alter('set default_transaction_read_only = on')
    await expect(openAt(url().href)).rejects.toThrow(
      'DATABASE_URL leads to a server that accepts no writes, such as a standby: name the primary, or all servers with target_session_attrs=read-write.',
    )
    await db.transaction().execute(async (within) => {
      await sql`set transaction read write`.execute(within)
      await sql`alter database ${sql.ref(name)} reset default_transaction_read_only`.execute(within)
    })
  })
})
