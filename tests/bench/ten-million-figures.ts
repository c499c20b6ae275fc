import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { LAST_PAGE } from '../../src/contract/call.ts'
import { todayInAuckland } from '../../src/domain/calendar/nz-calendar.ts'
import { openDatabase } from '../../src/server/db/connection.ts'
import { startConsole } from '../browser/console-process.ts'
import { AS_MERE, sessionsOf } from '../server/sign-in/console-app.ts'
import { milliseconds, type Row, summarise } from './figures.ts'
import { postmasterOf, processorTimes, type Work } from './processor.ts'
import { LISTED_BY } from './server-figures.ts'
import { fillTenYears } from './ten-years.ts'

const ORDERS = 10_000_000
const REPEATS = 20
const WARM_UP = 2
/** Rows of an exported list whose time is measured. */
const EXPORTED = 20_000

/** Milliseconds at the 95th percentile. */
const TARGET = { record: 100, page: 100, search: 300, none: null } as const

interface Asked {
  name: string
  path: string
  target: keyof typeof TARGET
}

/** Words and codes of the database that the calls contain. */
interface Examples {
  order: string
  customer: string
  total: string
  phone: string
  tracking: string
  codes: string
  product: string
  today: string
  /** Pairs of words that many orders have, and no order both. */
  strangers: string[]
}

const callsFor = (of: Examples): Asked[] => [
  { name: 'Orders of all dates', path: '/orders', target: 'page' },
  { name: `page ${LAST_PAGE}`, path: `/orders?page=${LAST_PAGE}`, target: 'none' },
  { name: 'Orders of 30 days', path: '/orders?daterange=30days', target: 'page' },
  {
    name: 'Orders of 12 months in Christchurch',
    path: '/orders?daterange=12months&branch=christchurch',
    target: 'page',
  },
  ...['unpaid', 'paid', 'ready', 'shipped'].map((status) => ({
    name: `${status} in Christchurch`,
    path: `/orders?status=${status}&branch=christchurch`,
    target: 'page' as const,
  })),
  { name: 'Orders to pack, of all dates', path: '/orders?query=to+pack', target: 'page' },
  { name: 'Orders to pack, 30 days', path: '/orders?query=to+pack&daterange=30days', target: 'page' },
  { name: 'Orders of the largest customer', path: `/orders?customer=${of.customer}`, target: 'page' },
  { name: '500 orders by their codes', path: `/orders?codes=${of.codes}`, target: 'page' },
  ...LISTED_BY.map(({ name, path }): Asked => {
    const target = path.includes('query=') ? 'search' : 'page'
    return { name, path: path.replace('{product}', encodeURIComponent(of.product)), target }
  }),
  { name: 'An order', path: `/orders/${of.order}`, target: 'record' },
  { name: 'Its history', path: `/orders/${of.order}/history`, target: 'record' },
  { name: 'Its packing', path: `/orders/${of.order}/packing`, target: 'record' },
  { name: 'The next order to ship', path: `/next-to-ship?after=${of.order}`, target: 'record' },
  { name: 'A customer', path: `/customers/${of.customer}`, target: 'record' },
  { name: 'Orders by a word in 98 % (`example`)', path: '/orders?query=example', target: 'search' },
  { name: `page ${LAST_PAGE}`, path: `/orders?query=example&page=${LAST_PAGE}`, target: 'none' },
  { name: 'by a common word (`plumbing`)', path: '/orders?query=plumbing', target: 'search' },
  { name: 'by a code', path: `/orders?query=${of.order}`, target: 'search' },
  { name: 'by the beginning of a code', path: `/orders?query=${of.order.slice(0, 4)}`, target: 'search' },
  { name: 'by a phone number', path: `/orders?query=${of.phone}`, target: 'search' },
  { name: 'by a tracking code', path: `/orders?query=${of.tracking}`, target: 'search' },
  { name: 'by a total', path: `/orders?query=${of.total}`, target: 'search' },
  { name: 'by one letter (`p`)', path: '/orders?query=p', target: 'search' },
  { name: 'by two letters and a digit', path: '/orders?query=a+b+9', target: 'search' },
  { name: 'by a word that is nowhere', path: '/orders?query=zzzzqqqq', target: 'search' },
  {
    name: 'by a common word and one that is nowhere',
    path: '/orders?query=example+zzzzqqqq',
    target: 'search',
  },
  ...of.strangers.flatMap((pair) => [
    {
      name: `by common words that never meet (\`${pair}\`)`,
      path: `/orders?query=${encodeURIComponent(pair)}`,
      target: 'search' as const,
    },
    {
      name: 'the same among shipped orders',
      path: `/orders?query=${encodeURIComponent(pair)}&status=shipped`,
      target: 'search' as const,
    },
    {
      name: 'the same among those to pack',
      path: `/orders?query=${encodeURIComponent(`${pair} to pack`)}`,
      target: 'search' as const,
    },
    {
      name: 'the same, of 12 months',
      path: `/orders?query=${encodeURIComponent(pair)}&daterange=12months&branch=auckland`,
      target: 'search' as const,
    },
  ]),
  { name: 'Customers', path: '/customers', target: 'page' },
  { name: 'Customers by a name', path: '/customers?query=tamaki', target: 'search' },
  { name: 'by the beginning of companies (`p`)', path: '/customers?query=p', target: 'search' },
  { name: 'by a company', path: '/customers?query=rangitoto+fasteners', target: 'search' },
  { name: 'by words that never meet', path: '/customers?query=noah+oxford', target: 'search' },
  { name: 'Products', path: '/products', target: 'page' },
  { name: 'Products by a name', path: '/products?query=valve', target: 'search' },
  { name: 'by words that never meet', path: '/products?query=valve+tape', target: 'search' },
  { name: 'E-mails, with their number of pages', path: '/emails?query=&continue_token=', target: 'page' },
  { name: 'E-mails by an order', path: `/emails?query=${of.order}&continue_token=`, target: 'search' },
  { name: 'by a common word (`example`)', path: '/emails?query=example&continue_token=', target: 'search' },
  {
    name: 'by common words that seldom meet',
    path: '/emails?query=receipt+collected&continue_token=',
    target: 'search',
  },
  { name: 'Consignments of today', path: `/consignments?date=${of.today}&query=&provider=`, target: 'page' },
  {
    name: 'Consignments of today by a word',
    path: `/consignments?date=${of.today}&query=plumbing&provider=`,
    target: 'search',
  },
  { name: 'Labels never printed, of today', path: '/labels/awaiting', target: 'page' },
  { name: 'End of day', path: '/end-of-day', target: 'page' },
  { name: 'Late consignments', path: '/end-of-day/late', target: 'page' },
  { name: 'Number of arrivals', path: '/arrivals/count', target: 'record' },
]

