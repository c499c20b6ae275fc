import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { navigate } from '../browser/navigate.ts'
import { activeRow, dialog, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** A list whose first page is full, with orders that can be paid. */
const LIST = '/orders?daterange=all&status=unpaid'

/**
 * Slows the processor down so much that a key arrives before the result of the previous one is rendered.
 * @returns a function that ends this
 */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return () => session.detach()
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('keys pressed while a screen is opening act on it, each on the result of the one before; none is lost while a layer closes', async () => {
  const codes = (await bench.orders('?status=unpaid')).map(({ code }) => code)
  const page = await bench.apart()
  await page.goto(LIST)
  await rowsOf(ordersTable(page)).first().waitFor()
  const speedUp = await slowDown(page)
  await press(page, 'Enter', 'j', 'j', 'j', 'j', 'j')
  await orderOpen(page, codes[5] ?? '')
  await press(page, 'k', 'k', 'r')
  await dialog(page, 'Record payment')
    .getByText(codes[3] ?? '')
    .waitFor()
  await press(page, 'Escape')
  await dialog(page, 'Record payment').waitFor({ state: 'detached' })
  await press(page, 'u', 'j', 'Enter')
  await orderOpen(page, codes[4] ?? '')
  await press(page, 'u', ']')
  await page.waitForURL((url) => url.searchParams.get('page') === '2')
  await expect.poll(() => activeRow(page).locator('code').innerText()).not.toBe(codes[4])

  await speedUp()
  await navigate(page, `/orders/${codes[4]}`)
  await orderOpen(page, codes[4] ?? '')
  await slowDown(page)
  for (const opens of ['.', '?', 'r']) {
    await press(page, opens)
    await opened(page.locator('[role=dialog], [role=menu]'))
    await Promise.all([press(page, 'Escape'), press(page, 'ControlOrMeta+k')])
    await palette(page).getByRole('combobox').waitFor()
    await page.keyboard.type('pay')
    await expect.poll(() => palette(page).getByRole('combobox').inputValue()).toBe('pay')
    await expect.poll(() => page.locator('[role=dialog], [role=menu]').count()).toBe(1)
    await press(page, 'Escape')
    await palette(page).waitFor({ state: 'detached' })
  }
  await press(page, 'ControlOrMeta+k')
  await page.keyboard.type('>record pay')
  await palette(page)
    .getByRole('option', { name: /^Record payment/, selected: true })
    .waitFor()
  await Promise.all([press(page, 'Enter'), press(page, '7')])
  await dialog(page, 'Record payment').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
})
