import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { LAST_PAGE } from '../../src/contract/call.ts'
import { databaseFile, openDatabase } from '../../src/server/db/connection.ts'
import { startConsole } from '../browser/console-process.ts'
import { startCluster } from '../server/postgres-cluster.ts'
import { AS_MERE, sessionsOf } from '../server/sign-in/console-app.ts'
import { milliseconds, type Row, type Summary, summarise } from './figures.ts'
import { multiply } from './million-orders.ts'

const ORDERS = 300_000
const SEARCHERS = 10
const PIPELINED = 2000
/** Duration of each pressure, and interval of the measured session's requests, in milliseconds. */
const LASTS_MS = 15_000
const ASK_EVERY_MS = 50

interface Place {
  databaseUrl: string | null
  dataDir: string
}

interface Target {
  url: string
  /** Tokens of several sessions. The last one is for the measured session. */
  tokens: readonly string[]
  order: string
}

/** Loads the server until the signal is aborted. */
type Pressure = (target: Target, signal: AbortSignal) => Promise<void>

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'accept-encoding': 'br' })

/** Requests the deepest pages of lists, with searches and filters that most orders match. */
const searches: Pressure = async ({ url, tokens }, signal) => {
  const searcher = async (token: string, index: number) => {
    for (let page = LAST_PAGE - index; !signal.aborted; page = page > LAST_PAGE - 50 ? page - 1 : LAST_PAGE) {
      const branch = index % 2 === 0 ? 'auckland' : 'christchurch'
      const path = `/api/v1/orders?query=example&branch=${branch}&page=${page}`
      const answer = await fetch(url + path, { headers: headersOf(token), signal }).catch(() => null)
      await answer?.arrayBuffer().catch(() => undefined)
    }
  }
  await Promise.all(tokens.slice(0, SEARCHERS).map(searcher))
}

/** Sends thousands of list requests at once, over one connection of one session. */
const pipelined: Pressure = async ({ url, tokens }, signal) => {
  const { hostname, port } = new URL(url)
  const request = `GET /api/v1/orders HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${tokens[0]}\r\n\r\n`
  while (!signal.aborted) {
    const socket = connect(Number(port), hostname, () => socket.write(request.repeat(PIPELINED)))
    socket.on('error', () => undefined).resume()
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      const stop = () => socket.destroy()
      signal.addEventListener('abort', stop, { once: true })
      void pause(LASTS_MS).then(stop)
    })
  }
}

/** A write that permanently waits for the lock of another process. */
const lockedBy =
  (dataDir: string): Pressure =>
  async ({ url, tokens, order }, signal) => {
    const other = new DatabaseSync(databaseFile(dataDir))
    other.exec('begin immediate')
    const body = JSON.stringify({ is_pickup: 0, send_notification: 0, message: '' })
    const headers = { ...headersOf(tokens[0] ?? ''), 'content-type': 'application/json' }
    while (!signal.aborted) {
      await fetch(`${url}/api/v1/orders/${order}/ready`, { method: 'POST', headers, body, signal }).catch(
        () => null,
      )
    }
    other.exec('rollback')
    other.close()
  }

const none: Pressure = async () => undefined

interface Figures {
  detail: Summary
  page: Summary
  list: Summary
  /** The maximum memory of the server, in MiB. */
  memory: number
}

async function timed(url: string, token: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, { headers: headersOf(token) })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - began
}

/** Response times of another session and of a console file during a pressure. */
async function measureUnder(target: Target, pressure: Pressure): Promise<Figures> {
  const { url, tokens, order } = target
  const token = tokens.at(-1) ?? ''
  const ending = new AbortController()
  const pressed = pressure(target, ending.signal)
  const detail: number[] = []
  const page: number[] = []
  const list: number[] = []
  let memory = 0
  await pause(1000)
  for (const end = performance.now() + LASTS_MS; performance.now() < end; await pause(ASK_EVERY_MS)) {
    detail.push(await timed(`${url}/api/v1/orders/${order}`, token))
    page.push(await timed(`${url}/orders`, token))
    list.push(await timed(`${url}/api/v1/orders?daterange=30days`, token))
    memory = Math.max(memory, await memoryOf(url))
  }
  ending.abort()
  await pressed
  return { detail: summarise(detail), page: summarise(page), list: summarise(list), memory }
}

async function memoryOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]
  return Number(bytes) / 1024 ** 2
}

async function figuresOf(name: string, place: Place): Promise<Row[]> {
  const settings = place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }
  await (await startConsole(settings, place.dataDir)).stop()
  await multiply(place, ORDERS)
  const db = await openDatabase(place)
  const tokens: string[] = []
  for (let count = 0; count <= SEARCHERS; count += 1) {
    tokens.push(await sessionsOf(db, Date.now, 'local').begin(AS_MERE, ''))
  }
  const { code } = await db
    .selectFrom('orders')
    .select('code')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await db.destroy()
  const console = await startConsole(settings, place.dataDir)
  try {
    const target = { url: console.url, tokens, order: code }
    const pressures: [string, Pressure][] = [
      ['nothing else', none],
      [`${SEARCHERS} searches at page ${LAST_PAGE} with filters`, searches],
      [`${PIPELINED.toLocaleString('en-NZ')} lists at once from one session`, pipelined],
    ]
    if (place.databaseUrl === null) pressures.push(['a write that waits for a lock', lockedBy(place.dataDir)])
    const rows: Row[] = []
    for (const [what, pressure] of pressures) {
      const { detail, page, list, memory } = await measureUnder(target, pressure)
      const cells = [detail, page, list].map(
        ({ median, p95 }) => `${milliseconds(median)} / ${milliseconds(p95)}`,
      )
      rows.push([name, what, ...cells, `${memory.toFixed(0)} MiB`])
    }
    return rows
  } finally {
    await console.stop()
  }
}

export const PRESSURE_HEAD: Row = [
  'Database',
  'Meanwhile, median / p95, 300,000 orders',
  'an order, target p95 ≤ 100 ms',
  'a static page, target p95 ≤ 20 ms',
  'orders of 30 days',
  'memory at most',
]

/** Response times of one session while others load the server, on both databases. */
export async function pressureFigures(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'console-bench-'))
  const cluster = await startCluster()
  try {
    const embedded = await figuresOf('embedded', { databaseUrl: null, dataDir: join(folder, 'embedded') })
    const postgres = cluster
      ? await figuresOf('PostgreSQL', { databaseUrl: cluster.url, dataDir: join(folder, 'postgres') })
      : []
    return [...embedded, ...postgres]
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
