import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dialog, orderOpen, ordersTable, palette, rowsOf, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const rowOf = (page: Page, code: string) => rowsOf(ordersTable(page)).filter({ hasText: code })

/** Waits until the page has read an event of the stream, so that changes arrive by themselves. */
const listening = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/api/v1/changes'))

async function pay(page: Page, code: string): Promise<void> {
  await page.keyboard.press('r')
  await dialog(page, 'Record payment').waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await statusBadge(page, 'Paid').waitFor()
  expect((await bench.order(code)).status).toBe('Paid')
}

test('a payment at one desk shows at another that nobody touches, in its row, and in a second tab of it', async () => {
  const { code } = await bench.takeOrder('?status=unpaid&daterange=30days')
  const here = await bench.open(`/orders/${code}`)
  const there = await bench.signedIn({ locale: 'en-NZ' })
  const isListening = listening(there)
  await there.goto('/orders?status=unpaid')
  const row = rowOf(there, code)
  await row.getByText('Unpaid').waitFor()
  const rows = await rowsOf(ordersTable(there)).allInnerTexts()
  const secondTab = await there.context().newPage()
  await secondTab.goto(`/orders/${code}`)
  await statusBadge(secondTab, 'Unpaid').waitFor()
  await isListening
  await orderOpen(here, code)
  await pay(here, code)
  await row.getByText('Paid', { exact: true }).waitFor({ timeout: 10_000 })
  // The rows above and below stay where they are, although the order is no longer unpaid.
  const codes = (texts: string[]) => texts.map((text) => text.split(/\s/)[0])
  expect(codes(await rowsOf(ordersTable(there)).allInnerTexts())).toEqual(codes(rows))
  await statusBadge(secondTab, 'Paid').waitFor({ timeout: 10_000 })
})

test('a payment that somebody else records cannot be confirmed in a dialog, and shows in the palette', async () => {
  const { code } = await bench.takeOrder('?status=unpaid&daterange=30days')
  const here = await bench.open(`/orders/${code}`)
  await orderOpen(here, code)
  const there = await bench.signedIn({ locale: 'en-NZ' })
  const isListening = listening(there)
  await there.goto(`/orders/${code}`)
  await orderOpen(there, code)
  await isListening
  await there.keyboard.press('r')
  const form = dialog(there, 'Record payment')
  await form.waitFor()
  await pay(here, code)
  await form.getByText('The order is already paid.').waitFor()
  await there.keyboard.press('ControlOrMeta+Enter')
  await there.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await there.keyboard.press('ControlOrMeta+k')
  await there.keyboard.type(code)
  await palette(there).getByRole('option').first().getByText('Paid', { exact: true }).waitFor()
})
