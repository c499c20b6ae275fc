import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isPacked, isShipped } from '../../src/domain/orders/order-status.ts'
import { dialog, jumpTo, opened, orderOpen, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const isPickup = ({ freight }: Order) => freight.is_pickup
const isNext = (one: Order) => !isPickup(one) && !isPacked(one) && !isShipped(one)

async function openOrder(code: string): Promise<Page> {
  const page = await bench.navigate(`/orders/${code}`)
  await orderOpen(page, code)
  return page
}

/** Opens a dialog by its key, types into its first field, and confirms it. */
async function act(page: Page, key: string, title: string, typed = ''): Promise<void> {
  await page.keyboard.press(key)
  await opened(dialog(page, title))
  await page.keyboard.type(typed)
  await page.keyboard.press('ControlOrMeta+Enter')
  await dialog(page, title).waitFor({ state: 'detached' })
}

/** The order without the words that change with the time. */
async function orderNow(code: string): Promise<Order> {
  const { dates, ...order } = await bench.order(code)
  return { ...order, dates: { ...dates, ordered_at_relative: null, shipped_at_relative: null } }
}

// PAL-13
test('several steps of one sentence are carried out at once, and undone as one', async () => {
  const { code } = await bench.takeOrder('?status=unpaid', (one) => isPickup(one) && !isShipped(one))
  const before = await orderNow(code)
  const page = await openOrder(code)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(`${code} pay cash, pack no mail, collect Hemi`)
  const does = page.getByRole('note', { name: 'What Enter does' })
  await does.getByText(`Record the collection of ${code} by Hemi`).waitFor()
  await does.getByText('at once').waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText(`Order ${code} paid, packed, collected`).waitFor()
  await statusBadge(page, 'Collected').waitFor()
  await page.keyboard.press('z')
  await page.getByText(`3 steps of order ${code} undone`).waitFor()
  expect(await orderNow(code)).toEqual(before)
})

// ORD-50
describe.each<[string, string, (one: Order) => boolean, string, string, string, string]>([
  ['payment', '?status=unpaid', (one) => !isShipped(one), 'r', 'Record payment', '', 'Paid'],
  ['packing', '?status=paid', isNext, 'p', 'Pack order items', '', 'Ready To Ship'],
  ['collection', '?status=ready', isPickup, 'l', 'Record collection', 'Hemi', 'Collected'],
  [
    'skip',
    '?status=ready',
    (one) => !isPickup(one),
    'Shift+N',
    'Skip until tomorrow',
    'Short',
    'Ready To Ship',
  ],
])('a %s', (noun, list, fits, key, title, typed, status) => {
  test('is undone by z, by keyboard alone', async () => {
    const { code } = await bench.takeOrder(list, fits)
    const before = await orderNow(code)
    const page = await openOrder(code)
    await act(page, key, title, typed)
    await statusBadge(page, status).waitFor()
    await expect.poll(() => orderNow(code)).not.toEqual(before)
    await page.getByLabel('Notices').getByRole('button', { name: /^Undo/ }).waitFor()
    await page.keyboard.press('z')
    await page.getByText(new RegExp(`^${noun} of order ${code} undone$`, 'i')).waitFor()
    expect(await orderNow(code)).toEqual(before)
  })
})

test('tracking is undone by z, and so is the payment before it', async () => {
  const { code } = await bench.takeOrder('?status=unpaid', (one) => isNext(one) && !one.freight.tracking_code)
  const before = await orderNow(code)
  const page = await openOrder(code)
  await act(page, 'r', 'Record payment')
  await page.keyboard.press('a')
  await opened(dialog(page, 'Add tracking info'))
  await page.keyboard.press('Tab')
  await page.keyboard.type('AMX0002')
  await page.keyboard.press('ControlOrMeta+Enter')
  await statusBadge(page, 'Shipped').waitFor()
  await page.keyboard.press('z')
  await statusBadge(page, 'Paid').waitFor()
  await page.keyboard.press('z')
  await statusBadge(page, 'Unpaid').waitFor()
  expect(await orderNow(code)).toEqual(before)
})

// ORD-53
test('an undo after another desk has acted says who did what', async () => {
  const { code } = await bench.takeOrder('?status=unpaid', isNext)
  const page = await openOrder(code)
  await act(page, 'r', 'Record payment')
  await statusBadge(page, 'Paid').waitFor()
  await bench.pack(code)
  await page.keyboard.press('z')
  await page.getByText(new RegExp(`^Order ${code} is not undone\\. .+ packed it on `)).waitFor()
  expect(isPacked(await bench.order(code))).toBe(true)
})

// ORD-52
test('a step is taken back from the palette, with a reason, and the history says so', async () => {
  const { code } = await bench.takeOrder('?status=paid', isNext)
  const page = await openOrder(code)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('take back')
  await page.keyboard.press('Enter')
  await opened(dialog(page, 'Take back'))
  await page.keyboard.type('Another order was paid')
  await page.keyboard.press('ControlOrMeta+Enter')
  await statusBadge(page, 'Unpaid').waitFor()
  await page.keyboard.press('i')
  await page.getByText('Payment taken back').waitFor()
  await page.getByText('Another order was paid').waitFor()
  await page.keyboard.press('Escape')
  await jumpTo(page, code)
})
