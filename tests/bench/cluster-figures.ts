import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../../src/server/db/connection.ts'
import { createKey } from '../../src/server/intake/key-store.ts'
import { type ConsoleProcess, startConsole } from '../browser/console-process.ts'
import { payloadFor } from '../server/consignments/payload-for.ts'
import { type Cluster, startCluster } from '../server/postgres-cluster.ts'
import { AS_MERE, sessionsOf } from '../server/sign-in/console-app.ts'
import { milliseconds, type Row } from './figures.ts'
import { postmasterOf, processorTimes } from './processor.ts'

/** Calls of each kind whose processor time is measured. */
const CALLS = 200
/** Milliseconds for which idle processes are watched. */
const IDLE_MS = 30_000
/** Milliseconds for which records are sent. */
const SENT_MS = 15_000
/** Lots that a connection of a source sends at most: a key may send 300 a minute, in the three runs together. */
const MOST_LOTS = 45
/** Records of a request. */
const RECORDS = 100

export const COST_HEAD: Row = ['A call', 'processor, database', 'processor, server']

export const PROCESSES_HEAD: Row = [
  'Processes',
  'connections',
  'transactions a second, idle',
  'processor a second, idle: database',
  'server',
  'orders a second taken in, of one source',
  'of two',
  'of four',
]

interface Running {
  cluster: Cluster
  client: pg.Client
  consoles: ConsoleProcess[]
  postmaster: number
}