export const TEN_MILLION_HEAD: Row = [
  'PostgreSQL, ten years of orders',
  'target, p95',
  'median',
  'p95',
  'met',
  'processor, database',
  'processor, server',
]

/** Response times and processor times of calls, one at a time, on the database of DATABASE_URL, which is filled before if it has only the demo. */
export async function tenMillionFigures(): Promise<Row[]> {
  const { DATABASE_URL: databaseUrl } = process.env
  if (!databaseUrl)
    throw new Error('Name an empty database of PostgreSQL in DATABASE_URL; it gets ten million orders.')
  const dataDir = mkdtempSync(join(tmpdir(), 'console-bench-'))
  const settings = { DATABASE_URL: databaseUrl, PREFETCH_PAGES: '0' }
  await (await startConsole(settings, dataDir)).stop()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ last: number }>('select max(id) as last from orders')
    if ((rows[0]?.last ?? 0) < 100_000)
      await fillTenYears(databaseUrl, Number(process.env.TEN_YEARS_ORDERS ?? ORDERS))
    const examples = await examplesOf(client)
    const db = await openDatabase({ databaseUrl, dataDir })
    const token = await sessionsOf(db, Date.now, 'local').begin(AS_MERE, '')
    await db.destroy()
    const console = await startConsole(settings, dataDir)
    try {
      const work = processorTimes(await postmasterOf(client), [console.url])
      const rows = await measureAll({ url: `${console.url}/api/v1`, token, work }, examples)
      return [...rows, ...(await bareFigures(client, examples))]
    } finally {
      await console.stop()
    }
  } finally {
    await client.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Server {
  url: string
  token: string
  work: () => Promise<Work>
}

async function measureAll(server: Server, examples: Examples): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, path, target } of callsFor(examples)) {
    const ask = () => timed(`${server.url}${path}`, server.token)
    for (let time = 0; time < WARM_UP; time += 1) await ask()
    const before = await server.work()
    const samples: number[] = []
    for (let time = 0; time < REPEATS; time += 1) samples.push(await ask())
    const after = await server.work()
    const { median, p95 } = summarise(samples)
    const limit = TARGET[target]
    const each = (part: keyof Work) => milliseconds((after[part] - before[part]) / REPEATS)
    rows.push([
      name,
      limit === null ? '' : `≤ ${limit} ms`,
      milliseconds(median),
      milliseconds(p95),
      limit === null ? '' : p95 <= limit ? 'yes' : '**no**',
      each('database'),
      each('server'),
    ])
    process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`)
  }
  return [...rows, await exported(server)]
}

async function timed(url: string, token: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - began
}

/** The least that PostgreSQL does for the slowest searches: it intersects the rows of two words in the index. */
async function bareFigures(client: pg.Client, { strangers }: Examples): Promise<Row[]> {
  await client.query('set jit = off')
  const rows: Row[] = []
  for (const pair of strangers) {
    const words = pair.split(' ').map((word) => `%${word}%`)
    const samples: number[] = []
    for (let time = 0; time < REPEATS; time += 1) {
      const began = performance.now()
      await client.query(
        'select id from orders where search_text like $1 and search_text like $2 order by id + 0 limit 1',
        words,
      )
      samples.push(performance.now() - began)
    }
    const { median, p95 } = summarise(samples)
    rows.push([`\`${pair}\` in bare SQL`, '', milliseconds(median), milliseconds(p95), '', '', ''])
  }
  return rows
}

