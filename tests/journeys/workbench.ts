import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { pathOf, type Rows } from '../../src/contract/call.ts'
import { type Consignment, listConsignments } from '../../src/contract/consignments.ts'
import { getOrder, listOrders, type Order } from '../../src/contract/orders.ts'
import { type ConsoleProcess, startConsole } from '../browser/console-process.ts'
import { launchBrowser } from '../browser/launch.ts'
import { signedInSession, TOKEN_KEY } from '../browser/sign-in.ts'
import { programFile } from '../programs.ts'

export { TOKEN_KEY }

/** Shorter than the time-out of a test, so that a failure names the step; long enough for a busy machine. */
const STEP_MS = 45_000

const VIEWPORT = { width: 1440, height: 900 }

/** Options of a browser context that the shared page can be given and reset. */
const SHARED_PAGE_OPTIONS = new Set(['viewport', 'colorScheme', 'permissions'])

/** The environment of a file's journeys: a console with its own demo data, and a browser. */
export class Workbench {
  readonly #taken = new Set<string>()
  readonly #contexts = new Set<BrowserContext>()
  readonly #faults: string[] = []
  #console: ConsoleProcess | null = null
  #browser: Browser | null = null
  #session = ''
  /**
   * The page shared by the journeys, reset in between. A page whose scripts are compiled opens in a quarter of the
   * time.
   */
  #sharedPage: Page | null = null
  #isSharedPageTaken = false

  get console(): ConsoleProcess {
    if (!this.#console) throw new Error('The console is started before the first journey.')
    return this.#console
  }

  get url(): string {
    return this.console.url
  }

  async start(settings: NodeJS.ProcessEnv): Promise<void> {
    const data = mkdtempSync(join(tmpdir(), 'console-journey-'))
    if (process.env.JOURNEY_DATA) cpSync(process.env.JOURNEY_DATA, data, { recursive: true })
    const [running, browser] = await Promise.all([
      startConsole(settings, data, [programFile('server')]),
      launchBrowser(),
    ])
    this.#console = running
    this.#browser = browser
    this.#session = process.env.JOURNEY_SESSION ?? ''
    if (await this.#isSignedIn()) return
    const page = await this.visitor()
    this.#session = await signedInSession(page, this.url)
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
    return this.#page(null, options)
  }

  /** A signed-in page at a path. Pages of one journey share no storage. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.signedIn(options)
    await page.goto(path)
    return page
  }

  /** A signed-in blank page, on which calls can be intercepted before it opens a screen. */
  signedIn(options: BrowserContextOptions = {}): Promise<Page> {
    return this.#page(this.#session, options)
  }

  async #page(session: string | null, options: BrowserContextOptions): Promise<Page> {
    const needsOwn =
      this.#isSharedPageTaken || Object.keys(options).some((name) => !SHARED_PAGE_OPTIONS.has(name))
    return needsOwn ? this.#ownPage(session, options) : this.#takeSharedPage(session, options)
  }

  async #ownPage(session: string | null, options: BrowserContextOptions): Promise<Page> {
    const localStorage = session === null ? [] : [{ name: TOKEN_KEY, value: session }]
    const context = await this.#context({
      storageState: { cookies: [], origins: [{ origin: this.url, localStorage }] },
      ...options,
    })
    this.#contexts.add(context)
    return context.newPage()
  }

  async #takeSharedPage(
    session: string | null,
    { viewport, colorScheme, permissions }: BrowserContextOptions,
  ): Promise<Page> {
    this.#isSharedPageTaken = true
    if (this.#sharedPage === null) {
      const context = await this.#context({})
      this.#sharedPage = await context.newPage()
      await clear(this.#sharedPage, this.url)
    }
    const sharedPage = this.#sharedPage
    if (permissions) await sharedPage.context().grantPermissions(permissions)
    await sharedPage.setViewportSize(viewport ?? VIEWPORT)
    await sharedPage.emulateMedia({ colorScheme: colorScheme ?? 'light' })
    if (session !== null) {
      await sharedPage.evaluate(([key, value]) => localStorage.setItem(key, value), [
        TOKEN_KEY,
        session,
      ] as const)
    }
    return sharedPage
  }

  async #context(options: BrowserContextOptions): Promise<BrowserContext> {
    if (!this.#browser) throw new Error('The browser is started before the first journey.')
    const context = await this.#browser.newContext({ viewport: VIEWPORT, baseURL: this.url, ...options })
    context.setDefaultTimeout(STEP_MS)
    context.on('weberror', (error) => this.#faults.push(String(error.error())))
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.#faults.push(message.text())
    })
    return context
  }

  /**
   * Closes or resets all pages.
   * @throws if a script failed or violated the security policy
   */
  async leave(): Promise<void> {
    const pages = Array.from(this.#contexts, (context) => context.pages()).flat()
    // The console sends requests when idle, so intercepted calls at the end are not errors.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await Promise.all(Array.from(this.#contexts, (context) => context.close()))
    this.#contexts.clear()
    await this.#resetSharedPage()
    expect(this.#faults.splice(0)).toEqual([])
  }

  async #resetSharedPage(): Promise<void> {
    const sharedPage = this.#sharedPage
    if (!sharedPage || !this.#isSharedPageTaken) return
    this.#isSharedPageTaken = false
    await clear(sharedPage, this.url).catch(async () => {
      // The journey may have left it in any state, so the next one gets another page.
      this.#sharedPage = null
      await sharedPage.context().close()
    })
  }

  async end(): Promise<void> {
    await this.#browser?.close()
    await this.#console?.remove()
  }

  async #get(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.#session}` }
    const answer = await fetch(`${this.url}/api/v1${path}`, { headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  }

  /** The current order on the server. */
  async order(code: string): Promise<Order> {
    return getOrder.answer.parse(await this.#get(pathOf(getOrder.path, { code })))
  }

  /** The rows of `GET /orders`. */
  async orders(query = ''): Promise<Order[]> {
    const answer: Rows<Order> = listOrders.answer.parse(await this.#get(`/orders${query}`))
    return answer.rows
  }

  /** The consignments of a day in Auckland, 'yyyy-MM-dd'. */
  async consignments(date: string): Promise<Consignment[]> {
    const answer = await this.#get(`/consignments?date=${date}&query=&provider=`)
    return listConsignments.answer.parse(answer).rows
  }

  /** Returns an order that meets the condition, and reserves it within this file. */
  async takeOrder(query: string, fits: (order: Order) => boolean = () => true): Promise<Order> {
    const order = (await this.orders(query)).find((one) => !this.#taken.has(one.code) && fits(one))
    if (!order) throw new Error(`The demo data has no order left for ${query}.`)
    this.#taken.add(order.code)
    return order
  }
}

/** Resets a page: closes layers, clears storage, and removes interceptions and permissions. */
async function clear(page: Page, url: string): Promise<void> {
  const context = page.context()
  const others = context.pages().filter((one) => one !== page)
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
  // Leaves the console first, because it stores data when left. Only a page of the same origin can clear the
  // storage.
  const blank = `${url}/blank`
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
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

/** Sets up a console and a browser for the journeys of a file, and cleans up after each journey and after all. */
export function setUpWorkbench(settings: NodeJS.ProcessEnv = {}): Workbench {
  const bench = new Workbench()
  beforeAll(() => bench.start(settings))
  afterEach(() => bench.leave())
  afterAll(() => bench.end())
  return bench
}
