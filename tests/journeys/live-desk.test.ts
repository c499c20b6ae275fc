import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goTo } from '../browser/navigate.ts'
import { dialog, orderOpen, ordersTable, palette, rowsOf, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const rowOf = (page: Page, code: string) => rowsOf(ordersTable(page)).filter({ hasText: code })

/** Waits until the page has read an event of the stream, so that changes arrive by themselves. */
const listening = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/api/v1/changes'))

test('payments at another desk appear in the rows, in a second tab, in the palette, and in an open dialog, which can no longer be confirmed', async () => {
  const [first, second] = [
    await bench.takeOrder('?status=unpaid&daterange=30days'),
    await bench.takeOrder('?status=unpaid&daterange=30days'),
  ]
  const page = await bench.signedIn()
  const isListening = listening(page)
  await page.goto('/orders?status=unpaid')
  const row = rowOf(page, first.code)
  await row.getByText('Unpaid').waitFor()
  const rows = await rowsOf(ordersTable(page)).allInnerTexts()
  const secondTab = await page.context().newPage()
  await secondTab.goto(`/orders/${first.code}`)
  await statusBadge(secondTab, 'Unpaid').waitFor()
  await isListening
  await bench.pay(first)
  await row.getByText('Paid', { exact: true }).waitFor({ timeout: 10_000 })
  // The rows above and below stay where they are, although the order is no longer unpaid.
  const codes = (texts: string[]) => texts.map((text) => text.split(/\s/)[0])
  expect(codes(await rowsOf(ordersTable(page)).allInnerTexts())).toEqual(codes(rows))
  await statusBadge(secondTab, 'Paid').waitFor({ timeout: 10_000 })

  await goTo(page, `/orders/${second.code}`)
  await orderOpen(page, second.code)
  await page.keyboard.press('r')
  const form = dialog(page, 'Record payment')
  await form.waitFor()
  await bench.pay(second)
  await form.getByText('The order is already paid.').waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(second.code)
  await palette(page).getByRole('option').first().getByText('Paid', { exact: true }).waitFor()
})

const difference = (page: Page) => page.getByRole('table', { name: 'Changed in the shop' })
const decided = (page: Page) => difference(page).waitFor({ state: 'detached' })

/** An order that the shop has changed after it was packed. */
async function changedOrder() {
  const order = await bench.takeOrder('?query=shop+changed')
  const page = await bench.navigate(`/orders/${order.code}`)
  await orderOpen(page, order.code)
  await difference(page).waitFor()
  await page
    .getByText(/^Shop: \d+ × .+, here \d+$/)
    .first()
    .waitFor()
  return { order, page }
}

// ORD-82
test('a change of the shop is taken by one key, and undone by another', async () => {
  const { order, page } = await changedOrder()
  const quantity = order.items[0]?.quantity ?? 0
  await page.keyboard.press('Shift+T')
  await decided(page)
  expect((await bench.order(order.code)).items[0]?.quantity).toBe(quantity + 1)
  await page.keyboard.press('z')
  await difference(page).waitFor()
  expect((await bench.order(order.code)).items[0]?.quantity).toBe(quantity)
})

test('an order is kept as it is here by one key, and found no more by the search', async () => {
  const { order, page } = await changedOrder()
  await page.keyboard.press('Shift+K')
  await decided(page)
  const { items, source_changes } = await bench.order(order.code)
  expect([items[0]?.quantity, source_changes]).toEqual([order.items[0]?.quantity, undefined])
})
