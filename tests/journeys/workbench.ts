import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { pathOf, type Rows } from '../../src/contract/call.ts'
import { type Consignment, listConsignments } from '../../src/contract/consignments.ts'
import {
  getOrder,
  listOrders,
  type Order,
  type PackBody,
  type PaymentBody,
  packOrder,
  recordPayment,
} from '../../src/contract/orders.ts'
import { listSupplierOrders } from '../../src/contract/suppliers.ts'
import { daysBefore, todayInAuckland } from '../../src/domain/calendar/nz-calendar.ts'
import { nonBlank } from '../../src/domain/format/text.ts'
import { canDeleteConsignment } from '../../src/domain/freight/consignment.ts'
import { type ConsoleProcess, freePort, startConsole } from '../browser/console-process.ts'
import { keepPrinted, launchBrowser } from '../browser/launch.ts'
import { navigate } from '../browser/navigate.ts'
import { signedInSession, TOKEN_KEY } from '../browser/sign-in.ts'
import { programFile } from '../programs.ts'

export { TOKEN_KEY }

declare global {
  interface Window {
    /** The keys that the page has received, with when they were pressed and handled, in ms. */
    receivedKeys?: string[]
    /** The times at which the next keys count as pressed, in ms, as a scanner presses them. */
    keyTimes?: number[]
  }
}

/** A manifested consignment also awaits pick-up, for an hour of the afternoon, but can no longer be deleted. */
export function canBeDeleted(consignment: Consignment): boolean {
  return canDeleteConsignment(consignment).offered && nonBlank(consignment.dates.manifested_at) === null
}

/** The environment of a file's journeys: a console with its own demo data, and the browser of their worker. */
export class Workbench {
  readonly #taken = new Set<string>()
  /** The lists from which orders are taken. An order changes only in the journey that has taken it. */
  readonly #lists = new Map<string, Promise<Order[]>>()
  #session = process.env.JOURNEY_SESSION ?? ''
  #console: ConsoleProcess | null = null

