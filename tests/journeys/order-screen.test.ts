import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { courierTrackingLink } from '../../src/domain/freight/couriers.ts'
import { isShipped } from '../../src/domain/orders/order-status.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { holdCall } from './faults.ts'
import { jumpTo, orderOpen, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

async function openOrder(code: string, search = ''): Promise<Page> {
  const page = await bench.navigate(`/orders/${encodeURIComponent(code)}${search}`)
  await orderOpen(page, code)
  return page
}

test('a long product code overlaps nothing, on a wide and on a narrow screen', async () => {
  const order = await bench.order((await bench.takeOrder('?status=unpaid')).code)
  const code = 'VALVE/ISOLATING-15-COMPRESSION-DZR'
  const items = order.items.slice(0, 1).map((item) => ({ ...item, product: { ...item.product, code } }))
  const page = await bench.navigate('/notes')
  await page.route(`**/api/v1/orders/${order.code}`, (route) => route.fulfill({ json: { ...order, items } }))
  await goTo(page, `/orders/${order.code}`)
  await orderOpen(page, order.code)
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

describe('the freight tab', () => {
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