/** The first rows of an export of all orders, and the time for each thousand rows. */
async function exported({ url, token }: Server): Promise<Row> {
  const prepared = await fetch(`${url}/exports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ list: 'orders', filter: {} }),
  })
  const { ticket }: { ticket: string } = await prepared.json()
  const began = performance.now()
  const { body } = await fetch(`${url}/exports?ticket=${ticket}`)
  let [lines, first] = [0, 0]
  for await (const chunk of body ?? []) {
    first ||= performance.now() - began
    lines += chunk.reduce((count: number, byte: number) => count + (byte === 10 ? 1 : 0), 0)
    if (lines > EXPORTED) break
  }
  const thousand = ((performance.now() - began) / lines) * 1000
  return [
    'Orders as CSV: the first rows, and a thousand rows',
    '',
    milliseconds(first),
    milliseconds(thousand),
    '',
    '',
    '',
  ]
}

async function examplesOf(client: pg.Client): Promise<Examples> {
  const first = async (query: string) => {
    const { rows } = await client.query<{ value: string }>(query)
    return rows[0]?.value ?? ''
  }
  const newest = 'select max(id) from orders where tracking_code is not null'
  const { rows } = await client.query<{ pair: string }>(STRANGERS)
  return {
    order: await first(`select code as value from orders where id = (${newest})`),
    tracking: await first(`select tracking_code as value from orders where id = (${newest})`),
    total: await first(
      `select to_char(total_cents / 100.0, 'FM999990.00') as value from orders where id = (${newest})`,
    ),
    phone: await first(`select phone as value from customers where phone is not null order by id limit 1`),
    customer: await first(`select code as value from customers where id =
      (select customer_id from orders group by 1 order by count(*) desc limit 1)`),
    codes: await first(
      `select string_agg(code, ',') as value from (select code from orders order by id desc limit 500) as codes`,
    ),
    product: await first(`select product_code as value from order_items where order_id = (${newest})
      and product_code is not null order by id limit 1`),
    today: todayInAuckland(Date.now()),
    strangers: rows.map(({ pair }) => pair),
  }
}

/** The most common pairs of words that no order has both, among the demo's texts: one order in a thousand is read. */
const STRANGERS = `with texts as materialized (
    select row_number() over () as number, string_to_array(trim(regexp_replace(search_text, ' +', ' ', 'g')), ' ') as words
    from orders tablesample system (0.2) repeatable (7) limit 20000),
  words as (select distinct number, word from texts, unnest(words) as word where word ~ '^[a-z]{4,}$'),
  common as (select word, count(*) as times from words group by 1 order by 2 desc limit 80)
  select one.word || ' ' || other.word as pair from common as one join common as other on one.word < other.word
  where not exists (select 1 from texts where words @> array[one.word, other.word])
  order by one.times * other.times desc limit 3`
