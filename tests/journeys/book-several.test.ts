import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { todayInAuckland } from '../../src/domain/calendar/nz-calendar.ts'
import { orderCan } from '../../src/domain/orders/order-actions.ts'
import { holdCall } from './faults.ts'
import { dialog, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const PIECE = { package_type: null, height: 20, length: 30, width: 20, weight: 2 }
const ADDRESS = { street: '12 Queen Street', suburb: 'Auckland Central', city: 'Auckland', postcode: '1010' }
const EXPIRED = 'The price has expired. Get the freight options again.'

/** Orders that can be booked, on the first page of the list. */
async function readyOrders(count: number): Promise<Order[]> {
  const all = await bench.orders('?status=ready')
  const fit = all.filter(
    (one) => orderCan('create-consignment', one).offered && !one.freight.is_pickup && !one.skipped,
  )
  if (fit.length < count) throw new Error('Too few orders are ready.')
  return fit.slice(0, count)
}

/** Each order has a parcel and an address that is found, whatever the demo has made of it. */
async function prepare(page: Page): Promise<void> {
  await page.route('**/orders/*/packing', (route) =>
    route.fulfill({ json: { weight: 2, last: [], items: [], again: { order_code: '1', pieces: [PIECE] } } }),
  )
  await page.route('**/address/search', (route) => {
    const { query = '' } = route.request().postDataJSON()
    return route.fulfill({ json: [{ id: encodeURIComponent(query), full_address: query }] })
  })
  await page.route('**/address/*', (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const query = decodeURIComponent(decodeURIComponent(route.request().url().split('/').at(-1) ?? ''))
    const postcode = /\d{4}$/.exec(query)?.[0] ?? ADDRESS.postcode
    const [street = ''] = query.split(',')
    return route.fulfill({ json: { ...ADDRESS, street, postcode, region: '', is_rural: false } })
  })
}

const orderIn = (route: Route): string => route.request().postDataJSON().order_id

// ORD-100 to ORD-103
test('several orders are booked by keyboard, each once and at the price shown', async () => {
  const orders = await readyOrders(5)
  const [one, two, refused, changed, lost] = orders.map(({ code }) => code)
  const page = await bench.open('/orders?status=ready')
  await prepare(page)
  const priced = new Map<string, number>()
  let isLost = false
  await page.route('**/consignments/pricing', async (route) => {
    const code = orderIn(route)
    priced.set(code, (priced.get(code) ?? 0) + 1)
    const answer = await route.fetch()
    const options: { id: string | null; cost: number | null }[] = await answer.json()
    const bookable = options.filter(({ id }) => id !== null).sort((a, b) => Number(a.cost) - Number(b.cost))
    if (code === refused) return route.fulfill({ json: options.filter(({ id }) => id === null) })
    // The cheapest courier has given up by the second time.
    return route.fulfill({ json: code === changed && priced.get(code) === 2 ? bookable.slice(1) : bookable })
  })
  await page.route('**/api/v1/consignments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (orderIn(route) === changed && priced.get(changed) === 1) {
      return route.fulfill({ status: 409, json: { success: false, message: EXPIRED } })
    }
    if (orderIn(route) !== lost || isLost) return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort()
  })
  for (const { code } of orders) {
    await rowsOf(ordersTable(page)).filter({ hasText: code }).getByRole('gridcell').first().click()
  }
  await page.keyboard.press('Shift+B')
  const shown = dialog(page, 'Book 5 orders by rule')
  await shown.getByText('4 consignments').waitFor()
  const left = shown.getByRole('region', { name: 'Left out' })
  expect(await left.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining(String(refused)),
  ])
  const rows = shown.getByRole('row')
  const row = (code: string | undefined) => rows.filter({ hasText: String(code) })
  const before = await row(changed).getByRole('cell').nth(3).textContent()
  // Later than the prices are shown, as a hand is.
  await page.waitForTimeout(350)
  await page.keyboard.press('ControlOrMeta+Enter')
  await row(changed).getByText(EXPIRED).waitFor()
  await shown.getByText('3 of 4 booked, 1 failed').waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await row(changed).getByText(`was ${before}`).waitFor()
  expect((await bench.order(String(changed))).dates.shipped_at).toBeNull()
  await page.waitForTimeout(350)
  const labels = await holdCall(page, '**/api/v1/labels')
  await page.keyboard.press('ControlOrMeta+Enter')
  await shown.waitFor({ state: 'detached' })
  await dialog(page, 'Print labels of 4 consignments').waitFor()
  labels.release()
  const codes = await Promise.all(
    [one, two, changed, lost].map(async (code) => (await bench.order(String(code))).freight.tracking_code),
  )
  expect(new Set(codes).size).toBe(4)
  expect(codes).not.toContain(null)
  expect((await bench.order(String(refused))).dates.shipped_at).toBeNull()
  const booked = (await bench.consignments(todayInAuckland(Date.now()))).filter(({ order_code }) =>
    orders.some(({ code }) => code === order_code),
  )
  expect(booked.map(({ tracking_code }) => tracking_code).sort()).toEqual([...codes].sort())
})
