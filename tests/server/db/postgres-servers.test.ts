import { once } from 'node:events'
import { createServer, connect as openSocket, Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { ChangeFeed } from '../../../src/server/changes/change-feed.ts'
import { noteChanges, type RecordChange } from '../../../src/server/changes/note-changes.ts'
import { relayChanges } from '../../../src/server/changes/relay-changes.ts'
import { openDatabase, refuseFewConnections } from '../../../src/server/db/connection.ts'
import { listenToNotices, STARTED_AT } from '../../../src/server/db/postgres-notices.ts'
import { PostgresServers } from '../../../src/server/db/postgres-servers.ts'
import { onPostgres } from '../databases.ts'
import { startCluster } from '../postgres-cluster.ts'
import { programNamed, startPooler } from '../postgres-pooler.ts'
import { spawnServer, withoutDemo } from '../server-process.ts'
import { spyOnLog } from '../spy-on-log.ts'

const CHANGE: RecordChange = { kind: 'order', code: '1', is_new: false }

/** Settings of a server without data of its own. */
const SERVER = withoutDemo('/nowhere')

onPostgres((database) => {
  const url = () => new URL(database.place.databaseUrl ?? '')
  const addressOf = (...names: string[]) =>
    `postgresql://postgres@${names.join()}${url().pathname}?target_session_attrs=read-write`
  const gates: Gate[] = []
  const open = async (parts?: Parts) => {
    const gate = await openGate(url(), parts)
    gates.push(gate)
    return gate
  }
  afterEach(() => {
    for (const gate of gates.splice(0)) gate.shut()
  })

  // DB-7
  it('a listener leaves a server that was found and cannot be reached', async () => {
    const first = await open()
    // Responds while the servers are asked, and no longer.
    const second = await open({ most: 1 })
    const heard: string[] = []
    const listening = await listenToNotices(addressOf(first.name, second.name), 'gates', {
      onNotice: (payload) => heard.push(payload),
      onLost: () => undefined,
      onMissed: () => undefined,
    })
    try {
      first.refuse()
      await expect.poll(() => second.refused).toBeGreaterThan(0)
      first.allow()
      await expect
        .poll(async () => {
          await sql`select pg_notify('gates', 'heard')`.execute(database.db)
          return heard
        })
        .toContain('heard')
    } finally {
      await listening.stop()
    }
  })

  it('a start names a server of several that it cannot reach, in a sentence of the log', async () => {
    const log = spyOnLog()
    const gate = await open()
    await new PostgresServers(addressOf('127.0.0.1:1', gate.name)).find()
    expect(log.entries().map(({ message }) => message)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^PostgreSQL is used at ${gate.name}: 127\\.0\\.0\\.1:1 does not answer \\(.*ECONNREFUSED.*\\)$`,
        ),
      ),
    ])
    log.restore()
  })

  // DB-3
  it('the connection that reports changes follows the others to another server', async () => {
    const other = await startCluster()
    if (other === null) throw new Error('PostgreSQL could not be started.')
    const there = new URL(other.url)
    there.pathname = url().pathname
    const client = new pg.Client({ connectionString: other.url })
    await client.connect()
    await client.query(`create database ${url().pathname.slice(1)}`)
    await client.end()
    await (await openDatabase({ databaseUrl: there.href, dataDir: '' })).destroy()
    const gate = await open()
    const db = await openDatabase({ databaseUrl: addressOf(gate.name), dataDir: '' })
    const feed = new ChangeFeed()
    const seen: string[] = []
    feed.subscribe(({ event }) => seen.push(event))
    const address = { setting: 'DATABASE_URL', url: addressOf(gate.name) } as const
    const relay = await relayChanges({ db, address, feed, pace: { idle: 100, busy: 100, follow: 100 } })
    try {
      // The former server still works, and keeps its connections.
      gate.lead(there)
      db.renew()
      await expect.poll(() => seen).toEqual(['reset'])
      await db.transaction().execute((within) => noteChanges(within, [CHANGE]))
      await expect.poll(() => seen).toEqual(['reset', 'change'])
    } finally {
      await relay.stop()
      await db.destroy()
      await other.stop()
    }
  }, 120_000)

  // DB-3
  it('the connection that reports changes may have another time zone', async () => {
    const other = new URL(url())
    other.searchParams.set('options', '-c TimeZone=Asia/Kolkata')
    const heard: string[] = []
    const lost: string[] = []
    const listening = await listenToNotices(other.href, 'zones', {
      onNotice: (payload) => heard.push(payload),
      onLost: () => lost.push('lost'),
      onMissed: () => undefined,
    })
    try {
      const { rows } = await sql<{ at: string }>`select ${sql.raw(STARTED_AT)} as at`.execute(database.db)
      await listening.follow(rows[0]?.at ?? '')
      await listening.send('still here')
      await expect.poll(() => heard).toEqual(['still here'])
      expect(lost).toEqual([])
    } finally {
      await listening.stop()
    }
  })

  it('a server is found although it does not close the connection that asked', async () => {
    const gate = await open({ staysOpen: true })
    await expect(new PostgresServers(addressOf(gate.name)).find()).resolves.toContain(gate.name)
  }, 10_000)
})

onPostgres((database) => {
  const url = () => database.place.databaseUrl ?? ''

  // DB-3
  it('connections that are in use are replaced after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const db = await openDatabase({ databaseUrl: url(), dataDir: '' })
    try {
      for (const reads of Object.values(db.reads)) {
        const pid = async () =>
          (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(reads)).rows[0]?.pid
        const first = await pid()
        for (let seconds = 9; seconds < 60; seconds += 9) {
          expect(await pid()).toBe(first)
          vi.advanceTimersByTime(9000)
        }
        vi.advanceTimersByTime(9000)
        expect(await pid()).not.toBe(first)
      }
    } finally {
      vi.useRealTimers()
      await db.destroy()
    }
  })

  // DB-1
  it('every connection checks after some seconds whether the other end still exists', async () => {
    // By its port, the sockets of this test are told from others of the process.
    const gate = await openGate(new URL(url()))
    const at = new URL(url())
    at.host = gate.name
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
    const kept = () =>
      keepAlive.mock.calls.filter((_, index) => {
        const socket = keepAlive.mock.contexts[index]
        return socket instanceof Socket && String(socket.remotePort) === at.port
      })
    const db = await openDatabase({ databaseUrl: at.href, dataDir: '' })
    for (const reads of Object.values(db.reads)) await sql`select 1`.execute(reads)
    const before = kept().length
    const listening = await listenToNotices(at.href, 'kept', {
      onNotice: () => undefined,
      onLost: () => undefined,
      onMissed: () => undefined,
    })
    const calls = kept()
    await listening.stop()
    await db.destroy()
    gate.shut()
    keepAlive.mockRestore()
    expect(before).toBe(3)
    expect(calls).toEqual(Array.from({ length: 4 }, () => [true, 5000]))
  })

  // DB-6
  it('a start refuses a user with too few connections', async () => {
    const name = `few_${process.pid}`
    await sql`create role ${sql.ref(name)} login connection limit 5 in role postgres`.execute(database.db)
    const few = new URL(url())
    few.username = name
    const db = await openDatabase({ databaseUrl: few.href, dataDir: '' })
    try {
      await expect(refuseFewConnections(db)).rejects.toThrow(
        /^DATABASE_URL cannot be used: it gives this process 5 of 10 connections \(.*too many connections for role.*\): raise max_connections of PostgreSQL, or default_pool_size of a pooler in session mode\.$/,
      )
    } finally {
      await db.destroy()
    }
    await sql`drop role ${sql.ref(name)}`.execute(database.db)
  })

  // At the same time as the next, because they mostly wait.
  // DB-5
  it.concurrent('a server is not ready, and says why, while the connection that reports changes is silent', async ({
    expect,
  }) => {
    const gate = await openGate(new URL(url()))
    const at = new URL(url())
    at.host = gate.name
    at.searchParams.set('target_session_attrs', 'read-write')
    const server = spawnServer({ ...SERVER, DATABASE_URL: url(), DATABASE_LISTEN_URL: at.href })
    const readiness = async () => {
      const answer = await fetch(`${await server.url}/readyz`)
      return [answer.status, (await answer.json()).reasons]
    }
    await expect.poll(readiness).toEqual([200, []])
    gate.silence()
    await expect
      .poll(readiness)
      .toEqual([503, ['The connection that reports changes has been silent for 5 s.']])
    expect((await fetch(`${await server.url}/healthz`)).status).toBe(200)
    gate.allow()
    await expect.poll(readiness).toEqual([200, []])
    server.child.kill('SIGTERM')
    await server.ended
    gate.shut()
  }, 60_000)

  describe.runIf(programNamed('pgbouncer') !== null)('behind PgBouncer', { concurrent: true }, () => {
    const poolerOf = async (parts: { mode: 'session' | 'transaction'; size?: number }) => {
      const pooler = await startPooler({ server: url(), ...parts })
      if (pooler === null) throw new Error('PgBouncer is not installed.')
      poolers.push(pooler)
      return pooler.url
    }
    const poolers: { stop(): Promise<void> }[] = []
    afterAll(async () => {
      for (const pooler of poolers) await pooler.stop()
    })
    /** The only line that a refused start prints. */
    const refusal = async (more: Record<string, string>) => {
      const server = spawnServer({ ...SERVER, ...more })
      await expect(server.url).rejects.toThrow()
      return server.output()
    }

    it('in session mode, a server needs ten connections and no further address', async ({ expect }) => {
      const server = spawnServer({ ...SERVER, DATABASE_URL: await poolerOf({ mode: 'session', size: 10 }) })
      await expect.poll(async () => (await fetch(`${await server.url}/readyz`)).status).toBe(200)
      server.child.kill('SIGTERM')
      await server.ended
      expect(await refusal({ DATABASE_URL: await poolerOf({ mode: 'session', size: 9 }) })).toMatch(
        /^DATABASE_URL cannot be used: it gives this process 9 of 10 connections \(.*\): raise max_connections of PostgreSQL, or default_pool_size of a pooler in session mode\.\n$/,
      )
    }, 60_000)

    // DB-6
    it('in transaction mode, a start needs another address at which it hears itself', async ({ expect }) => {
      const pooled = await poolerOf({ mode: 'transaction' })
      const server = spawnServer({ ...SERVER, DATABASE_URL: pooled, DATABASE_LISTEN_URL: url() })
      const refusals = await Promise.all([
        refusal({ DATABASE_URL: pooled }),
        refusal({ DATABASE_URL: pooled, DATABASE_LISTEN_URL: pooled }),
      ])
      expect(refusals).toEqual([
        'DATABASE_URL reports no changes: it may lead to a pooler in transaction mode, such as PgBouncer. Set DATABASE_LISTEN_URL to the address of PostgreSQL itself.\n',
        'DATABASE_LISTEN_URL reports no changes of DATABASE_URL: it must lead to the same database without a pooler in transaction mode.\n',
      ])
      await expect.poll(async () => (await fetch(`${await server.url}/readyz`)).status).toBe(200)
      server.child.kill('SIGTERM')
      await server.ended
    }, 60_000)
  })
})

interface Parts {
  /** Connections after which others are refused. */
  most?: number
  /** Whether its side of a connection stays open, as when the machine has vanished. */
  staysOpen?: boolean
}

interface Gate {
  /** Its host and port. */
  name: string
  readonly refused: number
  /** Ends all connections, and refuses others. */
  refuse(): void
  /** Keeps all connections and passes nothing on, as when the machine has vanished. */
  silence(): void
  allow(): void
  /** Leads further connections to another server. */
  lead(to: URL): void
  shut(): void
}

/** Leads to a server of PostgreSQL. */
async function openGate(to: URL, { most, staysOpen = false }: Parts = {}): Promise<Gate> {
  const sockets = new Set<Socket>()
  let left = most ?? Number.POSITIVE_INFINITY
  let isOpen = true
  let isSilent = false
  let refused = 0
  let target = to
  const server = createServer({ allowHalfOpen: staysOpen }, (client) => {
    if (!isOpen || left === 0) {
      refused += 1
      client.destroy()
      return
    }
    left -= 1
    const upstream = openSocket(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    const pass = (from: Socket, to: Socket) => from.on('data', (data) => void (isSilent || to.write(data)))
    pass(client, upstream).on('end', () => upstream.end())
    pass(upstream, client).on('end', () => void (staysOpen || client.end()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A gate needs a port.')
  const refuse = () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    name: `127.0.0.1:${address.port}`,
    get refused() {
      return refused
    },
    refuse,
    silence() {
      isSilent = true
    },
    allow() {
      isOpen = true
      isSilent = false
    },
    lead(other) {
      target = other
    },
    shut() {
      refuse()
      server.close()
    },
  }
}
