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
/** Changes of one open screen, with these pauses between them, in milliseconds: as people work. */
const CHANGES = 20
const PAUSES_MS = [700, 1_900, 1_300]
/** Screens that are opened anew, each for one change. */
const OPENED = 12
/** Changes at once while a key is held, on a processor slower by this factor. */
const BURST = 200
const SLOWER = 4
/** Presses of the held key, the first after the changes, and their interval in milliseconds. */
const HELD = 90
const HELD_MS = 33

export const DESKS_HEAD = [
  'Database',
  'an idle server without desks',
  `with ${DESKS} idle desks, target ≤ 1 % of a core more`,
  `the longest that a held j waits, on a processor ${SLOWER} × slower: without changes, with ${BURST} changes of its rows at once, target ≤ 50 ms more`,
]

export const SCREENS_HEAD = [
  'A payment at another desk, on PostgreSQL at another process, from its answer until another screen has painted it',
  'target, p95',
  'median',
  'p95',
  'met',
]

/** In milliseconds. */
const TARGET_MS = 300

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

/** A screen that shows an order, and how it is brought to show one. */
interface LiveScreen {
  name: string
  path(code: string): string
  /** Resolves when the order is shown. */
  show(page: Page, code: string): Promise<void>
  /** The elements of which the one that names the order also says whether it is paid. */
  places: string
}

const SCREENS: readonly LiveScreen[] = [
  {
    name: 'the list',
    path: () => '/orders?status=unpaid',
    show: async (page) => void (await page.waitForFunction(hasRows)),
    places: '[role=grid] tbody [role=row]',
  },
  {
    name: 'the order',
    path: (code) => `/orders/${code}`,
    async show(page, code) {
      // The order that is open already, if any, is left by the palette.
      if (!page.url().endsWith(`/orders/${code}`)) await jump(page, code)
      await page.locator('main h1', { hasText: code }).waitFor()
    },
    places: 'main',
  },
  {
    name: 'the ship station',
    path: () => '/ship',
    async show(page, code) {
      await page.getByRole('textbox', { name: /^Scan or type an order/ }).waitFor()
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 2, name: code }).waitFor()
    },
    places: 'main',
  },
]

/** Opens the record of a code by the palette. */
async function jump(page: Page, code: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(code)
  await page.keyboard.press('Enter')
}

/**
 * Measures payments of another desk on a screen.
 * @param elsewhere the address of the process at which they are made
 */
function paymentsAt(url: string, elsewhere: string, browser: Browser, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  /** Unpaid orders as the list shows them. */
  const unpaid = async (count: number): Promise<Order[]> => {
    const answer = await fetch(`${url}/api/v1/orders?status=unpaid&daterange=30days`, { headers })
    const { rows } = listOrders.answer.parse(await answer.json())
    // What is on hold cannot be paid, and the ship station takes nothing that is collected.
    const payable = rows
      .filter(({ status, freight }) => status === 'Ordered' && !freight.is_pickup)
      .slice(0, count)
    if (payable.length < count) throw new Error(`Only ${payable.length} orders are unpaid.`)
    return payable
  }

  const open = async ({ path }: LiveScreen, code: string): Promise<Page> => {
    const page = await coldPage(browser, url, token)
    await measurable(page)
    await page.goto(`${url}${path(code)}`)
    return page
  }

  /** Milliseconds from the answer to a payment until the screen has painted the order as paid. */
  const untilPainted = async (page: Page, { places }: LiveScreen, order: Order): Promise<number> => {
    const { code, costs } = order
    await page.evaluate(
      ([within, paid]) => {
        const isPaid = ({ textContent }: Element) =>
          textContent?.includes(paid) === true && textContent.includes('Paid')
        const isShown = () => [...document.querySelectorAll(within)].some(isPaid)
        if (isShown()) throw new Error(`Order ${paid} is paid already.`)
        // On the clock of the machine, which the other desk has, too.
        window.bench.arm(isShown, { since: -performance.timeOrigin })
      },
      [places, code] as const,
    )
    const payment = { payment_amount: costs.total, payment_method: 'bank', reference: '' }
    const body = JSON.stringify({ date_paid: '2026-11-01', ...payment })
    const answer = await fetch(`${elsewhere}/api/v1/orders/${code}/payment`, {
      method: 'POST',
      headers,
      body,
    })
    const answeredAt = performance.timeOrigin + performance.now()
    if (!answer.ok) throw new Error(`The payment of ${code} was answered ${answer.status}.`)
    return Math.max(0, (await took(page, `Order ${code} paid`)) - answeredAt)
  }

  return {
    /** On one screen, when all work of its start is done, at the pace of people. */
    async open(screen: LiveScreen): Promise<number[]> {
      const orders = await unpaid(CHANGES)
      const page = await open(screen, orders[0]?.code ?? '')
      const samples: number[] = []
      for (const [index, order] of orders.entries()) {
        await screen.show(page, order.code)
        await settled(page)
        await pause(PAUSES_MS[index % PAUSES_MS.length])
        samples.push(await untilPainted(page, screen, order))
      }
      await page.context().close()
      return samples
    },
    /** On screens that have only just shown the order. */
    async opening(screen: LiveScreen): Promise<number[]> {
      const samples: number[] = []
      for (const order of await unpaid(OPENED)) {
        const page = await open(screen, order.code)
        await screen.show(page, order.code)
        samples.push(await untilPainted(page, screen, order))
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

interface LiveFigures {
  desks: Row[]
  screens: Row[]
}

function screenRow(name: string, samples: readonly number[]): Row {
  const { median, p95 } = summarise(samples)
  const isMet = p95 <= TARGET_MS ? 'yes' : '**no**'
  return [name, `≤ ${TARGET_MS} ms`, milliseconds(median), milliseconds(p95), isMet]
}

async function figuresOf(name: string, place: Place, browser: Browser): Promise<LiveFigures> {
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
    const [token = ''] = tokens
    const payments = paymentsAt(url, elsewhere, browser, token)
    const screens: Row[] = []
    for (const screen of SCREENS) {
      screens.push(screenRow(`${name}: ${screen.name}`, await payments.open(screen)))
      const opening = await payments.opening(screen)
      screens.push(screenRow('the same, paid as soon as the screen shows the order', opening))
    }
    return { desks: [[name, without, idle, await burstOf(place, url, browser, token)]], screens }
  } finally {
    ending.abort()
    for (const stop of stops) await stop()
  }
}

/** The cost of idle desks, and how soon a screen among them shows a change. */
export async function liveFigures(): Promise<LiveFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-live-'))
  const browser = await launchBrowser()
  const measured = [await figuresOf('embedded', { databaseUrl: null, dataDir }, browser)]
  const cluster = await startCluster()
  if (cluster) {
    measured.push(await figuresOf('PostgreSQL', { databaseUrl: cluster.url, dataDir }, browser))
    await cluster.stop()
  }
  await browser.close()
  rmSync(dataDir, { recursive: true, force: true })
  return {
    desks: measured.flatMap(({ desks }) => desks),
    screens: measured.flatMap(({ screens }) => screens),
  }
}
