import type { Page, Route } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Order, PAYMENT_METHODS } from '../../src/contract/orders.ts'
import { daysBefore, todayInAuckland } from '../../src/domain/calendar/nz-calendar.ts'
import { isPickup } from '../../src/domain/orders/order-status.ts'
import { navigate } from '../browser/navigate.ts'
import { holdCall } from './faults.ts'
import { type Random, randomOf } from './palette-race.ts'
import { activeRow, dialog, isToBeSent, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const isLong = process.env.npm_lifecycle_event === 'race'
/** `npm run race` plays 500 runs; TYPE_AHEAD_SEED plays one. */
const SEEDS = process.env.TYPE_AHEAD_SEED
  ? [Number(process.env.TYPE_AHEAD_SEED)]
  : Array.from({ length: isLong ? 500 : 3 }, (_, run) => 1 + run)
const DELAYS = [0, 150, 300, 800, 3_000]
const GAPS = [0, 60, 200]

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Presses keys with a pause between them, without waiting for anything. */
async function typeKeys(page: Page, keys: readonly string[], gap: number): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key)
    if (gap > 0) await page.waitForTimeout(gap)
  }
}

/** Delays calls, and notes those that change something or lead on, in their order. */
async function delayed(page: Page, ms: number): Promise<string[]> {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const call = pathname.replace('/api/v1/', '')
    if (request.method() === 'POST') calls.push(call)
    else if (searchParams.has('after')) calls.push(`next after ${searchParams.get('after')}`)
  })
  await page.route(/\/api\/v1\/(orders\/|consignments|dispatch|address)/, async (route) => {
    await pause(ms)
    await route.continue()
  })
  return calls
}

const WHOLE = [
  'Enter',
  'Control+Shift+Enter',
  'Control+Enter',
  't',
  'Alt+1',
  'Control+Enter',
  'Shift+2',
  'p',
  'n',
]

