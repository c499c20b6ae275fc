import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isShipped } from '../../src/domain/orders/order-status.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { findings } from '../browser/axe.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { runCommand } from '../server/operations/run-command.ts'
import { startFakePrinter } from '../server/printing/fake-printer.ts'
import { setWorkstation } from './printing-bench.ts'
import { hold, scan } from './scanner.ts'
import { isToBeSent, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench, type Workbench } from './workbench.ts'

const folder = mkdtempSync(join(tmpdir(), 'console-ship-'))
const rules = join(folder, 'rules.json')
writeFileSync(rules, JSON.stringify([{ name: 'always', courier: 'nzcouriers' }]))
const fake = await startFakePrinter()
const printer = { name: 'Bench 2', paper: '100x150', address: fake.url } as const
const printers = join(folder, 'printers.json')
writeFileSync(printers, JSON.stringify([printer]))
afterAll(async () => {
  await fake.stop()
  rmSync(folder, { recursive: true, force: true })
})

const BOOKING = /\/api\/v1\/consignments(\/packed)?$/

const field = (page: Page) => page.getByRole('textbox', { name: /^Scan or type an order/ })
const courier = (page: Page) => page.getByRole('region', { name: 'Courier' })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const bookings = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && BOOKING.test(request.url())) sent.push(request.postData() ?? '')
  })
  return sent
}

/** A shop with a key of its own, which sends records. */
async function intakeOf({
  console,
  url,
}: Workbench): Promise<(kind: string, records: object[]) => Promise<void>> {
  const made = await runCommand('intake-keys', ['create', 'Web shop'], { DATA_DIR: console.dataDir })
  const key = made.output.trim().split('\n').at(-1)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return async (kind, records) => {
    const body = JSON.stringify(records)
    const { status } = await fetch(`${url}/api/v1/intake/${kind}`, { method: 'POST', headers, body })
    expect(status).toBe(200)
  }
}

/** Waits until the ship station is open and its field focused. */
async function stationOpen(page: Page): Promise<void> {
  await field(page).waitFor()
  await expect.poll(() => hasFocus(field(page))).toBe(true)
}

const orderToBook = (bench: Workbench): Promise<Order> =>
  bench.takeOrder('?status=paid', (one) => isToBeSent(one) && one.items.length > 0)

/** An order, and a page at the ship station. */
async function station(bench: Workbench): Promise<{ order: Order; page: Page }> {
  const order = await orderToBook(bench)
  const page = await bench.navigate('/ship')
  await stationOpen(page)
  return { order, page }
}

