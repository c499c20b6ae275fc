import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { listOrders, type Order } from '../../src/contract/orders.ts'
import { noteChanges, type RecordChange } from '../../src/server/changes/note-changes.ts'
import { openDatabase } from '../../src/server/db/connection.ts'
import { startConsole } from '../browser/console-process.ts'
import { launchBrowser } from '../browser/launch.ts'
import { startCluster } from '../server/postgres-cluster.ts'
import { AS_MERE, sessionsOf } from '../server/sign-in/console-app.ts'
import { coldPage } from './browser-figures.ts'
import { hasRows } from './desk.ts'
import { milliseconds, type Row, summarise } from './figures.ts'
import { measurable, pressAtPace, settled, slowDown, took } from './painted.ts'

const DESKS = 200
/** Milliseconds that a server is left alone after its start, and that it is then measured: more than a heartbeat. */
const SETTLES_MS = 10_000
const LASTS_MS = 30_000
const CHANGES = 15
/** Screens that are opened anew, each for one change. */
const OPENED = 8
/** Changes at once while a key is held, on a processor slower by this factor. */
const BURST = 200
const SLOWER = 4
/** Presses of the held key, the first after the changes, and their interval in milliseconds. */
const HELD = 90
const HELD_MS = 33

export const LIVE_HEAD = [
  'Database',
  'an idle server without desks',
  `with ${DESKS} idle desks, target ≤ 1 % of a core more`,
  'a payment at another desk, on PostgreSQL at another process, until it is painted in the list on a screen, median / p95, target ≤ 300 ms',
  'the same, made as soon as the screen has its rows',
  `the longest that a held j waits, on a processor ${SLOWER} × slower: without changes, with ${BURST} changes of its rows at once, target ≤ 50 ms more`,
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

/** A desk without a screen, which only reads its stream. */
function desk(url: string, token: string, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  return new Promise((ready, fail) => {
    const read = async () => {
      const { body } = await fetch(`${url}/api/v1/changes`, { headers, signal })
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        if (chunk.includes('event: ready')) ready()
      }
    }
    read().catch((error: unknown) => (signal.aborted ? undefined : fail(error)))
  })
}

/**
 * Measures changes that another desk makes, on the list of unpaid orders.
 * @param elsewhere the address of the process at which they are made
 */
function screenAt(url: string, elsewhere: string, browser: Browser, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  /** The unpaid orders as the list shows them. */
  const unpaid = async (): Promise<Order[]> => {
    const answer = await fetch(`${url}/api/v1/orders?status=unpaid&daterange=30days`, { headers })
    const { rows } = listOrders.answer.parse(await answer.json())
    // What is on hold cannot be paid.
    return rows.filter(({ status }) => status === 'Ordered')
  }

  const openPage = async (): Promise<Page> => {
    const page = await coldPage(browser, url, token)
    await measurable(page)
    await page.goto(`${url}/orders?status=unpaid`)
    await page.waitForFunction(hasRows)
    return page
  }

  /** Milliseconds from the request that pays an order until the row on the screen is painted as paid. */
  const untilPainted = async (page: Page, { code, costs }: Order): Promise<number> => {
    await page.evaluate((order) => {
      const isPaid = ({ textContent }: Element) =>
        textContent?.includes(order) === true && textContent.includes('Paid')
      const rows = () => [...document.querySelectorAll('[role=grid] tbody [role=row]')]
      if (rows().some(isPaid)) throw new Error(`Order ${order} is paid already.`)
      window.bench.arm(() => rows().some(isPaid), { since: performance.now() })
    }, code)
    const payment = { payment_amount: costs.total, payment_method: 'bank', reference: '' }
    const body = JSON.stringify({ date_paid: '2026-11-01', ...payment })
    const answer = await fetch(`${elsewhere}/api/v1/orders/${code}/payment`, {
      method: 'POST',
      headers,
      body,
    })
    if (!answer.ok) throw new Error(`The payment of ${code} was answered ${answer.status}.`)
    return took(page, `Order ${code} paid`)
  }

  return {
    /** On one screen, when all work of its start is done. */
    async open(): Promise<number[]> {
      const page = await openPage()
      await settled(page)
      const samples: number[] = []
      for (const order of (await unpaid()).slice(0, CHANGES)) samples.push(await untilPainted(page, order))
      await page.context().close()
      return samples
    },
    /** On screens that have only just got their rows. */
    async opening(): Promise<number[]> {
      const samples: number[] = []
      for (let count = 0; count < OPENED; count += 1) {
        const [order] = await unpaid()
        if (order === undefined) throw new Error('No order is unpaid.')
        const page = await openPage()
        samples.push(await untilPainted(page, order))
        await page.context().close()
      }
      return samples
    },
  }
}