test.each(isLong ? [0, 150, 300, 800] : [150])(
  'a whole order typed ahead is paid, packed, booked and printed in order, with answers after %i ms',
  async (ms) => {
    // Beyond the first page of the list, so that the browser has not seen it.
    const { code } = await bench.takeOrder('?status=unpaid&page=2', isToBeSent)
    const page = await bench.open('/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    const calls = await delayed(page, ms)
    await typeKeys(page, [...code], 60)
    await typeKeys(page, WHOLE, 60)
    await expect.poll(() => calls).toContain(`next after ${code}`)
    expect(calls.filter((call) => /^(orders\/|consignments$|next after )/.test(call))).toEqual([
      `orders/${code}/payment`,
      `orders/${code}/ready`,
      'consignments',
      `next after ${code}`,
    ])
    const order = await bench.order(code)
    expect([order.dates.paid_at, order.dates.shipped_at]).toEqual([expect.any(String), expect.any(String)])
  },
)

/** A back end that answers late about any order, of which the browser has seen none. */
class LateOrders {
  readonly #example: Order
  readonly #paid = new Set<string>()
  /** The codes whose payment was recorded, each time. */
  readonly payments: string[] = []
  ms = 0
  /** Nothing is answered before this. */
  from: Promise<void> | null = null

  constructor(example: Order) {
    this.#example = example
  }

  async stand(page: Page): Promise<void> {
    await page.route(/\/api\/v1\/orders\/99\d+$/, (route) => this.#answer(route))
    await page.route(/\/api\/v1\/orders\/99\d+\/payment$/, (route) => this.#answer(route))
  }

  async #answer(route: Route): Promise<void> {
    const [, code = '', action] = /orders\/(\d+)(\/payment)?$/.exec(route.request().url()) ?? []
    await pause(this.ms)
    await this.from
    if (action) {
      this.payments.push(code)
      this.#paid.add(code)
      await route.fulfill({ json: { success: true } })
      return
    }
    const paid = this.#paid.has(code)
    const dates = { ...this.#example.dates, paid_at: paid ? '2026-11-20T00:00:00Z' : null }
    await route.fulfill({ json: { ...this.#example, code, status: paid ? 'Paid' : 'Ordered', dates } })
  }
}

/** Keys typed behind a code and Enter, and where they lead, seen from outside. */
const AHEAD: { keys: string[]; leads: (page: Page, code: string, server: LateOrders) => Promise<void> }[] = [
  { keys: ['r'], leads: (page, code) => dialog(page, 'Record payment').getByText(code).first().waitFor() },
  {
    keys: ['Control+Shift+Enter'],
    leads: (page, code) => dialog(page, 'Record payment and pack').getByText(code).first().waitFor(),
  },
  {
    keys: ['r', 'Control+Enter', 'p'],
    async leads(page, code, { payments }) {
      await dialog(page, 'Pack order items').getByText(code).first().waitFor()
      expect(payments).toEqual([code])
    },
  },
  {
    keys: ['c'],
    leads: (page, code) => page.waitForURL((url) => url.href.endsWith(`/orders/${code}?tab=freight`)),
  },
  {
    keys: ['t'],
    leads: (page, code) => page.waitForURL((url) => url.href.endsWith(`/orders/${code}?tab=freight`)),
  },
  { keys: ['y'], leads: (page, code) => page.getByText(`Copied ${code}`).waitFor() },
]

const STARTS = ['/orders', '/customers', 'order'] as const

async function start(page: Page, random: Random, known: string): Promise<void> {
  const at = STARTS[random(STARTS.length)] ?? '/orders'
  const path = at === 'order' ? `/orders/${known}` : at
  // The first run begins on a console that is still loading its parts.
  if (page.url().endsWith('blank')) await page.goto(path)
  else await navigate(page, path)
  if (at === 'order') await orderOpen(page, known)
  else await page.getByRole('heading', { level: 1 }).waitFor()
}

test(`in ${SEEDS.length} random runs keys behind a code run on its order, once and completely`, async () => {
  const example = await bench.takeOrder('?status=unpaid', isToBeSent)
  const { code: known } = await bench.takeOrder('?status=unpaid', isToBeSent)
  const page = await bench.signedIn({ permissions: ['clipboard-read', 'clipboard-write'] })
  for (const seed of SEEDS) {
    const random = randomOf(seed)
    const server = new LateOrders(example)
    await server.stand(page)
    await start(page, random, known)
    const delays = isLong ? DELAYS : DELAYS.slice(0, 4)
    server.ms = delays[random(delays.length)] ?? 0
    const gap = GAPS[random(GAPS.length)] ?? 0
    const { keys, leads } = AHEAD[random(AHEAD.length)] ?? { keys: [], leads: async () => undefined }
    const code = `99${String(1000 + seed)}`
    // A hand types the code; what follows may be as fast as it likes.
    await typeKeys(page, [...code], 60)
    await typeKeys(page, ['Enter', ...keys], gap)
    await leads(page, code, server).catch((error: unknown) => {
      throw new Error(`TYPE_AHEAD_SEED=${seed}: ${keys.join(' ')} after ${server.ms} ms, gap ${gap}`, {
        cause: error,
      })
    })
    expect(server.payments.filter((one) => one !== code)).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}, 3_600_000)

describe('keys wait', () => {
  /** A screen without orders, and orders that are answered when the journey is over. */
  async function besideLateOrders(): Promise<Page> {
    const server = new LateOrders(await bench.takeOrder('?status=unpaid'))
    server.from = new Promise((resolve) => onTestFinished(() => resolve()))
    const page = await bench.navigate('/customers')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await server.stand(page)
    return page
  }

  test('for the rows of a search, and are no text of it', async () => {
    const [first, second] = await bench.orders('?query=1088')
    const page = await bench.navigate('/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    await page.route(/\/api\/v1\/orders\?.*query=1088/, async (route) => {
      await pause(700)
      await route.continue()
    })
    await typeKeys(page, ['/', ...'1088', 'Enter', 'j', 'Enter'], 60)
    await orderOpen(page, second?.code ?? '')
    expect(first?.code).not.toBe(second?.code)
  })

  test('and are shown; Esc drops and names them', async () => {
    const page = await besideLateOrders()
    await typeKeys(page, [...'998811', 'Enter', 'r', 'Control+Enter'], 60)
    await page.getByText('998811 … Record payment, Ctrl Enter').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Not done: Record payment, Ctrl Enter.').waitFor()
    expect(await dialog(page, 'Record payment').count()).toBe(0)
    expect(await palette(page).getByRole('combobox').inputValue()).toBe('998811')
    await page.keyboard.press('Escape')
  })

  test('for the controls of a dialog, which they tick, leave and fill in', async () => {
    const [sent, collected] = [
      await bench.takeOrder('?status=paid', isToBeSent),
      await bench.takeOrder('?status=ready', isPickup),
    ]
    const page = await bench.navigate('/customers')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await delayed(page, 700)
    const bodies: unknown[] = []
    page.on('request', (request) => request.method() === 'POST' && bodies.push(request.postDataJSON()))
    await typeKeys(page, [...sent.code, 'Enter', 'p', 'Space', 'Control+Enter'], 60)
    await expect.poll(() => bodies.length).toBe(1)
    expect(bodies[0]).toMatchObject({ send_notification: false })
    await page.getByText(`Order ${sent.code} packed`).waitFor()
    const collection = ['l', ...'Hemi', 'Tab', ...'by van', 'Control+Enter']
    await typeKeys(page, [...collected.code, 'Enter', ...collection], 60)
    await expect.poll(() => bodies.length).toBe(2)
    expect(bodies[1]).toMatchObject({ collected_by: 'Hemi', notes: 'by van' })
  })

  // The letter waits until it is known whether a scanner typed it; the next key makes it run.
  test('for what a letter opens, however close the next one follows', async () => {
    const sent = await bench.takeOrder('?status=paid', isToBeSent)
    const collected = await bench.takeOrder('?status=ready', isPickup)
    const page = await bench.navigate(`/orders/${sent.code}`)
    await orderOpen(page, sent.code)
    const bodies: unknown[] = []
    page.on('request', (request) => request.method() === 'POST' && bodies.push(request.postDataJSON()))
    await typeKeys(page, ['p', 'Space', 'Control+Enter'], 0)
    await expect.poll(() => bodies.length).toBe(1)
    expect(bodies[0]).toMatchObject({ send_notification: false })
    await page.getByText(`Order ${sent.code} packed`).waitFor()
    await typeKeys(page, [...collected.code, 'Enter'], 60)
    await orderOpen(page, collected.code)
    await typeKeys(page, ['l', ...'Hemi', 'Tab', ...'by van', 'Control+Enter'], 0)
    await expect.poll(() => bodies.length).toBe(2)
    expect(bodies[1]).toMatchObject({ collected_by: 'Hemi', notes: 'by van' })
  })

  test('for no release of the Space before them', async () => {
    const sent = await bench.takeOrder('?status=paid', isToBeSent)
    const page = await bench.navigate(`/orders/${sent.code}`)
    await orderOpen(page, sent.code)
    const request = page.waitForRequest((one) => one.method() === 'POST')
    await page.keyboard.press('p')
    await dialog(page, 'Pack order items').waitFor()
    await page.keyboard.down('Space')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.up('Space')
    expect((await request).postDataJSON()).toMatchObject({ send_notification: false })
    await page.getByText(`Order ${sent.code} packed`).waitFor()
  })

  /** A list with one order, whose screen is loaded when `load` is called. */
  async function beforeTheScreen(code: string) {
    const page = await bench.signedIn()
    const { release: load } = await holdCall(page, /\/assets\/order-screen/)
    await page.goto(`/orders?query=${code}`)
    await rowsOf(ordersTable(page)).first().waitFor()
    return { page, load }
  }

  test('for what handles them itself: a date, a choice, lines of a text', async () => {
    const { code } = await bench.takeOrder('?status=unpaid', isToBeSent)
    const collected = await bench.takeOrder('?status=ready', isPickup)
    const { page, load } = await beforeTheScreen(code)
    const bodies: unknown[] = []
    page.on('request', (request) => request.method() === 'POST' && bodies.push(request.postDataJSON()))
    const payment = ['r', 'ArrowDown', 'Tab', 'ArrowDown', 'Tab', ...'Till 2x', 'Backspace', 'Control+Enter']
    await typeKeys(page, ['Enter', ...payment], 60)
    load()
    await expect.poll(() => bodies.length).toBe(1)
    expect(bodies[0]).toMatchObject({
      date_paid: daysBefore(todayInAuckland(Date.now()), 1),
      payment_method: PAYMENT_METHODS[PAYMENT_METHODS.indexOf('bank') + 1],
      reference: 'Till 2',
    })
    await page.getByText(`Order ${code} paid`).waitFor()
    await delayed(page, 700)
    const collection = ['l', 'Tab', ...'by', 'Enter', ...'van', 'Control+Enter']
    await typeKeys(page, [...collected.code, 'Enter', ...collection], 60)
    await expect.poll(() => bodies.length).toBe(2)
    expect(bodies[1]).toMatchObject({ notes: 'by\nvan' })
  })

  test('for the rows of a menu, of which an arrow chooses the next one', async () => {
    const { code } = await bench.takeOrder('?status=shipped')
    const { page, load } = await beforeTheScreen(code)
    await typeKeys(page, ['Enter', '.', 'ArrowDown', 'Enter'], 60)
    load()
    await page.waitForURL(`**/orders/${code}/another-consignment`)
    await page.keyboard.press('u')
    await orderOpen(page, code)
    await page.keyboard.press('.')
    await page.getByRole('menuitem').nth(1).filter({ hasText: 'Another consignment' }).waitFor()
  })

  test('and are named when the network goes', async () => {
    const page = await besideLateOrders()
    await typeKeys(page, [...'998812', 'Enter', 'r'], 60)
    await page.context().setOffline(true)
    await page.getByText('Not done: Record payment. The network is gone.').waitFor()
    await page.context().setOffline(false)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  test('while a list loads, for its first row', async () => {
    const page = await bench.navigate('/customers')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.route(/\/api\/v1\/orders\?/, async (route) => {
      await pause(500)
      await route.continue()
    })
    await typeKeys(page, ['g', 'o', 'j', 'j'], 60)
    await expect.poll(() => activeRow(page).getAttribute('aria-rowindex')).toBe('4')
  })
})
