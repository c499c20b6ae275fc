import { once } from 'node:events'
import { createServer, connect as openSocket, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { listenToNotices } from '../../../src/server/db/postgres-notices.ts'
import { PostgresServers } from '../../../src/server/db/postgres-servers.ts'
import { onPostgres } from '../databases.ts'

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

  it('a server is found although it does not close the connection that asked', async () => {
    const gate = await open({ staysOpen: true })
    await expect(new PostgresServers(addressOf(gate.name)).find()).resolves.toContain(gate.name)
  }, 10_000)
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
  allow(): void
  shut(): void
}

/** Leads to a server of PostgreSQL. */
async function openGate({ hostname, port }: URL, { most, staysOpen = false }: Parts = {}): Promise<Gate> {
  const sockets = new Set<Socket>()
  let left = most ?? Number.POSITIVE_INFINITY
  let isOpen = true
  let refused = 0
  const server = createServer({ allowHalfOpen: staysOpen }, (client) => {
    if (!isOpen || left === 0) {
      refused += 1
      client.destroy()
      return
    }
    left -= 1
    const upstream = openSocket(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.pipe(upstream)
    upstream.pipe(client, { end: !staysOpen })
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
    allow() {
      isOpen = true
    },
    shut() {
      refuse()
      server.close()
    },
  }
}
