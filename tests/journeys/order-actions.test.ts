import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { packedMessage } from '../../src/domain/orders/order-message.ts'
import { isPacked, isPaid, isShipped } from '../../src/domain/orders/order-status.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { focused, hasFocus, tabTo } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { ACTION_FAULTS, breakCall, holdCall } from './faults.ts'
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
  test('sends the chosen and typed values', async () => {
    const order = await bench.takeOrder('?status=unpaid')
    const page = await openOrder(order.code)
    await page.keyboard.press('r')
    const form = dialog(page, 'Record payment')
    await tabTo(page, form.getByLabel('Method'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await tabTo(page, form.getByLabel('Reference'))
    await page.keyboard.type('EFT Tāmaki 7')
    const body = await sentBy(page, `/orders/${order.code}/payment`, () => confirm(page))
    expect(body).toMatchObject({ payment_method: 'card', reference: 'EFT Tāmaki 7' })
    await statusBadge(page, 'Paid').waitFor()
  })

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

  // MSG-1, MSG-2
  test("says the catalogue's message when the call fails, keeps what is typed, and succeeds when tried again", async () => {
    const order = await bench.takeOrder('?status=unpaid')
    const page = await openOrder(order.code)
    await page.keyboard.press('r')
    const form = dialog(page, 'Record payment')
    await form.getByLabel('Reference').fill('typed')
    const call = `**/orders/${order.code}/payment`
    for (const [name, fault] of Object.entries(ACTION_FAULTS)) {
      const mend = await breakCall(page, call, fault)
      const sent = page.waitForRequest(call)
      await confirm(page)
      const ended = await sent
      await ended.response().catch(() => null)
      const alert = form.getByRole('alert').filter({ hasText: MESSAGES.markPaid })
      await alert.waitFor()
      expect(await alert.textContent(), name).toContain(MESSAGES.somethingWrong)
      expect(await form.getByLabel('Reference').inputValue(), name).toBe('typed')
      await expect.poll(() => focused(page), { message: name }).not.toBe('body')
      await mend()
    }
    await confirm(page)
    await statusBadge(page, 'Paid').waitFor()
    await form.waitFor({ state: 'detached' })
  })

  test('payments by typed codes survive kills of the server and are still shown', async () => {
    const page = await bench.navigate('/orders')
    await ordersTable(page).waitFor()
    let last = ''
    for (let round = 0; round < 2; round += 1) {
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
      last = code
    }
    await page.reload()
    await orderOpen(page, last)
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

test('record collection sends who and notes', async () => {
  const order = await bench.takeOrder('?status=ready', (one) => isPickup(one) && !isShipped(one))
  const page = await openOrder(order.code)
  await page.keyboard.press('l')
  const form = dialog(page, 'Record collection')
  await tabTo(page, form.getByLabel('Collected by'))
  await page.keyboard.type('Hēmi O’Neill')
  await tabTo(page, form.getByLabel('Notes'))
  await page.keyboard.type('Two boxes')
  const body = await sentBy(page, `/orders/${order.code}/collected`, () => confirm(page))
  expect(body).toEqual({ collected_by: 'Hēmi O’Neill', notes: 'Two boxes' })
  await statusBadge(page, 'Collected').waitFor()
})

describe('add tracking info', () => {
  const fits = (one: Order) => isDelivery(one) && !isShipped(one) && !one.freight.tracking_code

  test('sends aramex, which is chosen already', async () => {
    const order = await bench.takeOrder('', fits)
    const page = await openOrder(order.code)
    await page.keyboard.press('a')
    const form = dialog(page, 'Add tracking info')
    await tabTo(page, form.getByLabel('Tracking code'))
    await page.keyboard.type('AMX0001')
    const body = await sentBy(page, `/orders/${order.code}/shipped`, () => confirm(page))
    expect(body).toMatchObject({ shipping_company: 'aramex', tracking_code: 'AMX0001' })
    await statusBadge(page, 'Shipped').waitFor()
    expect((await bench.order(order.code)).freight).toMatchObject({
      tracking_code: 'AMX0001',
      tracking_company: 'aramex',
    })
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
