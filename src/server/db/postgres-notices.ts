import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../platform/log.ts'
import type { Stoppable } from '../platform/repeat.ts'
import { PostgresServers } from './postgres-servers.ts'

/** Milliseconds before a lost connection is opened again. */
const RETRY_MS = 1_000

/** Milliseconds between checks, and checks without a notice after which the connection counts as lost. */
const CHECK_MS = 1_000
const MOST_SILENT_CHECKS = 5

const ANSWER_MS = 5_000

/** Milliseconds that a notice waits for other ones, less than ours: a server does not notice that we gave up. */
const LOCK_MS = 4_000

/** The name of the connection in `pg_stat_activity`. */
export const LISTENER_NAME = 'dispatch console, changes'

interface NoticeListener {
  onNotice(payload: string): void
  onLost(): void
  /** Called before the first notice after a loss: others may have been missed. */
  onMissed(): void
}

export interface Notices extends Stoppable {
  /** Sends a notice. Rejects while the connection is lost. */
  send(payload: string): Promise<void>
  /** Counts the connection as lost if it leads to another server than the others, whose `STARTED_AT` this is. */
  follow(startedAt: string): Promise<void>
}

/** Tells servers apart, also through a pooler, and is the same in every time zone. */
export const STARTED_AT = 'extract(epoch from pg_postmaster_start_time())::text'

interface Connection extends Pick<Notices, 'send' | 'follow'> {
  /** Resolves when the connection is lost. */
  lost: Promise<void>
  close(): Promise<void>
}

/**
 * Listens to a channel of PostgreSQL on a connection of its own, on which notices must arrive every few seconds.
 * Resolves once it listens; a connection that is lost or silent later is opened again.
 */
export async function listenToNotices(
  address: string,
  channel: string,
  { onNotice, onLost, onMissed }: NoticeListener,
): Promise<Notices> {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const servers = new PostgresServers(address)
  let hasMissed = false
  const hear = (payload: string) => {
    if (hasMissed) {
      hasMissed = false
      onMissed()
    }
    onNotice(payload)
  }
  const connect = async () => open(await servers.find(), channel, hear)
  let connection = await connect()
  const run = async () => {
    while (!signal.aborted) {
      await Promise.race([connection.lost, stopped])
      await connection.close()
      if (signal.aborted) return
      // Once, however often it is opened before a notice arrives.
      if (!hasMissed) log.warn('Lost the connection to PostgreSQL that reports changes')
      hasMissed = true
      servers.lose()
      onLost()
      const next = await untilOpen(connect, servers, signal)
      if (next === null) return
      connection = next
    }
  }
  const ended = run()
  return {
    send: (payload) => connection.send(payload),
    follow: (startedAt) => connection.follow(startedAt),
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

async function untilOpen(
  connect: () => Promise<Connection>,
  servers: PostgresServers,
  signal: AbortSignal,
): Promise<Connection | null> {
  while (!signal.aborted) {
    const connection = await connect().catch(() => null)
    if (connection !== null) return connection
    // The server that was found may be gone since.
    servers.lose()
    await pause(RETRY_MS, undefined, { signal }).catch(() => undefined)
  }
  return null
}

async function open(
  connectionString: string,
  channel: string,
  onNotice: (payload: string) => void,
): Promise<Connection> {
  const client = new pg.Client({
    connectionString,
    fallback_application_name: LISTENER_NAME,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: ANSWER_MS,
  })
  let check: NodeJS.Timeout | undefined
  let silentChecks = 0
  let lose = () => {}
  const lost = new Promise<void>((resolve) => {
    lose = resolve
    client.on('error', () => resolve())
    client.on('end', () => resolve())
    // Counted instead of measured: after a pause of this process, notices that have arrived are read first.
    check = setInterval(() => {
      silentChecks += 1
      if (silentChecks > MOST_SILENT_CHECKS) resolve()
    }, CHECK_MS).unref()
  })
  const close = async () => {
    clearInterval(check)
    client.removeAllListeners('notification')
    await ended(client)
  }
  client.on('notification', ({ payload = '' }) => {
    silentChecks = 0
    onNotice(payload)
  })
  try {
    await client.connect()
    await client.query(`set lock_timeout = ${LOCK_MS}`)
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    await close()
    throw error
  }
  const send = async (payload: string) => {
    await client.query('select pg_notify($1, $2)', [channel, payload])
  }
  const follow = async (startedAt: string) => {
    const { rows } = await client.query<{ at: string }>(`select ${STARTED_AT} as at`)
    if (rows[0]?.at !== startedAt) lose()
  }
  return { lost, send, follow, close }
}

/** Closes a connection, whose server may no longer respond. */
async function ended(client: pg.Client): Promise<void> {
  const late = pause(ANSWER_MS, undefined, { ref: false })
  await Promise.race([client.end().catch(() => undefined), late])
}
