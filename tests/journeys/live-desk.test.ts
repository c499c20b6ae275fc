import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goTo } from '../browser/navigate.ts'
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

test('payments at one desk show at another that nobody touches: in its row, in a second tab, in an open dialog, which cannot be confirmed, and in the palette', async () => {
  const [first, second] = [
    await bench.takeOrder('?status=unpaid&daterange=30days'),
    await bench.takeOrder('?status=unpaid&daterange=30days'),
  ]
  const here = await bench.open(`/orders/${first.code}`)
  const there = await bench.signedIn({ locale: 'en-NZ' })
  const isListening = listening(there)
  await there.goto('/orders?status=unpaid')
  const row = rowOf(there, first.code)
  await row.getByText('Unpaid').waitFor()
  const rows = await rowsOf(ordersTable(there)).allInnerTexts()
  const secondTab = await there.context().newPage()
  await secondTab.goto(`/orders/${first.code}`)
  await statusBadge(secondTab, 'Unpaid').waitFor()
  await isListening
  await orderOpen(here, first.code)
  await pay(here, first.code)
  await row.getByText('Paid', { exact: true }).waitFor({ timeout: 10_000 })
  // The rows above and below stay where they are, although the order is no longer unpaid.
  const codes = (texts: string[]) => texts.map((text) => text.split(/\s/)[0])
  expect(codes(await rowsOf(ordersTable(there)).allInnerTexts())).toEqual(codes(rows))
  await statusBadge(secondTab, 'Paid').waitFor({ timeout: 10_000 })

  for (const page of [here, there]) {
    await goTo(page, `/orders/${second.code}`)
    await orderOpen(page, second.code)
  }
  await there.keyboard.press('r')
  const form = dialog(there, 'Record payment')
  await form.waitFor()
  await pay(here, second.code)
  await form.getByText('The order is already paid.').waitFor()
  await there.keyboard.press('ControlOrMeta+Enter')
  await there.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await there.keyboard.press('ControlOrMeta+k')
  await there.keyboard.type(second.code)
  await palette(there).getByRole('option').first().getByText('Paid', { exact: true }).waitFor()
})
