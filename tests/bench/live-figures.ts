import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/server/db/connection.ts'
import { startConsole } from '../browser/console-process.ts'
import { startCluster } from '../server/postgres-cluster.ts'
import { AS_MERE, sessionsOf } from '../server/sign-in/console-app.ts'
import { milliseconds, type Row, summarise } from './figures.ts'

const DESKS = 200
/** Milliseconds that a server is left alone after its start, and that it is then measured: several heartbeats. */
const SETTLES_MS = 20_000
const LASTS_MS = 75_000
const CHANGES = 20

export const LIVE_HEAD = [
  'Database',
  'an idle server without desks',
  `with ${DESKS} idle desks, target ≤ 1 % of a core more`,
  'until the last desk knows of a change, median / p95, target ≤ 1 s',
]

interface Place {
  databaseUrl: string | null
  dataDir: string
}

/** Seconds of processor time that the server has used. */
async function cpuOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
}

async function share(url: string): Promise<string> {
  const before = await cpuOf(url)
  await pause(LASTS_MS)
  return `${((((await cpuOf(url)) - before) / LASTS_MS) * 100_000).toFixed(2)} %`
}

/** A desk that counts the events of its stream. */
function desk(url: string, token: string, signal: AbortSignal, onEvent: () => void): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  return new Promise((ready, fail) => {
    const read = async () => {
      const { body } = await fetch(`${url}/api/v1/changes`, { headers, signal })
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        if (chunk.includes('event: ready')) ready()
        if (chunk.includes('event: change')) onEvent()
      }
    }
    read().catch((error: unknown) => (signal.aborted ? undefined : fail(error)))
  })
}

async function figuresOf(name: string, place: Place): Promise<Row> {
  const settings = place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }
  await (await startConsole(settings, place.dataDir)).stop()
  const db = await openDatabase(place)
  const sessions = sessionsOf(db, Date.now, 'local')
  const tokens: string[] = []
  for (let count = 0; count < DESKS; count += 1) tokens.push(await sessions.begin(AS_MERE, ''))
  await db.destroy()
  const console = await startConsole(settings, place.dataDir)
  const ending = new AbortController()
  try {
    const { url } = console
    await pause(SETTLES_MS)
    const without = await share(url)
    let received = 0
    await Promise.all(tokens.map((token) => desk(url, token, ending.signal, () => (received += 1))))
    const idle = await share(url)
    const [token = ''] = tokens
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const orders: { code: string; costs: { total: number } }[] = await (
      await fetch(`${url}/api/v1/orders?status=unpaid`, { headers })
    ).json()
    const samples: number[] = []
    for (const { code, costs } of orders.slice(0, CHANGES)) {
      received = 0
      const body = {
        date_paid: '2026-11-01',
        payment_amount: costs.total,
        payment_method: 'bank',
        reference: '',
      }
      const began = performance.now()
      await fetch(`${url}/api/v1/orders/${code}/payment`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      while (received < DESKS) await pause(1)
      samples.push(performance.now() - began)
    }
    const { median, p95 } = summarise(samples)
    return [name, without, idle, `${milliseconds(median)} / ${milliseconds(p95)}`]
  } finally {
    ending.abort()
    await console.stop()
  }
}

/** The cost of idle desks, and how fast a change reaches all of them. */
export async function liveFigures(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-live-'))
  const rows = [await figuresOf('embedded', { databaseUrl: null, dataDir })]
  const cluster = await startCluster()
  if (cluster) {
    rows.push(await figuresOf('PostgreSQL', { databaseUrl: cluster.url, dataDir }))
    await cluster.stop()
  }
  rmSync(dataDir, { recursive: true, force: true })
  return rows
}