/** Runs `work` with servers on a PostgreSQL of their own, which has the demo. */
async function withServers<Result>(
  count: number,
  work: (running: Running) => Promise<Result>,
): Promise<Result | null> {
  const cluster = await startCluster({ isDurable: true })
  if (cluster === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'console-bench-'))
  const client = new pg.Client({ connectionString: cluster.url })
  const consoles: ConsoleProcess[] = []
  try {
    await client.connect()
    for (let index = 0; index < count; index += 1) {
      const settings = { DATABASE_URL: cluster.url, PREFETCH_PAGES: '0' }
      consoles.push(await startConsole(settings, join(folder, String(index))))
    }
    return await work({ cluster, client, consoles, postmaster: await postmasterOf(client) })
  } finally {
    for (const console of consoles) await console.stop()
    await client.end()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The processor time of each call of a desk, of the database and of the server: one at a time, on the demo. */
export async function costFigures(): Promise<Row[]> {
  const rows = await withServers(1, async ({ cluster, client, consoles: [console], postmaster }) => {
    if (console === undefined) return []
    const db = await openDatabase({ databaseUrl: cluster.url, dataDir: '' })
    const token = await sessionsOf(db, Date.now, 'local').begin(AS_MERE, '')
    await db.destroy()
    const codes = async (condition: string) => {
      const found = await client.query<{ code: string }>(
        `select code from orders where ${condition} order by id desc limit ${CALLS}`,
      )
      return found.rows.map(({ code }) => code)
    }
    const send = async (path: string, body?: object) => {
      const answer = await fetch(`${console.url}/api/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok && answer.status !== 429)
        throw new Error(`${path} was answered ${answer.status}: ${text}`)
      return text
    }
    const work = processorTimes(postmaster, [console.url])
    const rows: Row[] = []
    const measure = async (
      name: string,
      given: readonly string[],
      call: (code: string) => Promise<unknown>,
    ) => {
      await call(given[0] ?? '')
      const others = given.slice(1)
      const before = await work()
      for (const code of others) await call(code)
      const after = await work()
      const each = (part: keyof typeof after) => milliseconds((after[part] - before[part]) / others.length)
      rows.push([name, each('database'), each('server')])
    }
    const all = await codes('true')
    const priced = await client.query<{ code: string; cents: string }>(
      'select code, total_cents as cents from orders',
    )
    const totals = new Map(priced.rows.map(({ code, cents }) => [code, Number(cents)]))
    const open = await codes(
      `paid_at is null and ready_at is null and shipped_at is null and is_stopped = 0 and is_held = 0
       and customer_id in (select id from customers where credit_stop = 0 and pricing <> 'stop')`,
    )
    await measure('The list of 30 days, 200 rows', all, () => send('/orders?daterange=30days'))
    await measure('A search, 200 rows', all, () => send('/orders?query=plumbing'))
    await measure('A search that finds one order', all, (code) => send(`/orders?query=${code}`))
    await measure('An order', all, (code) => send(`/orders/${code}`))
    await measure('Its history', all, (code) => send(`/orders/${code}/history`))
    await measure('Its packing', all, (code) => send(`/orders/${code}/packing`))
    await measure('The next order to ship', all, (code) => send(`/next-to-ship?after=${code}`))
    await measure('A payment', open, (code) =>
      send(`/orders/${code}/payment`, {
        date_paid: '2026-11-01',
        payment_amount: totals.get(code),
        payment_method: 'bank',
        reference: '',
      }),
    )
    const booked = open.slice(0, 100)
    const prices = new Map<string, string>()
    await measure('Prices of all couriers', booked, async (code) => {
      const options: unknown = JSON.parse(await send('/consignments/pricing', payloadFor(code)))
      prices.set(code, firstPrice(options))
    })
    await measure('A booking', booked, (code) =>
      send('/consignments', { ...payloadFor(code), quote_id: prices.get(code) }),
    )
    return rows
  })
  return rows ?? []
}

/** The id of the first price there is. */
function firstPrice(options: unknown): string {
  for (const option of Array.isArray(options) ? options : [])
    if (typeof option?.id === 'string') return option.id
  throw new Error('No courier gave a price.')
}

/** What one, two and four processes need of PostgreSQL, and how many orders they take in together. */
export async function processFigures(): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of [1, 2, 4]) {
    const row = await withServers(count, (running) => figuresOf(running))
    if (row) rows.push(row)
  }
  return rows
}

async function figuresOf({ cluster, client, consoles, postmaster }: Running): Promise<Row> {
  const urls = consoles.map(({ url }) => url)
  const work = processorTimes(postmaster, urls)
  const first = async (query: string) => Number((await client.query<{ value: number }>(query)).rows[0]?.value)
  const transactions = () =>
    first(
      'select xact_commit + xact_rollback as value from pg_stat_database where datname = current_database()',
    )
  const connections = () =>
    first('select count(*) - 1 as value from pg_stat_activity where datname = current_database()')
  const db = await openDatabase({ databaseUrl: cluster.url, dataDir: '' })
  const keys: string[] = []
  for (const name of ['One', 'Two', 'Three', 'Four']) keys.push((await createKey(db, name, Date.now())).key)
  await db.destroy()
  await pause(2000)
  const before = { ...(await work()), transactions: await transactions() }
  await pause(IDLE_MS)
  const after = { ...(await work()), transactions: await transactions() }
  const taken: number[] = []
  for (const sources of [1, 2, 4]) taken.push(await takenIn(urls, keys.slice(0, sources)))
  const perSecond = (part: keyof typeof after) => ((after[part] - before[part]) / IDLE_MS) * 1000
  return [
    String(consoles.length),
    String(await connections()),
    perSecond('transactions').toFixed(1),
    milliseconds(perSecond('database')),
    milliseconds(perSecond('server')),
    ...taken.map((rate) => rate.toFixed(0)),
  ]
}

/** The number of the last order sent. */
let made = 0

/** Orders of new codes a second that these sources, each at two connections of a process, send as fast as they are taken. */
async function takenIn(urls: readonly string[], keys: readonly string[]): Promise<number> {
  const began = performance.now()
  let taken = 0
  const source = async (key: string, place: number) => {
    for (let sent = 0; sent < MOST_LOTS && performance.now() - began < SENT_MS; sent += 1) {
      const body = JSON.stringify(Array.from({ length: RECORDS }, nextOrder))
      const answer = await fetch(`${urls[place % urls.length]}/api/v1/intake/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      })
      if (!answer.ok) throw new Error(`Orders were answered ${answer.status}: ${await answer.text()}`)
      await answer.json()
      taken += RECORDS
    }
  }
  await Promise.all(keys.flatMap((key, place) => [source(key, place), source(key, place)]))
  return (taken / (performance.now() - began)) * 1000
}

/** An order of the demo's first customer with three items. */
function nextOrder(): object {
  made += 1
  const item = (line: number) => ({
    quantity: line,
    product: { code: `P-${line}`, name: `Pipe ${line}`, price: 1000 },
  })
  return {
    code: `T${made}`,
    customer: { code: '10001' },
    freight: { branch: 'auckland', subtotal: 695 },
    dates: { ordered_at: '2026-11-18T09:30:00+13:00' },
    items: [item(1), item(2), item(3)],
  }
}
