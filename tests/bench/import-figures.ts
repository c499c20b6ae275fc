import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openDatabase } from '../../src/server/db/connection.ts'
import { timestamp } from '../../src/server/db/times.ts'
import { importFiles } from '../../src/server/import/import-files.ts'
import { previewFiles } from '../../src/server/import/preview.ts'
import { startCluster } from '../server/postgres-cluster.ts'
import type { Row } from './figures.ts'

const ORDERS = 1_000_000
const CUSTOMERS = 10_000
const ITEMS = 3
const NEWEST_MS = 1_790_000_000_000
const APART_MS = 60_000

function* customerLines(): Generator<string> {
  for (let index = 0; index < CUSTOMERS; index += 1) {
    yield `${JSON.stringify({
      code: String(10_000 + index),
      name: `Aroha Example ${index}`,
      company: `Tāmaki Plumbing ${index} Ltd`,
      email: `aroha.${index}@example.com`,
      address: { street: `${1 + (index % 240)} Queen Street`, city: 'Auckland', postcode: '1010' },
    })}\n`
  }
}

/** Newest first, like a list of the contract, which is the worst order for a database. */
function* orderLines(count: number): Generator<string> {
  const item = { quantity: 2, product: { code: 'PEX-20-RED', name: 'Pipe, 20 mm, red', price: 1250 } }
  for (let index = 0; index < count; index += 1) {
    const ordered_at = timestamp(NEWEST_MS - index * APART_MS)
    yield `${JSON.stringify({
      code: String(2_000_000 + index),
      reference: `PO ${index}`,
      customer: { code: String(10_000 + ((index * 7919) % CUSTOMERS)) },
      freight: { branch: index % 3 === 0 ? 'christchurch' : 'auckland', subtotal: 695 },
      delivery_address: { street: `${1 + (index % 240)} Queen Street`, city: 'Auckland', postcode: '1010' },
      dates: { ordered_at, paid_at: index % 5 === 0 ? null : ordered_at },
      items: new Array(ITEMS).fill(item),
    })}\n`
  }
}

async function measure(
  name: string,
  settings: { databaseUrl: string | null; dataDir: string },
  folder: string,
  count: number,
): Promise<Row> {
  const db = await openDatabase(settings, { isPatient: true })
  let peak = 0
  let began = 0
  const took = new Map<string, number>()
  let step = ''
  const outcome = await importFiles({ db, clock: Date.now }, [folder], {
    begin(name) {
      step = name
      began = performance.now()
    },
    advance() {
      peak = Math.max(peak, process.memoryUsage.rss())
    },
    end: () => void took.set(step, performance.now() - began),
    note: () => undefined,
    recognised: () => undefined,
    fault: ({ reason }) => {
      throw new Error(reason)
    },
  })
  await db.destroy()
  const loaded = outcome.loaded.find(({ kind }) => kind === 'orders')
  if (loaded?.loaded.added !== count) throw new Error('Not all orders were loaded.')
  const seconds = [took.get('Checking') ?? 0, took.get('Loading orders') ?? 0].map((ms) => ms / 1000)
  const rate = count / seconds.reduce((sum, one) => sum + one, 0)
  const [checking, loading] = seconds.map((one) => `${one.toFixed(0)} s`)
  return [
    name,
    checking ?? '',
    loading ?? '',
    `${Math.round(rate)} a second`,
    `${Math.round(peak / 2 ** 20)} MiB`,
  ]
}

const EXPORTED = 100_000

/** A Shopify export: an order has a line for each item, of which only the first has the order's own cells. */
function* shopifyLines(count: number): Generator<string> {
  yield 'Name,Email,Financial Status,Paid at,Created at,Shipping Street,Shipping City,Shipping Zip,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku\n'
  for (let index = 0; index < count; index += 1) {
    const at = timestamp(NEWEST_MS - index * APART_MS)
    const email = `aroha.${(index * 7919) % CUSTOMERS}@example.com`
    const street = `${1 + (index % 240)} Queen Street`
    for (let item = 0; item < ITEMS; item += 1) {
      const own = item === 0 ? `${email},paid,${at},${at},${street},Auckland,1010` : ',,,,,,'
      yield `#${1000 + index},${own},2,"Pipe, 20 mm - ${item}",12.50,PEX-20-${item}\n`
    }
  }
}

/** Time to preview and to take an export, and the memory meanwhile. */
async function measureExport(
  name: string,
  settings: { databaseUrl: string | null; dataDir: string },
  file: string,
  count: number,
): Promise<Row> {
  const db = await openDatabase(settings, { isPatient: true })
  let peak = 0
  const nothing = () => undefined
  const watcher = {
    ...{ begin: nothing, end: nothing, recognised: nothing, note: nothing },
    advance() {
      peak = Math.max(peak, process.memoryUsage.rss())
    },
    fault: ({ reason }: { reason: string }) => {
      throw new Error(reason)
    },
  }
  const parts = { db, clock: Date.now }
  const timed = async <Result>(work: () => Promise<Result>) => {
    peak = 0
    const began = performance.now()
    const result = await work()
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    return { result, figures: [`${seconds} s`, `${Math.round(peak / 2 ** 20)} MiB`] }
  }
  const previewed = await timed(() => previewFiles(parts, [file], watcher))
  const taken = await timed(() => importFiles(parts, [file], watcher))
  await db.destroy()
  const loaded = taken.result.loaded.find(({ kind }) => kind === 'orders')
  const shown = previewed.result.kinds.find(({ kind }) => kind === 'orders')
  if (loaded?.loaded.added !== count || shown?.new !== count) throw new Error('Not all orders were loaded.')
  return [name, ...previewed.figures, ...taken.figures]
}

export const EXPORT_HEAD = [
  'Shopify export of 100,000 orders of three items',
  'preview',
  'memory at most',
  'import',
  'memory at most',
]

/** Time to preview and to import an export, on both databases. @param count a smaller number, for a trial */
export async function exportFigures(count: number = EXPORTED): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'console-bench-export-'))
  const cluster = await startCluster()
  try {
    const file = join(root, 'orders_export.csv')
    await pipeline(Readable.from(shopifyLines(count)), createWriteStream(file))
    const rows = [
      await measureExport('embedded', { databaseUrl: null, dataDir: join(root, 'data') }, file, count),
    ]
    if (cluster)
      rows.push(await measureExport('PostgreSQL', { databaseUrl: cluster.url, dataDir: '' }, file, count))
    return rows
  } finally {
    await cluster?.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

export const IMPORT_HEAD = [
  'Import of 1,000,000 orders of three items',
  'checking',
  'loading',
  'both together',
  'memory at most',
]

/**
 * Time to import a business with a million orders, on both databases.
 * @param count a smaller number, for a trial
 */
export async function importFigures(count: number = ORDERS): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'console-bench-import-'))
  const cluster = await startCluster()
  try {
    const folder = join(root, 'files')
    mkdirSync(folder)
    const write = (file: string, lines: Iterable<string>) =>
      pipeline(Readable.from(lines), createWriteStream(join(folder, file)))
    await write('customers.jsonl', customerLines())
    await write('orders.jsonl', orderLines(count))
    const rows = [
      await measure('embedded', { databaseUrl: null, dataDir: join(root, 'data') }, folder, count),
    ]
    if (cluster)
      rows.push(await measure('PostgreSQL', { databaseUrl: cluster.url, dataDir: '' }, folder, count))
    return rows
  } finally {
    await cluster?.stop()
    rmSync(root, { recursive: true, force: true })
  }
}
