import type { Page, Request, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { courierTrackingLink } from '../../src/domain/freight/couriers.ts'
import { isShipped } from '../../src/domain/orders/order-status.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { goTo, navigate } from '../browser/navigate.ts'
import { breakCall, FAULTS, holdCall } from './faults.ts'
import { jumpTo, opened, orderOpen, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** An order that no list of these journeys contains, so that the console knows it only from its own call. */
const takeUnlisted = () => bench.takeOrder('?page=3')

async function openOrder(code: string, search = ''): Promise<Page> {
  const page = await bench.navigate(`/orders/${encodeURIComponent(code)}${search}`)
  await orderOpen(page, code)
  return page
}

/** Opens an order with a modified response. */
async function openChanged(order: Order, change: (answer: Order) => unknown): Promise<Page> {
  const page = await bench.navigate('/notes')
  await page.route(`**/api/v1/orders/${order.code}`, (route: Route) => route.fulfill({ json: change(order) }))
  await goTo(page, `/orders/${order.code}`)
  await orderOpen(page, order.code)
  return page
}

describe('the details tab', () => {
  // FMT-2, ORD-21
  test('shows the items with links, the sums, the timeline and the cards', async () => {
    const { code } = await bench.takeOrder('?status=unpaid', (one) => !one.freight.is_pickup)
    const order = await bench.order(code)
    const page = await openChanged(order, (answer) => ({
      ...answer,
      customer: { ...answer.customer, code: '10482' },
      freight: { ...answer.freight, subtotal: 1086 },
      costs: { subtotal: 11_086, tax: 1663, total: 12_749 },
      items: [
        {
          id: 1,
          quantity: 4,
          costs: { subtotal: 10_000 },
          product: { code: 'VLV 20/FB#1', name: 'Ball valve', price: 2500 },
        },
      ],
    }))
    const main = page.getByRole('main')
    const items = page.getByRole('table', { name: 'Items' })
    for (const column of ['Product', 'Price', 'Quantity', 'Subtotal']) {
      await items.getByRole('columnheader', { name: column, exact: true }).waitFor()
    }
    await items
      .getByRole('row')
      .filter({ hasText: /Ball valve.*\$25\.00.*4.*\$100\.00/ })
      .waitFor()
    const link = items.getByRole('link', { name: 'VLV 20/FB#1' })
    expect(await link.getAttribute('href')).toBe('/products/VLV%2020%2FFB%231')
    for (const sum of ['Freight $10.86', 'Subtotal $110.86', 'GST $16.63', 'Total $127.49']) {
      await main.getByRole('row', { name: sum, exact: true }).waitFor()
    }
    for (const step of ['Created', 'Payment has not been made yet', 'Order has not been shipped yet']) {
      await main.getByText(step, { exact: true }).first().waitFor()
    }
    for (const card of ['Timeline', 'Order status', 'Customer details', 'Delivery address']) {
      await main.getByRole('heading', { name: card }).waitFor()
    }
    const customer = main.getByRole('link', { name: 'View Customer' })
    await expect.poll(() => customer.getAttribute('href')).toBe('/customers/10482')
  })

  // ORD-21
  test('links a delivery to a map, and a pick-up to none', async () => {
    const delivery = await bench.takeOrder('', (one) => !one.freight.is_pickup)
    const pickup = await bench.takeOrder('', (one) => one.freight.is_pickup === true)
    const page = await openOrder(delivery.code)
    const map = page.getByRole('main').getByRole('link', { name: /map/i })
    await expect.poll(() => map.getAttribute('href')).toMatch(/^https:\/\//)
    await expect.poll(() => map.getAttribute('rel')).toContain('noopener')
    await navigate(page, `/orders/${pickup.code}`)
    await orderOpen(page, pickup.code)
    await expect.poll(() => map.count()).toBe(0)
  })

  // ORD-20
  test('has a heading with the status and a way back to the orders', async () => {
    const { code } = await bench.takeOrder('?status=unpaid')
    const page = await openOrder(code)
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).press('Enter')
    await rowsOf(ordersTable(page)).first().waitFor()
  })

  test('shows no values that the response lacks', async () => {
    const { code } = await takeUnlisted()
    const page = await bench.navigate('/notes')
    await page.route(`**/api/v1/orders/${code}`, (route) => route.fulfill({ json: { code } }))
    await goTo(page, `/orders/${code}`)
    await orderOpen(page, code)
    await page.getByRole('main').getByRole('heading', { name: 'Customer details' }).waitFor()
  })

  test('a long product code overlaps nothing, on a wide and on a narrow screen', async () => {
    const order = await bench.order((await bench.takeOrder('?status=unpaid')).code)
    const code = 'VALVE/ISOLATING-15-COMPRESSION-DZR'
    const page = await openChanged(order, (answer) => ({
      ...answer,
      items: answer.items.slice(0, 1).map((item) => ({ ...item, product: { ...item.product, code } })),
    }))
    const cells = page.getByRole('table', { name: 'Items' }).locator('tbody tr').first().locator('td')
    const product = page.getByText(code, { exact: true })
    const liesOver = async () => {
      const beside = await cells.first().locator('span > *').last().boundingBox()
      const price = await cells.nth(1).boundingBox()
      const box = await product.boundingBox()
      if (!box || !beside || !price) return ['The item is not drawn.']
      const [right, bottom] = [box.x + box.width, box.y + box.height]
      const isClear = right <= beside.x || bottom <= beside.y
      return [...(right <= price.x ? [] : ['the price']), ...(isClear ? [] : ['what stands beside it'])]
    }
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(liesOver).toEqual([])
    }
  })
})

describe('the freight tab', () => {
  // ORD-23
  test('asks first for a click and collect order; Cancel returns to the details', async () => {
    const { code } = await bench.takeOrder('?status=unpaid', (one) => one.freight.is_pickup === true)
    const page = await openOrder(code)
    await page.keyboard.press('t')
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await question
      .filter({ hasText: 'Are you sure you want to create a consignment for this order?' })
      .waitFor()
    expect(await question.textContent()).toContain('Click & collect order')
    await question.getByRole('button', { name: 'Cancel' }).press('Enter')
    await question.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByRole('tab', { name: 'Details' }).getAttribute('aria-selected'))
      .toBe('true')

    await page.keyboard.press('t')
    await question.getByRole('button', { name: 'Continue' }).press('Enter')
    await question.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByRole('tab', { name: 'Freight' }).getAttribute('aria-selected'))
      .toBe('true')
  })

  test('asks also when it is opened by its address', async () => {
    const { code } = await bench.takeOrder('?status=unpaid', (one) => one.freight.is_pickup === true)
    // The open question hides the heading behind it.
    const page = await bench.navigate(`/orders/${code}?tab=freight`)
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await opened(question.filter({ hasText: 'Click & collect order' }))
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.getByRole('tab', { name: 'Details' }).getAttribute('aria-selected'))
      .toBe('true')
  })

  // ORD-24
  test('of a shipped order shows its tracking and its timeline', async () => {
    const order = await bench.takeOrder(
      '?status=shipped',
      (one) => isShipped(one) && one.freight.tracking_company === 'aramex',
    )
    const page = await openOrder(order.code, '?tab=freight')
    const code = order.freight.tracking_code ?? ''
    await page.getByRole('heading', { name: 'Tracking details' }).waitFor()
    await page.getByRole('main').getByText('Aramex', { exact: true }).first().waitFor()
    const consignment = page.getByRole('main').getByRole('link', { name: 'View Consignment' })
    await expect
      .poll(() => consignment.getAttribute('href'))
      .toBe(`/consignments/${encodeURIComponent(code)}`)
    expect(
      await page
        .getByRole('main')
        .locator(`a[href="${courierTrackingLink('aramex', code)}"]`)
        .count(),
    ).toBe(1)
    await page.getByText('Order shipped', { exact: true }).waitFor()
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
  })

  test('of an order that Titus carries embeds its page', async () => {
    const order = await bench.takeOrder('?status=shipped', (one) => isShipped(one) && !one.freight.is_pickup)
    const url = 'https://track.titus.example/T1'
    const page = await bench.navigate('/notes')
    await page.route('https://*.titus.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'The page of Titus' }),
    )
    const freight = { ...order.freight, tracking_company: 'titus', tracking_code: 'T1', tracking_url: url }
    await page.route(`**/api/v1/orders/${order.code}`, (route) =>
      route.fulfill({ json: { ...order, freight } }),
    )
    await goTo(page, `/orders/${order.code}?tab=freight`)
    await page.frameLocator(`iframe[src="${url}"]`).getByText('The page of Titus').waitFor()
  })
})

