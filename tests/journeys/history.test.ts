import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isShipped } from '../../src/domain/orders/order-stage.ts'
import { seriousFindings } from '../browser/axe.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { keepPicture } from '../browser/screenshot.ts'
import { FAULTS } from './faults.ts'
import { dialog, opened, orderOpen, palette, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const history = (page: Page, of: string) => dialog(page, `History of ${of}`)
const entries = (page: Page) => page.getByRole('region', { name: 'Entries' })

/** An entry as the server sends it. */
const entryAt = (minute: number) => ({
  id: `action-${minute}`,
  type: 'record-collection',
  at: new Date(Date.UTC(2026, 10, 20, 1, minute)).toISOString(),
  staff_name: 'Anahera Pōtiki',
  details: { collected_by: 'Hēmi O’Neill', notes: 'Two boxes and a coil of pipe, checked at the counter' },
})

test('what was done is there at once, by one key, and Esc leads back to the order', async () => {
  const order = await bench.takeOrder('?status=unpaid', (one) => !isShipped(one))
  const page = await bench.navigate(`/orders/${order.code}`)
  await orderOpen(page, order.code)
  await page.keyboard.press('r')
  await opened(dialog(page, 'Record payment'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await statusBadge(page, 'Paid').waitFor()
  await page.keyboard.press('i')
  await opened(history(page, `order #${order.code}`))
  const entry = entries(page).getByRole('listitem').filter({ hasText: 'Payment recorded' })
  await entry.waitFor()
  expect(await entry.textContent()).toMatch(/by \S+.*\d\d\/\d\d\/\d{4} \d\d:\d\d.*\$[\d,]+\.\d\dBank/)
  await page.keyboard.press('Escape')
  await history(page, `order #${order.code}`).waitFor({ state: 'detached' })
  await page.keyboard.press('t')
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('freight')
})

test('printed labels are in the history of their consignment, which the palette opens, too', async () => {
  const order = await bench.takeOrder(
    '?status=shipped',
    ({ freight }) => freight.tracking_company === 'aramex',
  )
  const code = order.freight.tracking_code ?? ''
  const page = await bench.navigate(`/consignments/${code}?tab=labels`)
  await page.locator('canvas[data-drawn]').first().waitFor()
  const reported = page.waitForResponse('**/printed')
  await page.keyboard.press('p')
  expect((await reported).status()).toBe(200)
  await page.keyboard.press('ControlOrMeta+k')
  await opened(palette(page))
  await page.keyboard.type('history')
  await palette(page)
    .getByRole('option', { name: /History/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await opened(history(page, `consignment #${code}`))
  await entries(page).getByText('Labels printed', { exact: true }).first().waitFor()
  await entries(page).getByText('Consignment created', { exact: true }).waitFor()
})

describe('a long history is scrolled by keys', () => {
  test.each([
    [1440, 900, 'light'],
    [390, 844, 'dark'],
  ] as const)('in a window of %d × %d, %s', async (width, height, colorScheme) => {
    const { code } = await bench.takeOrder('')
    const page = await bench.navigate('/notes', { viewport: { width, height }, colorScheme })
    const data = Array.from({ length: 60 }, (_, index) => entryAt(60 - index))
    await page.route('**/history', (route) => route.fulfill({ json: { data, metadata: { has_more: true } } }))
    await goTo(page, `/orders/${code}`)
    await orderOpen(page, code)
    await page.keyboard.press('i')
    await opened(history(page, `order #${code}`))
    await entries(page).getByRole('listitem').nth(59).waitFor()
    await expect.poll(() => hasFocus(entries(page))).toBe(true)
    await keepPicture(page, `history-${width}-${colorScheme}`)
    expect(await seriousFindings(page)).toEqual([])
    const scrolled = () => entries(page).evaluate((box) => box.scrollTop)
    expect(await scrolled()).toBe(0)
    await page.keyboard.press('PageDown')
    await expect.poll(scrolled).toBeGreaterThan(100)
    await page.keyboard.press('End')
    await expect
      .poll(() => entries(page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop))
      .toBeLessThan(2)
    expect(await entries(page).evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  })
})

test('a history that cannot be loaded says so, and is loaded again by Tab and Enter', async () => {
  const { code } = await bench.takeOrder('')
  const page = await bench.navigate('/notes')
  const fails = FAULTS['answers 404']
  await page.route('**/history', fails)
  await goTo(page, `/orders/${code}`)
  await orderOpen(page, code)
  await page.keyboard.press('i')
  await entries(page).getByText('Failed to get the history, try again.').waitFor()
  await page.unroute('**/history', fails)
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Try again' }))).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('Failed to get the history, try again.').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(entries(page))).toBe(true)
})
