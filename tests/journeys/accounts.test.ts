import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isPacked, isPaid } from '../../src/domain/orders/order-status.ts'
import { scan } from './scanner.ts'
import {
  dialog,
  freightOptions,
  isToBeSent,
  jumpTo,
  opened,
  orderOpen,
  ordersTable,
  palette,
  rowsOf,
  statusBadge,
} from './screens.ts'
import { setUpWorkbench, type Workbench } from './workbench.ts'

const STOPPED = 'The customer’s credit is stopped'
const buysOnAccount = (one: Order) => one.customer.terms === 'account' && isToBeSent(one) && !isPaid(one)

/** An order of an account customer, whose credit is stopped or not. */
async function accountOrder(bench: Workbench, isStopped: boolean): Promise<Order> {
  // The queue begins with the oldest, which its list shows without scrolling.
  const query = isStopped ? '?status=unpaid' : '?query=to+pack'
  const order = (await bench.orders(query)).find(
    (one) => buysOnAccount(one) && !isPacked(one) && !one.hold && one.customer.credit_stop === isStopped,
  )
  if (!order) throw new Error('The demo data has no such order.')
  return order
}

async function openOrder(bench: Workbench, code: string): Promise<Page> {
  const page = await bench.navigate(`/orders/${code}`)
  await orderOpen(page, code)
  return page
}

describe('accounts and credit', () => {
  const bench = setUpWorkbench()

  // ORD-60, ORD-62
  test('the queue of orders to pack is worked by keyboard, and an order is packed on account', async () => {
    const { code } = await accountOrder(bench, false)
    const page = await bench.navigate('/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    await page.keyboard.press('v')
    await page.keyboard.press('p')
    await page.waitForURL(/query=to\+pack&daterange=all/)
    const row = rowsOf(ordersTable(page)).filter({ hasText: code })
    await row.getByText('On account', { exact: true }).waitFor()
    await jumpTo(page, code)
    await page.keyboard.press('Shift+A')
    await opened(dialog(page, 'Pack on account'))
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText(`Order ${code} packed on account`).waitFor()
    await statusBadge(page, 'Unpaid').waitFor()
    await statusBadge(page, 'Packed').waitFor()
    await page.keyboard.press('z')
    await expect.poll(async () => isPacked(await bench.order(code))).toBe(false)
  })

  // ORD-61
  test('a stop of the credit refuses packing in the list, at the station and in the freight panel', async () => {
    const { code } = await accountOrder(bench, true)
    const page = await openOrder(bench, code)
    await statusBadge(page, 'Stop Credit').waitFor()
    await page.keyboard.press('Shift+A')
    await page.getByText(STOPPED).nth(1).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('>pack on account')
    await palette(page).getByText(STOPPED).first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await page.getByRole('button', { name: 'Get freight options' }).waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    expect(await freightOptions(page).count()).toBe(0)
    const station = await bench.navigate('/ship')
    const field = station.getByRole('textbox', { name: /^Scan or type an order/ })
    await field.and(station.locator(':focus')).waitFor()
    await scan(station, code)
    await station.getByRole('main').getByRole('alert').getByText(STOPPED).waitFor()
  })
})

describe('with CREDIT_STOP=warn', () => {
  const bench = setUpWorkbench({ CREDIT_STOP: 'warn' })

  // ORD-61
  test('an order of a customer on stop is packed after a second confirmation', async () => {
    const { code } = await accountOrder(bench, true)
    const page = await openOrder(bench, code)
    await page.keyboard.press('Shift+A')
    const box = dialog(page, 'Pack on account')
    await opened(box)
    await box.getByText(STOPPED).waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await box.getByText('Confirm once more to go on.').waitFor()
    expect(isPacked(await bench.order(code))).toBe(false)
    await page.keyboard.press('ControlOrMeta+Enter')
    await statusBadge(page, 'Packed').waitFor()
  })
})
