import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
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
import { type ConsoleProcess, startConsole } from '../browser/console-process.ts'
import { signedInSession, TOKEN_KEY } from '../browser/sign-in.ts'
import { programFile } from '../programs.ts'
import { sharedBrowser, sharedPort } from './shared-browser.ts'

export { TOKEN_KEY }

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
  apart(): Promise<Page> {
    return sharedBrowser.apart({ url: this.url, session: this.#session })
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