describe('what can go wrong', () => {
  // MSG-3
  test("an unknown code: the catalogue's message", async () => {
    const page = await bench.navigate('/orders/999999999')
    await page.getByRole('alert').filter({ hasText: MESSAGES.orderNotFound }).waitFor()
  })

  // MSG-3
  test('the load fails: its fallback message', async () => {
    const { code } = await takeUnlisted()
    const page = await bench.navigate('/notes')
    const mend = await breakCall(page, `**/api/v1/orders/${code}`, FAULTS['answers 500'])
    await goTo(page, `/orders/${code}`)
    const alert = page.getByRole('alert').filter({ hasText: MESSAGES.orderDetails })
    await alert.waitFor()
    expect(await alert.textContent()).toContain(MESSAGES.somethingWrong)
    await mend()
    await alert.getByRole('button', { name: 'Try again' }).press('Enter')
    await orderOpen(page, code)
  })

  // NAV-2
  test('codes with a slash, a hash, a space and a macron are requested unchanged', async () => {
    const code = 'TĀ/1 #2'
    const order = await bench.takeOrder('')
    const page = await bench.navigate('/notes')
    const url = `${bench.url}/api/v1/orders/${encodeURIComponent(code)}`
    await page.route(url, (route) => route.fulfill({ json: { ...order, code } }))
    await goTo(page, `/orders/${encodeURIComponent(code)}`)
    await orderOpen(page, code)
  })
})

