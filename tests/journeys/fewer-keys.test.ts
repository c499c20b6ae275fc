import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isReady, isShipped } from '../../src/domain/orders/order-stage.ts'
import { navigate } from '../browser/navigate.ts'
import { blockOf } from '../keys-table.ts'
import { cell, getOptions, isToBeSent, label, verifiedByItself } from './consignment-form.ts'
import { countKeys } from './count-keys.ts'
import { activeRow, dialog, jumpTo, opened, orderOpen, ordersTable, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const isWeighed = (order: Order) => isToBeSent(order) && order.items.length > 0

/** A signed-in page on the unpaid orders. */
async function unpaidOrders(): Promise<Page> {
  const page = await bench.navigate('/orders?status=unpaid')
  await ordersTable(page).waitFor()
  return page
}

/** Books the order whose freight tab is open, in a carton of a preset. */
async function bookInCarton(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
  await page.keyboard.press('Alt+1')
  await getOptions(page)
  await page.keyboard.press('Shift+1')
  await label(page).waitFor()
}

test('an unpaid order is paid, packed, booked and printed, in as many keys as the README says', async () => {
  const { code } = await bench.takeOrder('?status=unpaid', isWeighed)
  const page = await unpaidOrders()
  const keys = countKeys(page)
  await jumpTo(page, code)
  await orderOpen(page, code)
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await opened(dialog(page, 'Record payment and pack'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await statusBadge(page, 'Ready To Ship').waitFor()
  await page.keyboard.press('t')
  await bookInCarton(page)
  const printed = page.waitForResponse('**/printed')
  await page.keyboard.press('p')
  expect((await printed).status()).toBe(200)
  expect(blockOf(README, 'booking-keys')).toContain(`**${keys.end()} keys**`)
  const order = await bench.order(code)
  expect([isReady(order), isShipped(order)]).toEqual([true, true])

  // Opens the next ready order, then returns to the list in its place.
  await page.keyboard.press('n')
  await page.waitForURL(/\/orders\/\d+\?tab=freight$/)
  const next = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const shipped = await bench.order(next)
  expect([isReady(shipped), isShipped(shipped), shipped.freight.is_pickup]).toEqual([true, false, false])
  expect(shipped.freight.branch).toBe(order.freight.branch)
  await orderOpen(page, next)
  await page.keyboard.press('u')
  await page.waitForURL('**/orders?status=unpaid')
  await activeRow(page).waitFor()
})

test('a booking is undone by z, its form is as it was typed, and the order can be booked again', async () => {
  const { code } = await bench.takeOrder('?status=paid', isToBeSent)
  const page = await unpaidOrders()
  await navigate(page, `/orders/${code}?tab=freight`)
  await orderOpen(page, code)
  await verifiedByItself(page)
  await page.getByLabel('Instructions or notes').fill('Leave at the woolshed')
  await page.getByLabel('Instructions or notes').press('Alt+2')
  await getOptions(page)
  await page.keyboard.press('Shift+1')
  await label(page).waitFor()
  await notices(page)
    .getByRole('button', { name: /^Undo the booking/ })
    .waitFor()
  const printed = page.waitForResponse('**/printed')
  await page.keyboard.press('p')
  await printed
  await page.keyboard.press('z')
  await page.waitForURL(`**/orders/${code}?tab=freight`)
  await notices(page)
    .getByText(/^Throw away the printed label of consignment/)
    .waitFor()
  expect(isShipped(await bench.order(code))).toBe(false)

  await expect.poll(() => cell(page, 'Length (cm)').inputValue()).toBe('40')
  expect(await page.getByLabel('Instructions or notes').inputValue()).toBe('Leave at the woolshed')
  await getOptions(page)
  await page.keyboard.press('Shift+1')
  await label(page).waitFor()
  expect(isShipped(await bench.order(code))).toBe(true)
})
