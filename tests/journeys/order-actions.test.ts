import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { todayInAuckland } from '../../src/domain/calendar/nz-calendar.ts'
import { readyMessage } from '../../src/domain/orders/order-message.ts'
import { isReady, isShipped } from '../../src/domain/orders/order-stage.ts'
import { hasFocus, tabTo } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { holdCall } from './faults.ts'
import { dialog, orderOpen, ordersTable, rowsOf, statusBadge } from './screens.ts'
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
  test('sends its defaults with two keys', async () => {
    const order = await bench.takeOrder('?status=unpaid')
    const page = await openOrder(order.code)
    // The journey may run past midnight.
    const days = [todayInAuckland(Date.now())]
    await page.keyboard.press('r')
    await dialog(page, 'Record payment').waitFor()
    const body = await sentBy(page, `/orders/${order.code}/payment`, () => confirm(page))
    days.push(todayInAuckland(Date.now()))
    expect(body).toEqual({
      date_paid: expect.toBeOneOf(days),
      payment_amount: order.costs.total,
      payment_method: 'bank',
      reference: '',
    })
    await statusBadge(page, 'Paid').waitFor()
    expect((await bench.order(order.code)).status).toBe('Paid')
  })

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

  test('pressed before the order is loaded, is recorded when it is', async () => {
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

  test('pressed twice sends one request', async () => {
    const order = await bench.takeOrder('?status=unpaid')
    const page = await openOrder(order.code)
    const call = await holdCall(page, `**/orders/${order.code}/payment`)
    await page.keyboard.press('r')
    await dialog(page, 'Record payment').waitFor()
    const request = page.waitForRequest('**/payment')
    await confirm(page)
    await confirm(page)
    await page.keyboard.press('Enter')
    await request
    call.release()
    await statusBadge(page, 'Paid').waitFor()
    expect(call.count()).toBe(1)
  })
})

describe('pack order items', () => {
  test('sends the greeting of a delivery', async () => {
    const order = await bench.takeOrder(
      '?status=paid',
      (one) => isDelivery(one) && !isReady(one) && !isShipped(one),
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
      message: readyMessage(order, false),
    })
    await statusBadge(page, 'Ready To Ship').waitFor()
    await page.getByText('Packed', { exact: true }).first().waitFor()
  })

  test('sends the greeting of a pick-up', async () => {
    const order = await bench.takeOrder(
      '?status=paid',
      (one) => isPickup(one) && !isReady(one) && !isShipped(one),
    )
    const page = await openOrder(order.code)
    await page.keyboard.press('p')
    await dialog(page, 'Pack order items').waitFor()
    const body = await sentBy(page, `/orders/${order.code}/ready`, () => confirm(page))
    expect(body).toEqual({ is_pickup: true, send_notification: true, message: readyMessage(order, true) })
    await statusBadge(page, 'Ready To Collect').waitFor()
  })

  test('the Pack order button opens the same dialog', async () => {
    const order = await bench.takeOrder(
      '?status=paid',
      (one) => isDelivery(one) && !isReady(one) && !isShipped(one),
    )
    const page = await openOrder(order.code)
    await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Pack order', exact: true }))
    await page.keyboard.press('Enter')
    await dialog(page, 'Pack order items').waitFor()
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

  test('asks for a link only for Titus, and drops it with another courier', async () => {
    const order = await bench.takeOrder('', fits)
    const page = await openOrder(order.code)
    await page.keyboard.press('a')
    const form = dialog(page, 'Add tracking info')
    await form.waitFor()
    await expect.poll(() => form.getByLabel('Tracking URL').count()).toBe(0)
    const company = form.getByLabel('Shipping company')
    await company.selectOption('titus')
    await form.getByLabel('Tracking URL').fill('https://track.titus.example/T1')
    await company.selectOption('nzpost')
    await company.selectOption('titus')
    await expect.poll(() => form.getByLabel('Tracking URL').inputValue()).toBe('')
    await form.getByLabel('Tracking URL').fill('https://track.titus.example/T2')
    await form.getByLabel('Tracking code').fill('T2')
    const body = await sentBy(page, `/orders/${order.code}/shipped`, () => confirm(page))
    expect(body).toEqual({
      shipping_company: 'titus',
      tracking_code: 'T2',
      tracking_url: 'https://track.titus.example/T2',
    })
    await statusBadge(page, 'Shipped').waitFor()
  })
})

describe('the Options menu', () => {
  const PLACEHOLDERS = [
    'Print invoice',
    'Print packing slip',
    'Edit order',
    'Refund',
    'Return items',
    'Cancel order',
  ]

  async function menuOf(order: Order): Promise<string[]> {
    const page = await openOrder(order.code)
    await tabTo(page, page.getByRole('button', { name: 'Options' }))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    for (const name of PLACEHOLDERS) {
      await expect
        .poll(() => page.getByRole('menuitem', { name, exact: true }).getAttribute('aria-disabled'))
        .toBe('true')
    }
    const offered: string[] = []
    for (const name of ['Record payment', 'Pack order items', 'Record collection', 'Add tracking info']) {
      if ((await page.getByRole('menuitem', { name, exact: true }).count()) > 0) offered.push(name)
    }
    return offered
  }

  test('of an unpaid delivery', async () => {
    const order = await bench.takeOrder(
      '?status=unpaid',
      (one) => isDelivery(one) && !one.freight.tracking_code,
    )
    expect(await menuOf(order)).toEqual(['Record payment', 'Add tracking info'])
  })

  test('of an unpaid pick-up', async () => {
    const order = await bench.takeOrder('?status=unpaid', isPickup)
    expect(await menuOf(order)).toEqual(['Record payment'])
  })

  test('of a paid pick-up', async () => {
    const order = await bench.takeOrder(
      '?status=paid',
      (one) => isPickup(one) && !isReady(one) && !isShipped(one),
    )
    expect(await menuOf(order)).toEqual(['Pack order items', 'Record collection'])
  })

  test('of a shipped order', async () => {
    const order = await bench.takeOrder('?status=shipped', (one) => isDelivery(one))
    expect(await menuOf(order)).toEqual([])
  })

  test('runs what is chosen in it', async () => {
    const order = await bench.takeOrder('?status=unpaid')
    const page = await openOrder(order.code)
    await tabTo(page, page.getByRole('button', { name: 'Options' }))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Record payment', exact: true }).press('Enter')
    await dialog(page, 'Record payment').waitFor()
  })
})

test('the actions work from the active row of the list too', async () => {
  const page = await bench.navigate('/orders?status=unpaid')
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  await dialog(page, 'Record payment').waitFor()
})
