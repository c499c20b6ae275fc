import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPicture } from '../browser/screenshot.ts'
import { activeRow, opened, orderOpen, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** A desktop window of 1280 × 1024 at 400 % zoom (WCAG 1.4.10). */
const LOW = { viewport: { width: 320, height: 256 } }

/** Height of the rows in the window, in pixels. */
const rowsInWindow = (page: Page) =>
  ordersTable(page).evaluate(({ parentElement }) => {
    const { top = 0, bottom = 0 } = parentElement?.getBoundingClientRect() ?? {}
    return Math.min(bottom, window.innerHeight) - Math.max(top, 0)
  })

/** Elements that scroll horizontally, including the page. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (box) => box === document.documentElement || /auto|scroll/.test(getComputedStyle(box).overflowX),
      )
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => `${box.tagName} ${box.className}`),
  )

test('at 400 % zoom the rows use the whole window, a record starts at its top, and the keys scroll as one', async () => {
  const page = await bench.navigate('/orders', LOW)
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('?')
  await opened(page.getByRole('dialog', { name: 'All keys' }))
  expect(await sideways(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await sideways(page)).toEqual([])
  await page.setViewportSize(LOW.viewport)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  for (let row = 0; row < 12; row += 1) await page.keyboard.press('j')
  await expect.poll(() => rowsInWindow(page)).toBe(256)
  const row = await activeRow(page).boundingBox()
  expect(row?.y).toBeGreaterThanOrEqual(0)
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(256)
  expect(await sideways(page)).toEqual([])
  await keepPicture(page, 'low-list')

  const code = (await activeRow(page).getByRole('link').locator('code').first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await orderOpen(page, code)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  expect(await sideways(page)).toEqual([])
  // The whole page scrolls to its end, and no bar covers it.
  await page.keyboard.press('End')
  await keepPicture(page, 'low-order')
})

test('on a phone the filters of a list have text of 16 px, so that no browser zooms into them', async () => {
  const page = await bench.navigate('/orders?status=unpaid', { viewport: { width: 390, height: 844 } })
  await rowsOf(ordersTable(page)).first().waitFor()
  const sizes = await page
    .getByRole('main')
    .locator('select, input[type=search]')
    .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)))
  expect(sizes.length).toBeGreaterThan(3)
  expect(sizes.filter((size) => size < 16)).toEqual([])
})

test('the button of a row is at least 24 px high, and a tab panel reached by Tab shows its focus', async () => {
  const page = await bench.navigate('/orders?status=unpaid')
  await rowsOf(ordersTable(page)).first().waitFor()
  const box = await activeRow(page).getByRole('button', { name: 'Record payment' }).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(24)

  await page.keyboard.press('Enter')
  const panel = page.getByRole('tabpanel')
  await page.getByRole('tab', { name: 'Details' }).focus()
  await page.keyboard.press('Tab')
  await panel.and(page.locator(':focus')).waitFor()
  const outline = () => panel.evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(await outline()).toBe('solid')
  // An element focused by a pointer, possibly unintentionally, shows no outline.
  await page.getByRole('tab', { name: 'Details' }).focus()
  await page.getByText('Order status', { exact: true }).click()
  expect(await outline()).toBe('none')
})