/** Types a line into the field as a scanner does, with characters that the simulated scanner cannot type. */
async function enter(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** Presses Enter until it counts as a decision. Right after a scan or a new price it does not count. */
async function pressUntil(sent: readonly string[], count: number, press: () => Promise<void>): Promise<void> {
  await expect
    .poll(async () => {
      if (sent.length < count) await press()
      return sent.length
    })
    .toBe(count)
}

const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? Number.NaN

async function priced(page: Page, order: Order): Promise<void> {
  await scan(page, order.code)
  await page.getByRole('heading', { level: 2, name: order.code }).waitFor()
  await enter(page, '22x60x30 11.4')
  await courier(page).getByText('rule: always → NZ Couriers').waitFor()
}

describe('the ship station', () => {
  const bench = setUpWorkbench({ COURIER_RULES: rules, PRINTERS: printers })

  test('books an order with two keys: a preset for its parcel, and Enter, which also prints', async () => {
    const order = await orderToBook(bench)
    const page = await bench.navigate('/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await stationOpen(page)
    const sent = bookings(page)
    await scan(page, order.code)
    await page.getByRole('heading', { level: 2, name: order.code }).waitFor()
    await page.getByText('Address verified', { exact: true }).waitFor()
    await page.keyboard.press('Alt+1')
    await courier(page).getByText('rule: always → NZ Couriers').waitFor()
    await courier(page).getByText('Enter books and prints').waitFor()
    expect(await findings(page, 'ship station')).toEqual([])
    expect(sent).toEqual([])
    await pressUntil(sent, 1, () => hold(page, 'Enter', 5))
    await page.getByText(`Order ${order.code} booked`).waitFor()
    await page.locator('body[data-printed]').waitFor()
    expect(await findings(page, 'ship station booked', 'main')).toEqual([])
    await page.keyboard.press('Enter')
    expect(sent).toHaveLength(1)
    expect(isShipped(await bench.order(order.code))).toBe(true)

    await scan(page, order.code)
    await alert(page).getByText('The order has already been shipped').waitFor()
    await scan(page, 'NOSUCHORDER')
    await alert(page).getByText(MESSAGES.orderNotFound).waitFor()
    expect(sent).toHaveLength(1)
    await page.keyboard.press('Escape')
    await alert(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await ordersTable(page).waitFor()
  })

  // ORD-45
  test('turns red when the shop cancels its order, before and after the booking, and books nothing then', async () => {
    const put = await intakeOf(bench)
    const cancel = (code: string) => put('orders', [{ code, status: 'Cancelled' }])
    const { order, page } = await station(bench)
    const sent = bookings(page)
    await priced(page, order)
    await cancel(order.code)
    await alert(page).getByText('Cancelled in the shop').waitFor()
    await page.keyboard.press('Enter')
    await scan(page, order.code)
    await alert(page).getByText('Cancelled in the shop').waitFor()
    expect(sent).toEqual([])
    expect(isShipped(await bench.order(order.code))).toBe(false)

    const other = await orderToBook(bench)
    await priced(page, other)
    await pressUntil(sent, 1, () => page.keyboard.press('Enter'))
    await page.getByText(`Order ${other.code} booked`).waitFor()
    await expect.poll(async () => isShipped(await bench.order(other.code))).toBe(true)
    await cancel(other.code)
    await alert(page).getByText('Cancelled in the shop').waitFor()
    await page.getByText(`Order ${other.code} booked`).waitFor({ state: 'detached' })
  })

  test('shows the price before the items on a phone, chooses another courier by ↓, and books that one', async () => {
    const { order, page } = await station(bench)
    await page.setViewportSize({ width: 390, height: 844 })
    await priced(page, order)
    const items = page
      .getByRole('region', { name: `Order ${order.code}` })
      .getByRole('heading', { name: 'Items' })
    expect(await top(courier(page))).toBeLessThan(await top(items))
    expect(await findings(page, 'ship-station-phone', 'main')).toEqual([])
    await page.keyboard.press('ArrowDown')
    await courier(page).getByText('chosen by hand').waitFor()
    const sent = bookings(page)
    const chosen = await courier(page).locator('button[aria-pressed=true]').textContent()
    const book = page.getByRole('button', { name: 'Book and print' })
    await pressUntil(sent, 1, async () => {
      // It is disabled from the press on, which is before the request is seen here.
      if (await book.isEnabled()) await book.click()
    })
    await page.getByText(`Order ${order.code} booked`).waitFor()
    expect(sent).toHaveLength(1)
    expect((await bench.order(order.code)).freight.tracking_code).toBeTruthy()
    expect(chosen).not.toContain('NZ Couriers')
  })

  test('says that the outcome of a booking is unknown, and repeats the same price only, whose label is printed on the printer of the bench', async () => {
    const { order, page } = await station(bench)
    await setWorkstation(page, { labelPrinter: printer.name })
    await priced(page, order)
    const sent = bookings(page)
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort('connectionreset')
    }
    await page.route(BOOKING, lose)
    await pressUntil(sent, 1, () => page.keyboard.press('Enter'))
    await alert(page).getByText(`Order ${order.code} may have been booked`).waitFor()
    expect(await findings(page, 'ship station unknown', 'main')).toEqual([])
    await page.unroute(BOOKING, lose)
    await pressUntil(sent, 2, () => page.keyboard.press('Enter'))
    await page.getByText(`Order ${order.code} booked`).waitFor()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toBe(sent[0])
    await page.getByRole('region', { name: 'Notices' }).getByText(`Printed on ${printer.name}`).waitFor()
    expect(fake.jobs).toHaveLength(1)
  })
})

describe('with VERIFY_ITEMS', () => {
  const bench = setUpWorkbench({ COURIER_RULES: rules, VERIFY_ITEMS: 'on' })
  const CODES = [
    ['SCAN-ELBOW', '4006381333931', 1],
    ['SCAN-VALVE', '73513537', 1],
    ['SCAN-CLIP', '10614141000415', 24],
  ] as const

  /** An order of three lines, whose products have bar codes. */
  async function ofThreeLines(code: string, ordered = 1): Promise<string> {
    const like = await orderToBook(bench)
    const put = await intakeOf(bench)
    await put(
      'products',
      CODES.map(([code, barcode, quantity]) => ({
        ...{ code, name: `Part ${code}`, price: 100, weight: 0.5, height: 5, depth: 5, width: 5 },
        barcodes: [{ code: barcode, quantity }],
      })),
    )
    const { customer, delivery_address, freight, dates } = like
    await put('orders', [
      {
        ...{ code, customer: { code: customer.code }, delivery_address, status: 'Paid' },
        freight: { branch: freight.branch, subtotal: 695 },
        dates: { ordered_at: dates.ordered_at, paid_at: dates.paid_at },
        items: CODES.map(([product, , quantity]) => ({
          ...{ quantity: ordered * quantity, product: { code: product, name: product, price: 100 } },
        })),
      },
    ])
    return code
  }

  // SHIP-1, SHIP-5, PACK-2
  test('an order of three lines is scanned and booked with four scans and one Enter, and nothing typed', async () => {
    const code = await ofThreeLines('990001')
    const page = await bench.navigate('/ship')
    await stationOpen(page)
    const sent = bookings(page)
    await scan(page, code)
    await page.getByRole('heading', { level: 2, name: code }).waitFor()
    await page.getByText('1 × Small carton: the smallest for 13.000 kg').waitFor()
    for (const [, barcode] of CODES) await scan(page, barcode)
    await page.getByText('24 of 24').waitFor()
    await courier(page).getByText('Enter books and prints').waitFor()
    expect(sent).toEqual([])
    // On a phone, too, the price is what the last scan leads to.
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await top(courier(page))).toBeLessThan(
      await top(page.getByRole('heading', { name: 'Items', exact: true })),
    )
    await pressUntil(sent, 1, () => page.keyboard.press('Enter'))
    await page.getByText(`Order ${code} booked`).waitFor()
    expect(sent).toHaveLength(1)
  })

  // PACK-3, PACK-4
  test('what is scanned into each parcel is shown with the consignment and printed', async () => {
    const code = await ofThreeLines('990002')
    const page = await bench.navigate('/ship')
    await stationOpen(page)
    const sent = bookings(page)
    await scan(page, code)
    await page.getByText('As the same items were sent with order 990001').waitFor()
    const [elbow, valve, clips] = CODES.map(([, barcode]) => barcode)
    await scan(page, elbow ?? '')
    await page.keyboard.press('+')
    await scan(page, valve ?? '')
    await scan(page, clips ?? '')
    const contents = page.getByRole('list', { name: 'Contents' })
    await contents.getByText('Parcel 1: 1 × SCAN-ELBOW').waitFor()
    await contents.getByText('Parcel 2: 1 × SCAN-VALVE, 24 × SCAN-CLIP').waitFor()
    await page.getByText('As packed: 2 × Small carton').waitFor()
    await courier(page).getByText('Enter books and prints').waitFor()
    expect(await findings(page, 'ship station with contents')).toEqual([])
    await pressUntil(sent, 1, () => page.keyboard.press('Enter'))
    const booked = page.getByRole('status').filter({ hasText: `Order ${code} booked` })
    await booked.getByRole('link').click()
    await page.keyboard.press('d')
    await page.getByText('1 × SCAN-VALVE, 24 × SCAN-CLIP').waitFor()
    await page.evaluate(() => document.body.removeAttribute('data-printed'))
    await page.keyboard.press('Shift+I')
    await page.locator('body[data-printed]').waitFor()
  })

  // PACK-2
  test('untouched parcels are proposed anew when the items have changed, and replaced by a carton', async () => {
    const code = await ofThreeLines('990003', 2)
    const page = await bench.navigate('/ship')
    await stationOpen(page)
    await scan(page, code)
    await page.getByText('2 × Small carton: 25 kg limit, by line').waitFor()
    await page.goto(new URL('/orders', page.url()).href)
    await ofThreeLines(code, 4)
    await page.goto(new URL('/ship', page.url()).href)
    await stationOpen(page)
    await scan(page, code)
    const reason = page.getByText('3 × Small carton: 25 kg limit, split evenly')
    await reason.waitFor()
    await page.getByText('2 parcels, each 20 × 30 × 20 cm, 17.5 kg').waitFor()
    await page.keyboard.press('Alt+3')
    await page.getByText('1 parcel 40 × 60 × 40 cm, 52 kg').waitFor()
    expect(await reason.count()).toBe(0)
  })

  // PRD-5, PRD-7
  test('a bar code that is scanned anywhere else opens its product', async () => {
    const page = await bench.navigate('/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    await scan(page, '04006381333931')
    await page.getByRole('heading', { level: 1, name: 'SCAN-ELBOW' }).waitFor()
    await page.goBack()
    await rowsOf(ordersTable(page)).first().waitFor()
    await scan(page, '01106141410004153724')
    await page.getByRole('heading', { level: 1, name: 'SCAN-CLIP' }).waitFor()
  })
})
