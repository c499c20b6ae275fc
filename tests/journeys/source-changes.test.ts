import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { orderOpen } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

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
