import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { LAST_PAGE } from '../../src/contract/call.ts'
import { listOrders } from '../../src/contract/orders.ts'
import { MARK_NAMES } from '../../src/domain/lists/order-criteria.ts'
import { startConsole } from '../browser/console-process.ts'
import { launchBrowser } from '../browser/launch.ts'
import { startCluster } from '../server/postgres-cluster.ts'
import { tokenOf } from './browser-figures.ts'
import { milliseconds, type Row, type Summary, summarise } from './figures.ts'
import { multiply } from './million-orders.ts'

const REPEATS = 60
const WARM_UP = 5

interface Asked {
  name: string
  /** With `{last}` for the code of the newest order, and `{product}` for that of a product in it. */
  path: string
}

/** Lists by one criterion, and by several (LIST-10). */
export const LISTED_BY: readonly Asked[] = [
  { name: 'Orders of this week', path: '/orders?ordered=this-week' },
  { name: 'paid last month', path: '/orders?paid=last-month' },
  { name: 'packed yesterday', path: '/orders?packed=yesterday' },
  { name: 'shipped last month', path: '/orders?shipped=last-month' },
  { name: 'over $1,000', path: '/orders?total=over-1000' },
  { name: 'over $100,000, which is none', path: '/orders?total=over-100000' },
  { name: 'with a product', path: '/orders?product={product}' },
  { name: 'with a product that does not exist', path: '/orders?product=ZZZZ' },
  { name: 'with Aramex', path: '/orders?courier=aramex' },
  ...Array.from(new Set(MARK_NAMES.values()), (mark) => ({
    name: `marked ${mark}`,
    path: `/orders?is=${mark}`,
  })),
  {
    name: 'shipped last month with Aramex, a product in it, without an e-mail address',
    path: '/orders?shipped=last-month&courier=aramex&product={product}&is=no-email',
  },
  { name: 'of this week by a common word (`road`)', path: '/orders?ordered=this-week&query=road' },
  {
    name: 'over $1,000 by words that never meet (`road street`)',
    path: '/orders?total=over-1000&query=road+street',
  },
]

/** The measured requests, by their names in the report. */
const ASKED: readonly Asked[] = [
  { name: 'Orders, 200 of all dates, page 1', path: '/orders' },
  { name: `page ${LAST_PAGE}`, path: `/orders?page=${LAST_PAGE}` },
  { name: 'Orders of 30 days', path: '/orders?daterange=30days' },
  { name: 'unpaid in Christchurch', path: '/orders?status=unpaid&branch=christchurch' },
  { name: 'Orders by a common word (`example`), page 1', path: '/orders?query=example' },
  { name: `page ${LAST_PAGE}`, path: `/orders?query=example&page=${LAST_PAGE}` },
  { name: 'Orders by a rare word (the last code), page 1', path: '/orders?query={last}' },
  { name: `page ${LAST_PAGE}`, path: `/orders?query={last}&page=${LAST_PAGE}` },
  { name: 'Orders by a word that is nowhere', path: '/orders?query=zzzzqqqq' },
  ...LISTED_BY,
  { name: 'Customers, 200, page 1', path: '/customers' },
  { name: 'Customers by a name', path: '/customers?query=tamaki' },
  { name: 'Products by a name', path: '/products?query=valve' },
  { name: 'Emails, the last 200 events', path: '/emails?query=&continue_token=' },
  { name: 'Emails by an order', path: '/emails?query={last}&continue_token=' },
  { name: 'Emails by a common word (`example`)', path: '/emails?query=example&continue_token=' },
]

/** Milliseconds until the first byte, which the server sends when the response is complete. */
async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, { headers })
  const took = performance.now() - began
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return took
}

async function measure(settings: NodeJS.ProcessEnv, dataDir: string): Promise<Summary[]> {
  const console = await startConsole(settings, dataDir)
  const browser = await launchBrowser()
  try {
    const headers = {
      authorization: `Bearer ${await tokenOf(browser, console.url)}`,
      'accept-encoding': 'identity',
    }
    const { rows } = listOrders.answer.parse(
      await (await fetch(`${console.url}/api/v1/orders`, { headers })).json(),
    )
    const last = rows[0]?.code ?? ''
    const product = rows[0]?.items[0]?.product.code ?? ''
    const summaries: Summary[] = []
    for (const { path } of ASKED) {
      const url = `${console.url}/api/v1${path.replace('{last}', last).replace('{product}', encodeURIComponent(product))}`
      for (let time = 0; time < WARM_UP; time += 1) await timed(url, headers)
      const samples: number[] = []
      for (let time = 0; time < REPEATS; time += 1) samples.push(await timed(url, headers))
      summaries.push(summarise(samples))
    }
    return summaries
  } finally {
    await browser.close()
    await console.stop()
  }
}

const cells = (few: Summary, many: Summary) => [
  `${milliseconds(few.median)} / ${milliseconds(few.p95)}`,
  `${milliseconds(many.median)} / ${milliseconds(many.p95)}`,
  `× ${(many.median / few.median).toFixed(1)}`,
]

/** The figures of a database with the demo, then with a million orders made from it. */
async function growth(name: string, settings: NodeJS.ProcessEnv, dataDir: string): Promise<Row[]> {
  const few = await measure(settings, dataDir)
  await multiply({ databaseUrl: settings.DATABASE_URL ?? null, dataDir })
  const many = await measure(settings, dataDir)
  return ASKED.map((asked, index) => {
    const [before, after] = [few[index], many[index]]
    return before && after ? [name, asked.name, ...cells(before, after)] : [name, asked.name]
  })
}

/** Server time of lists and searches, with the demo and with a million orders, on both databases. */
export async function serverFigures(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'console-bench-'))
  const cluster = await startCluster()
  try {
    const embedded = await growth('embedded', {}, join(folder, 'embedded'))
    const postgres = cluster
      ? await growth('PostgreSQL', { DATABASE_URL: cluster.url }, join(folder, 'postgres'))
      : []
    return [...embedded, ...postgres]
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
