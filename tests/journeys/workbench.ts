import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { pathOf, type Rows } from '../../src/contract/call.ts'
import { getOrder, listOrders, type Order } from '../../src/contract/orders.ts'
import { type ConsoleProcess, startConsole } from '../browser/console-process.ts'
import { launchBrowser } from '../browser/launch.ts'
import { signIn } from '../browser/sign-in.ts'

export const TOKEN_KEY = 'session-token'

const STEP_MS = 20_000

/** What the journeys of one file work with: a console of their own on demo data, and a browser. */
export class Workbench {
  readonly #taken = new Set<string>()
  readonly #contexts = new Set<BrowserContext>()
  readonly #faults: string[] = []
  #console: ConsoleProcess | null = null
  #browser: Browser | null = null
  #session: string | null = null

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
    const [running, browser] = await Promise.all([startConsole(settings, data), launchBrowser()])
    this.#console = running
    this.#browser = browser
    const page = await this.visitor()
    await signIn(page, this.url)
    this.#session = await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)
    await this.leave()
  }

  /** A page of a browser that nobody has signed in with. */
  async visitor(options: BrowserContextOptions = {}): Promise<Page> {
    if (!this.#browser) throw new Error('The browser is started before the first journey.')
    const context = await this.#browser.newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: this.url,
      ...options,
    })
    // Shorter than a test may take, so that what failed is the step and not the test.
    context.setDefaultTimeout(STEP_MS)
    this.#contexts.add(context)
    context.on('weberror', (error) => this.#faults.push(String(error.error())))
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.#faults.push(message.text())
    })
    return context.newPage()
  }

  /** A signed-in page in a context of its own, opened at the path. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.signedIn(options)
    await page.goto(path)
    return page
  }

  /** A signed-in page that shows nothing yet, so that its calls can be intercepted before it opens anything. */
  signedIn(options: BrowserContextOptions = {}): Promise<Page> {
    const localStorage = [{ name: TOKEN_KEY, value: this.#session ?? '' }]
    return this.visitor({
      storageState: { cookies: [], origins: [{ origin: this.url, localStorage }] },
      ...options,
    })
  }

  /** Closes every page; throws when a script of one of them failed or broke the security policy. */
  async leave(): Promise<void> {
    const pages = Array.from(this.#contexts, (context) => context.pages()).flat()
    // The console asks for more when idle: a call that is intercepted at the end is no fault of the journey.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await Promise.all(Array.from(this.#contexts, (context) => context.close()))
    this.#contexts.clear()
    expect(this.#faults.splice(0)).toEqual([])
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

  /** The order as the server has it now. */
  async order(code: string): Promise<Order> {
    return getOrder.answer.parse(await this.#get(pathOf(getOrder.path, { code })))
  }

  /** The rows of `GET /orders`. */
  async orders(query = ''): Promise<Order[]> {
    const answer: Rows<Order> = listOrders.answer.parse(await this.#get(`/orders${query}`))
    return answer.rows
  }

  /** An order that fits and that no other journey of this file uses. */
  async takeOrder(query: string, fits: (order: Order) => boolean = () => true): Promise<Order> {
    const order = (await this.orders(query)).find((one) => !this.#taken.has(one.code) && fits(one))
    if (!order) throw new Error(`The demo data has no order left for ${query}.`)
    this.#taken.add(order.code)
    return order
  }
}

/** Sets up a console and a browser for the journeys of a file, and clears away after each and all. */
export function setUpWorkbench(settings: NodeJS.ProcessEnv = {}): Workbench {
  const bench = new Workbench()
  beforeAll(() => bench.start(settings))
  afterEach(() => bench.leave())
  afterAll(() => bench.end())
  return bench
}
