import type { Page, Route } from 'playwright-core'
import type { Order } from '../../src/contract/orders.ts'
import { fold } from '../../src/domain/format/text.ts'
import { type Random, randomOf } from './palette-race.ts'

/** In front of a code that is answered with letters. */
export const FRONT = 'SO-'

/** The server of one run. It responds late, out of order, wrongly, emptily or never. */
export class UnreliableServer {
  readonly #orders: readonly Order[]
  readonly #pending = new Set<Promise<void>>()
  #random: Random = randomOf(0)
  /** Codes for which a request failed in this run. */
  readonly refused = new Set<string>()

  constructor(orders: readonly Order[]) {
    this.#orders = orders
  }

  async stand(page: Page): Promise<void> {
    await page.route(/\/api\/v1\/orders\/[^/]+$/, (route) => this.#answer(() => this.#detail(route)))
    await page.route(/\/api\/v1\/orders(\?|$)/, (route) => this.#answer(() => this.#list(route)))
    // Dialogs are opened, but nothing is recorded.
    await page.route(/\/api\/v1\/orders\/[^/]+\/\w+$/, (route) => route.abort())
    await page.route(/\/assets\/order-screen/, (route) => this.#answer(() => route.continue()))
  }

  begin(random: Random): void {
    this.#random = random
    this.refused.clear()
  }

  /** Resolves when no call is pending. */
  async settle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  async #answer(reply: () => Promise<void>): Promise<void> {
    const late = this.#random(3) === 0 ? this.#random(150) : this.#random(30)
    const answering = new Promise<void>((resolve) => setTimeout(resolve, late))
      .then(reply)
      // The console has cancelled the request.
      .catch(() => undefined)
    this.#pending.add(answering)
    await answering
    this.#pending.delete(answering)
  }

  async #detail(route: Route): Promise<void> {
    const code = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
    const order = this.#orders.find((one) => fold(one.code) === fold(code))
    const fate = this.#random(10)
    if (!order || fate < 3) this.refused.add(fold(code))
    if (fate === 0) await route.fulfill({ status: 500, json: { success: false, message: 'Internal error' } })
    else if (fate === 1) await route.abort('connectionreset')
    else if (fate === 2) await route.fulfill({ json: {} })
    else if (order) await route.fulfill({ json: fate === 3 ? { ...order, code: FRONT + order.code } : order })
    else await route.fulfill({ status: 404, json: { success: false, message: 'Order not found.' } })
  }

  async #list(route: Route): Promise<void> {
    const query = new URL(route.request().url()).searchParams.get('query')
    const fate = this.#random(6)
    if (query === null || fate === 0) return route.abort('connectionreset')
    if (fate === 1) return route.fulfill({ status: 500, json: { success: false, message: 'Internal error' } })
    if (fate === 2) return route.fulfill({ json: [] })
    const found = this.#orders.filter(({ code, customer }) =>
      fold(`${code} ${customer.company ?? ''} ${customer.name ?? ''}`).includes(fold(query)),
    )
    const first = this.#random(found.length + 1)
    await route.fulfill({ json: [...found.slice(first), ...found.slice(0, first)].slice(0, 30) })
  }
}