test('an answer with a code of its own is shown, titled and acted on under that code', async () => {
  const order = await bench.order((await bench.takeOrder('?status=paid')).code)
  const page = await bench.navigate('/notes')
  await page.route(`**/api/v1/orders/${order.code}`, (route) =>
    route.fulfill({ json: { ...order, code: 'SO-771' } }),
  )
  await goTo(page, `/orders/${order.code}`)
  await page.getByRole('heading', { level: 1, name: 'Order #SO-771' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.textContent()).toContain('SO-771')
  expect(await dialog.textContent()).not.toContain(order.code)
})

test('a late answer never opens another order', async () => {
  const order = await bench.takeOrder('?status=unpaid')
  // Codes that the index does not have, so that the palette looks both up by their calls.
  const [first, second] = ['990001', '990002']
  const page = await bench.navigate('/customers')
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  const held = await holdCall(page, `**/api/v1/orders/${first}`, (route) =>
    route.fulfill({ json: { ...order, code: first } }),
  )
  await page.route(`**/api/v1/orders/${second}`, (route) =>
    route.fulfill({ json: { ...order, code: second } }),
  )
  const asked = page.waitForRequest(`**/api/v1/orders/${first}`)
  const over = new Promise<void>((resolve) => {
    const end = (request: Request) => request.url().endsWith(`/orders/${first}`) && resolve()
    page.on('requestfinished', end)
    page.on('requestfailed', end)
  })
  await page.keyboard.type(first)
  await asked
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(second)
  await page.keyboard.press('Enter')
  await orderOpen(page, second)
  held.release()
  await over
  await page.keyboard.press('y')
  await orderOpen(page, second)
  expect(page.url()).toContain(second)
})

test('keys of a tab: d and t, and the tab is in the address', async () => {
  const { code } = await bench.takeOrder('?status=unpaid', (one) => !one.freight.is_pickup)
  const page = await bench.navigate('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  await jumpTo(page, code)
  await page.keyboard.press('t')
  await page.waitForURL('**/orders/*tab=freight*')
  await page.keyboard.press('d')
  await page.waitForURL((url) => !url.searchParams.has('tab'))
  await expect.poll(() => hasFocus(page.locator('body'))).toBe(false)
})