  get console(): ConsoleProcess {
    if (!this.#console) throw new Error('The console is started before the first journey.')
    return this.#console
  }

  get url(): string {
    return this.console.url
  }

  async start(settings: NodeJS.ProcessEnv): Promise<void> {
    this.#console = await startJourneyConsole(settings)
    if (await this.#isSignedIn()) return
    this.#session = await signedInSession(await this.visitor(), this.url)
    await this.leave()
  }

  /** Whether this console accepts the session stored with the demo data; other settings may have other users. */
  async #isSignedIn(): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.#session}` }
    const { ok } = await fetch(`${this.url}/api/v1/orders?query=none`, { headers })
    return ok
  }

  /** A page without a session. */
  visitor(options: BrowserContextOptions = {}): Promise<Page> {
    return sharedBrowser.page({ url: this.url, session: null }, options)
  }

  /** A signed-in page at a path. Pages of one journey share no storage. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.signedIn(options)
    await page.goto(path)
    return page
  }

  /**
   * A signed-in page at a path, left open by the previous journey that called this. Costs a fraction of a load, for
   * journeys that need no new console: it keeps its storage, caches and the position in each list.
   */
  navigate(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    return sharedBrowser.navigated({ url: this.url, session: this.#session }, path, options)
  }

  /** Leaves a signed-in page open for the next journey that calls `navigate`, which then loads nothing. */
  keepOpen(page: Page): void {
    sharedBrowser.keepOpen(page)
  }

  /** A signed-in blank page, on which calls can be intercepted before it opens a screen. */
  signedIn(options: BrowserContextOptions = {}): Promise<Page> {
    return sharedBrowser.page({ url: this.url, session: this.#session }, options)
  }

  /** A signed-in page that is not reused, for changes that cannot be undone, such as init scripts. */
  apart(browser?: Browser): Promise<Page> {
    return sharedBrowser.apart({ url: this.url, session: this.#session }, browser)
  }

  /**
   * Closes or resets all pages, or leaves them open for the next journey, unless this one failed.
   * @throws if a script failed or violated the security policy
   */
  async leave(hasFailed = false): Promise<void> {
    expect(await sharedBrowser.leave(hasFailed)).toEqual([])
  }

  async end(): Promise<void> {
    await sharedBrowser.end()
    await this.#console?.kill()
    await this.#console?.remove()
  }

  async #send(path: string, options: RequestInit = {}): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.#session}`, 'content-type': 'application/json' }
    const answer = await fetch(`${this.url}/api/v1${path}`, { ...options, headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  }

  /** Records the payment of an order, as another desk does. */
  async pay({ code, costs }: Order): Promise<void> {
    const body: PaymentBody = {
      date_paid: todayInAuckland(Date.now()),
      payment_amount: costs.total ?? 0,
      payment_method: 'bank',
      reference: '',
    }
    await this.#send(pathOf(recordPayment.path, { code }), { method: 'POST', body: JSON.stringify(body) })
  }

  /** Packs an order, as another desk does. The customer is not notified. */
  async pack(code: string): Promise<void> {
    const body: PackBody = { is_pickup: false, send_notification: false, message: '' }
    await this.#send(pathOf(packOrder.path, { code }), { method: 'POST', body: JSON.stringify(body) })
  }

  /** The current order on the server. */
  async order(code: string): Promise<Order> {
    return getOrder.answer.parse(await this.#send(pathOf(getOrder.path, { code })))
  }

  /** The rows of `GET /orders`. */
  async orders(query = ''): Promise<Order[]> {
    const answer: Rows<Order> = listOrders.answer.parse(await this.#send(`/orders${query}`))
    return answer.rows
  }

  /** The consignments of a day in Auckland, 'yyyy-MM-dd'. */
  async consignments(date: string): Promise<Consignment[]> {
    const answer = await this.#send(`/consignments?date=${date}&query=&provider=`)
    return listConsignments.answer.parse(answer).rows
  }

  /**
   * The latest day whose consignments meet the condition, 'yyyy-MM-dd', with these consignments. Journeys open it by
   * its date: today's list is another one as soon as midnight passes.
   * @throws if none of the last 30 days meets it
   */
  async latestDay(
    fits: (consignments: readonly Consignment[]) => boolean,
  ): Promise<{ day: string; consignments: Consignment[] }> {
    const today = todayInAuckland(Date.now())
    for (let before = 0; before < 30; before += 1) {
      const day = daysBefore(today, before)
      const consignments = await this.consignments(day)
      if (fits(consignments)) return { day, consignments }
    }
    throw new Error('The demo data has no day with such consignments.')
  }

  /** A supplier with purchase orders. */
  async supplierWithOrders(): Promise<{ id: string; name: string }> {
    const { rows } = listSupplierOrders.answer.parse(await this.#send('/suppliers/orders'))
    const [supplier] = rows.map((order) => order.supplier)
    return { id: supplier?.id ?? '', name: supplier?.name_legal ?? '' }
  }

  /** Returns a usual order that meets the condition: not on hold and not on account. Reserves it within this file. */
  async takeOrder(query: string, fits: (order: Order) => boolean = () => true): Promise<Order> {
    const listed = this.#lists.get(query) ?? this.orders(query)
    this.#lists.set(query, listed)
    const isUsual = ({ hold, customer }: Order) => !hold && customer.terms !== 'account'
    const order = (await listed).find((one) => isUsual(one) && !this.#taken.has(one.code) && fits(one))
    if (!order) throw new Error(`The demo data has no order left for ${query}.`)
    this.#taken.add(order.code)
    return order
  }
}

/** Loads no records in advance: that costs as much as half of a load, and only a few journeys need it. */
const NO_PREFETCH = { PREFETCH_PAGES: '0' }

/** Starts a console on a copy of the demo data, in which a session exists. */
export async function startJourneyConsole(settings: NodeJS.ProcessEnv = {}): Promise<ConsoleProcess> {
  const data = mkdtempSync(join(tmpdir(), 'console-journey-'))
  if (process.env.JOURNEY_DATA) cpSync(process.env.JOURNEY_DATA, data, { recursive: true })
  return startConsole({ ...NO_PREFETCH, ...settings }, data, {
    port: await sharedPort(),
    program: [programFile('server')],
  })
}

/** Sets up a console for the journeys of a file, and cleans up after each journey and after all. */
export function setUpWorkbench(settings: NodeJS.ProcessEnv = {}): Workbench {
  const bench = new Workbench()
  beforeAll(() => bench.start(settings))
  afterEach(({ task }) => bench.leave(task.result?.state === 'fail'))
  afterAll(() => bench.end())
  return bench
}

/** Shorter than the time-out of a test, so that a failure names the step; long enough for a busy machine. */
const STEP_MS = 30_000

/** Lower than a usual window, because each row in view is rendered, but higher than those with a layout of their own. */
const VIEWPORT = { width: 1440, height: 560 }

/** Options of a browser context that a reused page can be given and reset. */
const RESETTABLE_OPTIONS = new Set(['viewport', 'colorScheme', 'permissions'])

/** The console that a page opens, and the token of its session; null without a session. */
interface Visit {
  url: string
  session: string | null
}

/** A page that is reused by the next journey. */
interface ReusedPage {
  page: Page
  url: string
  /** Options of its context that cannot be changed, as JSON. */
  options: string
  /** Whether a journey uses it, it has been reset, or it shows the console as a journey left it. */
  state: 'taken' | 'reset' | 'open'
  /** Whether it stays open after its journey, for a journey that navigates within the console. */
  staysOpen: boolean
}

/**
 * The browser of a worker, shared by its files. Pages are reused, because a page whose scripts are compiled opens in a
 * quarter of the time.
 */
class SharedBrowser {
  readonly #reused = new Set<ReusedPage>()
  readonly #contexts = new Set<BrowserContext>()
  readonly #faults: string[] = []
  #launched: Promise<Browser> | null = null

  /** A page without storage or interceptions. Pages of one journey share no storage. */
  async page({ url, session }: Visit, options: BrowserContextOptions): Promise<Page> {
    const { page } = await this.#take(url, options)
    await adjust(page, options)
    if (session !== null) await storeSession(page, session)
    return page
  }

  /** A page at a path, which stays open after its journey. Only the first one loads the console. */
  async navigated({ url, session }: Visit, path: string, options: BrowserContextOptions): Promise<Page> {
    const key = JSON.stringify(lastingOptions(options))
    const open = Array.from(this.#reused).find(
      (one) => one.state === 'open' && one.url === url && one.options === key,
    )
    if (open) open.state = 'taken'
    const reused = open ?? (await this.#take(url, options))
    reused.staysOpen = true
    await adjust(reused.page, options)
    if (open) await navigate(reused.page, path)
    else {
      if (session !== null) await storeSession(reused.page, session)
      await reused.page.goto(path)
    }
    return reused.page
  }

  /** Leaves a page open after its journey, for `navigated`. */
  keepOpen(page: Page): void {
    for (const reused of this.#reused) if (reused.page === page) reused.staysOpen = true
  }

  /** A page that is closed after the journey and not reused, perhaps of another browser. */
  async apart({ url, session }: Visit, browser?: Browser): Promise<Page> {
    const localStorage = session === null ? [] : [{ name: TOKEN_KEY, value: session }]
    const storageState = { cookies: [], origins: [{ origin: url, localStorage }] }
    const context = await this.#context(url, { storageState }, browser)
    this.#contexts.add(context)
    return context.newPage()
  }

  async #take(url: string, options: BrowserContextOptions): Promise<ReusedPage> {
    for (const reused of this.#reused) if (reused.url !== url) await this.#drop(reused)
    const lasting = lastingOptions(options)
    const key = JSON.stringify(lasting)
    const found = Array.from(this.#reused).find((one) => one.state === 'reset' && one.options === key)
    if (found) {
      found.state = 'taken'
      return found
    }
    const context = await this.#context(url, lasting)
    const page = await context.newPage()
    const reused: ReusedPage = { page, url, options: key, state: 'taken', staysOpen: false }
    this.#reused.add(reused)
    await clear(reused)
    return reused
  }

  async #drop(reused: ReusedPage): Promise<void> {
    this.#reused.delete(reused)
    await reused.page.context().close()
  }

  #own(): Promise<Browser> {
    this.#launched ??= launchBrowser()
    return this.#launched
  }

  async #context(url: string, options: BrowserContextOptions, other?: Browser): Promise<BrowserContext> {
    const browser = other ?? (await this.#own())
    const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url, ...options })
    context.setDefaultTimeout(STEP_MS)
    await keepPrinted(context)
    await recordKeys(context)
    context.on('weberror', (error) => this.#faults.push(String(error.error())))
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.#faults.push(message.text())
    })
    return context
  }

  /**
   * Closes or resets the pages of a journey, or leaves them open for the next one, unless it failed: then what they show
   * and have received is printed. Returns the errors of their scripts and violations of the security policy.
   */
  async leave(hasFailed: boolean): Promise<string[]> {
    const pages = Array.from(this.#contexts, (context) => context.pages()).flat()
    const taken = Array.from(this.#reused).filter(({ state }) => state === 'taken')
    if (hasFailed) {
      const reports = [...pages, ...taken.map(({ page }) => page)].map(failureReport)
      process.stdout.write((await Promise.all(reports)).join('\n'))
    }
    // The console sends requests when idle, so intercepted calls at the end are not errors.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await Promise.all(Array.from(this.#contexts, (context) => context.close()))
    this.#contexts.clear()
    await Promise.all(
      taken.map((one) => (one.staysOpen && !hasFailed ? this.#leaveOpen(one) : this.#reset(one))),
    )
    return this.#faults.splice(0)
  }

  /** Resets the pages that were left open, before their console ends. */
  async end(): Promise<void> {
    const open = Array.from(this.#reused).filter(({ state }) => state === 'open')
    await Promise.all(open.map((one) => this.#reset(one)))
  }

  async #leaveOpen(reused: ReusedPage): Promise<void> {
    await removeInterceptions(reused.page)
    reused.state = 'open'
  }

  async #reset(reused: ReusedPage): Promise<void> {
    reused.staysOpen = false
    // The journey may have left it in any state, so the next one gets another page if it cannot be reset.
    await clear(reused).then(
      () => {
        reused.state = 'reset'
      },
      () => this.#drop(reused),
    )
  }
}

const sharedBrowser = new SharedBrowser()

let port: number | null = null

/**
 * The port of this worker's consoles, which run one after another: the browser caches compiled scripts by origin.
 * Changes if another program has taken the port in between.
 */
async function sharedPort(): Promise<number> {
  port = await freePort(port ?? 0).catch(() => freePort())
  return port
}

/**
 * Headers that the console sends, too. With others, Chromium would give each navigation a new process, in which no
 * script is compiled yet.
 */
const ISOLATION = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' }

/** The options of a context that cannot be changed. */
function lastingOptions(options: BrowserContextOptions): BrowserContextOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !RESETTABLE_OPTIONS.has(name)))
}

async function adjust(
  page: Page,
  { viewport, colorScheme, permissions }: BrowserContextOptions,
): Promise<void> {
  if (permissions) await page.context().grantPermissions(permissions)
  await page.setViewportSize(viewport ?? VIEWPORT)
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light', forcedColors: null })
}

function storeSession(page: Page, session: string): Promise<void> {
  return page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN_KEY, session] as const)
}

/** Closes the other pages of a page's context, and removes interceptions and listeners. */
async function removeInterceptions(page: Page): Promise<void> {
  const others = page
    .context()
    .pages()
    .filter((one) => one !== page)
  await Promise.all(others.map((one) => one.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of [
    'request',
    'requestfinished',
    'requestfailed',
    'response',
    'dialog',
    'popup',
  ] as const) {
    page.removeAllListeners(event)
  }
}

/** Resets a page: closes layers, clears storage, and removes interceptions and permissions. */
async function clear({ page, url }: ReusedPage): Promise<void> {
  const context = page.context()
  await removeInterceptions(page)
  // Leaves the console first, because it stores data when left. Only a page of the same origin can clear it.
  const blank = `${url}/blank`
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', headers: ISOLATION, body: '' }),
  )
  await page.goto(blank)
  await page.unroute(blank)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name = '' } of await indexedDB.databases()) {
      await new Promise((resolve) => {
        const deleting = indexedDB.deleteDatabase(name)
        for (const end of ['success', 'error', 'blocked']) deleting.addEventListener(end, resolve)
      })
    }
  })
  await Promise.all([context.clearCookies(), context.clearPermissions()])
}

/** What a report holds of each page. */
const LATEST_KEYS = 40
const REPORT_CHARACTERS = 4_000
const REPORT_TIMEOUT_MS = 2_000

/** Lets the pages of a context record the keys that they receive, for the report of a failure, and set their times. */
async function recordKeys(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const keys: string[] = []
    window.receivedKeys = keys
    // Chromium gives an event the time at which it gets it, and a busy machine hands the keys of a scan over slowly.
    const setTime = (event: KeyboardEvent) => {
      const at = window.keyTimes?.shift()
      if (at !== undefined) Object.defineProperty(event, 'timeStamp', { value: at })
    }
    window.addEventListener('keydown', setTime, { capture: true })
    const record = ({ type, key = '', timeStamp }: { type: string; key?: string; timeStamp: number }) =>
      keys.push(`${type} ${key} ${Math.round(timeStamp)} ${Math.round(performance.now())}`)
    window.addEventListener('keydown', record, { capture: true })
    for (const type of ['blur', 'offline', 'pointerdown']) window.addEventListener(type, record)
  })
}

/** What a page of a failed journey shows, and the latest keys that it received. */
async function failureReport(page: Page): Promise<string> {
  // A page that has crashed or was closed can no longer be asked.
  const keys = await page.evaluate((count) => window.receivedKeys?.slice(-count), LATEST_KEYS).catch(String)
  const shown = await page.locator('body').ariaSnapshot({ timeout: REPORT_TIMEOUT_MS }).catch(String)
  return `${page.url()}\n${JSON.stringify(keys)}\n${shown.slice(-REPORT_CHARACTERS)}\n`
}
