import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { packedMessage } from '../../src/domain/orders/order-message.ts'
import { isPacked, isPaid, isShipped } from '../../src/domain/orders/order-status.ts'
import { hasFocus, tabTo } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { holdCall } from './faults.ts'
import { dialog, jumpTo, orderOpen, ordersTable, rowsOf, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const isPickup = (order: Order) => order.freight.is_pickup === true
const isDelivery = (order: Order) => !isPickup(order)

async function openOrder(code: string): Promise<Page> {
  const page = await bench.navigate(`/orders/${code}`)
  await orderOpen(page, code)
  return page
}

/** The request that the console sends when the dialog is confirmed by keyboard. */
async function sentBy(page: Page, call: string, act: () => Promise<void>): Promise<unknown> {
  const request = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith(call))
  await act()
  return (await request).postDataJSON()
}

const confirm = (page: Page) => page.keyboard.press('ControlOrMeta+Enter')

describe('record payment', () => {
  test('a payment whose key is pressed before the order has loaded is recorded', async () => {
    // The console shows at once what it knows from a list, and no list of these journeys contains this order.
    const order = await bench.takeOrder('?page=3', (one) => one.status === 'Ordered' && !isShipped(one))
    const page = await bench.navigate('/notes')
    const held = await holdCall(page, `**/api/v1/orders/${order.code}`)
    const asked = page.waitForRequest(`**/api/v1/orders/${order.code}`)
    await goTo(page, `/orders/${order.code}`)
    await asked
    await page.getByRole('heading', { name: `Order #${order.code}` }).waitFor()
    await page.keyboard.press('r')
    await confirm(page)
    expect(await dialog(page, 'Record payment').count()).toBe(0)
    held.release()
    await statusBadge(page, 'Paid').waitFor()
    expect((await bench.order(order.code)).status).toBe('Paid')
  })

  test('a payment by a typed code survives a kill of the server and is still shown', async () => {
    const page = await bench.navigate('/orders')
    await ordersTable(page).waitFor()
    const { code } = await bench.takeOrder('?status=unpaid')
    await jumpTo(page, code)
    await statusBadge(page, 'Unpaid').waitFor()
    await page.keyboard.press('r')
    await dialog(page, 'Record payment').waitFor()
    const answered = page.waitForResponse((response) => response.url().endsWith(`/orders/${code}/payment`))
    await confirm(page)
    expect((await answered).status()).toBe(200)
    await bench.console.kill()
    await bench.console.start()
    expect(isPaid(await bench.order(code))).toBe(true)
    await dialog(page, 'Record payment').waitFor({ state: 'detached' })
    await statusBadge(page, 'Paid').waitFor()
    await page.reload()
    await orderOpen(page, code)
    await statusBadge(page, 'Paid').waitFor()
  })
})

describe('pack order items', () => {
  test('sends the greeting of a delivery', async () => {
    const order = await bench.takeOrder(
      '?status=paid',
      (one) => isDelivery(one) && !isPacked(one) && !isShipped(one),
    )
    const page = await openOrder(order.code)
    await page.keyboard.press('p')
    const form = dialog(page, 'Pack order items')
    await form.waitFor()
    await page.keyboard.press('Tab')
    const message = form.getByLabel('Message')
    await expect.poll(() => hasFocus(message)).toBe(true)
    // The whole message is visible.
    expect(await message.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
    const body = await sentBy(page, `/orders/${order.code}/ready`, () => confirm(page))
    expect(body).toEqual({
      is_pickup: false,
      send_notification: true,
      message: packedMessage(order, false),
    })
    await statusBadge(page, 'Ready To Ship').waitFor()
    await page.getByText('Packed', { exact: true }).first().waitFor()
  })
})

test('the Options menu runs what is chosen in it', async () => {
  const order = await bench.takeOrder('?status=unpaid')
  const page = await openOrder(order.code)
  await tabTo(page, page.getByRole('button', { name: 'Options' }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Record payment', exact: true }).press('Enter')
  await dialog(page, 'Record payment').waitFor()
})

// ORD-12
test('the actions work from the active row of the list too', async () => {
  const page = await bench.navigate('/orders?status=unpaid')
  await rowsOf(ordersTable(page)).first().waitFor()
  const notHeld = rowsOf(ordersTable(page)).filter({ hasNotText: 'Held' }).nth(1)
  const place = Number(await notHeld.getAttribute('aria-rowindex')) - 2
  for (let move = 0; move < place; move += 1) await page.keyboard.press('j')
  await page.keyboard.press('r')
  await dialog(page, 'Record payment').waitFor()
})
