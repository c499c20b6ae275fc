import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../platform/log.ts'
import type { Stoppable } from '../platform/repeat.ts'

/** Milliseconds before a lost connection is opened again. */
const RETRY_MS = 1_000

/**
 * Milliseconds between checks of a connection, and the time limit of each check. Without checks, a lost server would
 * go unnoticed.
 */
const CHECK_MS = 30_000
const ANSWER_MS = 10_000

interface NoticeListener {
  onNotice(payload: string): void
  /** Called when a lost connection was opened again: notices may have been missed. */
  onMissed(): void
}

interface Connection {
  /** Resolves when the connection is lost. */
  lost: Promise<void>
  close(): Promise<void>
}

/**
 * Listens to a channel of PostgreSQL on a connection of its own. Resolves once it listens; a connection that is lost
 * later is opened again.
 */
export async function listenToNotices(
  connectionString: string,
  channel: string,
  { onNotice, onMissed }: NoticeListener,
): Promise<Stoppable> {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const connect = () => open(connectionString, channel, onNotice)
  let connection = await connect()
  const run = async () => {
    while (!signal.aborted) {
      await Promise.race([connection.lost, stopped])
      await connection.close()
      if (signal.aborted) return
      log.warn('Lost the connection to PostgreSQL that reports changes')
      const next = await untilOpen(connect, signal)
      if (next === null) return
      connection = next
      onMissed()
    }
  }
  const ended = run()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

async function untilOpen(
  connect: () => Promise<Connection>,
  signal: AbortSignal,
): Promise<Connection | null> {
  while (!signal.aborted) {
    const connection = await connect().catch(() => null)
    if (connection !== null) return connection
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
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  let check: NodeJS.Timeout | undefined
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
    check = setInterval(() => void client.query('select 1').catch(() => resolve()), CHECK_MS).unref()
  })
  const close = async () => {
    clearInterval(check)
    await client.end().catch(() => undefined)
  }
  client.on('notification', ({ payload = '' }) => onNotice(payload))
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    await close()
    throw error
  }
  return { lost, close }
}