/** Milliseconds that a key waits at most until the page hears of it, while `change` runs. */
async function longestWait(page: Page, change: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.waits = []
    window.addEventListener('keydown', ({ timeStamp }) => window.waits.push(performance.now() - timeStamp), {
      capture: true,
    })
  })
  const changing = change()
  await pressAtPace(new Array<string>(HELD).fill('j'), HELD_MS, (key) => page.keyboard.down(key))
  await page.keyboard.up('j')
  await changing
  return Math.max(...(await page.evaluate(() => window.waits)))
}

declare global {
  interface Window {
    waits: number[]
  }
}

/** The longest waits of a held key on the list of orders, without and with changes of all its rows. */
async function burstOf(place: Place, url: string, browser: Browser, token: string): Promise<string> {
  const db = await openDatabase(place)
  const page = await coldPage(browser, url, token)
  await measurable(page)
  await page.goto(`${url}/orders`)
  await page.waitForFunction(hasRows)
  await settled(page)
  await slowDown(page, SLOWER)
  const codes = await db.selectFrom('orders').select('code').orderBy('id', 'desc').limit(BURST).execute()
  const changes: RecordChange[] = codes.map(({ code }) => ({ kind: 'order', code, is_new: false }))
  const without = await longestWait(page, async () => undefined)
  const during = await longestWait(page, () =>
    db.transaction().execute(async (within) => {
      for (const change of changes) await noteChanges(within, [change])
    }),
  )
  await page.context().close()
  await db.destroy()
  return `${milliseconds(without)}, ${milliseconds(during)}`
}

function shown(samples: readonly number[]): string {
  const { median, p95 } = summarise(samples)
  return `${milliseconds(median)} / ${milliseconds(p95)}`
}

async function figuresOf(name: string, place: Place, browser: Browser): Promise<Row> {
  const settings = place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }
  await (await startConsole(settings, place.dataDir)).stop()
  const db = await openDatabase(place)
  const sessions = sessionsOf(db, Date.now, 'local')
  const tokens: string[] = []
  for (let count = 0; count < DESKS; count += 1) tokens.push(await sessions.begin(AS_MERE, ''))
  await db.destroy()
  const console = await startConsole(settings, place.dataDir)
  const stops = [console.stop]
  const ending = new AbortController()
  try {
    const { url } = console
    await pause(SETTLES_MS)
    const without = await share(url)
    await Promise.all(tokens.map((token) => desk(url, token, ending.signal)))
    const idle = await share(url)
    let elsewhere = url
    if (place.databaseUrl !== null) {
      const other = await startConsole(settings, place.dataDir)
      stops.push(other.stop)
      elsewhere = other.url
    }
    const screen = screenAt(url, elsewhere, browser, tokens[0] ?? '')
    const changes = [shown(await screen.open()), shown(await screen.opening())]
    return [name, without, idle, ...changes, await burstOf(place, url, browser, tokens[0] ?? '')]
  } finally {
    ending.abort()
    for (const stop of stops) await stop()
  }
}

/** The cost of idle desks, and how soon a screen among them shows a change. */
export async function liveFigures(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-live-'))
  const browser = await launchBrowser()
  const rows = [await figuresOf('embedded', { databaseUrl: null, dataDir }, browser)]
  const cluster = await startCluster()
  if (cluster) {
    rows.push(await figuresOf('PostgreSQL', { databaseUrl: cluster.url, dataDir }, browser))
    await cluster.stop()
  }
  await browser.close()
  rmSync(dataDir, { recursive: true, force: true })
  return rows
}
