import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** Opens a path without its script, and returns what is painted. */
async function openWithoutScript(page: Page, path: string): Promise<Page> {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(path)
  return page
}

const shell = (page: Page) => page.locator('.first-paint')

describe('before any script has run', () => {
  test('the shell is painted, with its current entry and placeholders for a list', async () => {
    const page = await openWithoutScript(await bench.signedIn(), '/customers')
    await shell(page).waitFor()
    expect(await page.locator('.first-paint [aria-current]').textContent()).toBe('Customers')
    expect(await page.locator('.first-paint [data-title]').textContent()).toBe('Customers')
    expect(await page.locator('.first-list').isVisible()).toBe(true)
    expect(await shell(page).getAttribute('aria-hidden')).toBe('true')
  })

  test('a record has no placeholders for a list', async () => {
    const page = await openWithoutScript(await bench.signedIn(), '/customers/10482')
    await shell(page).waitFor()
    expect(await page.locator('.first-paint [aria-current]').textContent()).toBe('Customers')
    expect(await page.locator('.first-list').isVisible()).toBe(false)
  })

  test('it has the chosen theme', async () => {
    const page = await bench.signedIn()
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await openWithoutScript(page, '/orders')
    await shell(page).waitFor()
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light'
    })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(
      background,
    )
  })

  test('a visitor sees no shell', async () => {
    const page = await openWithoutScript(await bench.visitor(), '/orders')
    expect(await shell(page).isVisible()).toBe(false)
  })
})

test('nothing shifts when the console takes over', async () => {
  const page = await bench.signedIn({ viewport: { width: 1440, height: 900 } })
  const place = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('aside, aside svg, header, [data-path], aside a')]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && height > 0)
        .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')),
    )
  await openWithoutScript(page, '/orders')
  await shell(page).waitFor()
  const before = await place()
  expect(before).not.toEqual([])
  await page.unroute('**/assets/*.js')
  await page.reload()
  await rowsOf(ordersTable(page)).first().waitFor()
  const after = new Set(await place())
  expect(before.filter((box) => !after.has(box))).toEqual([])
  expect(await shell(page).count()).toBe(0)
})

test('a code typed before the script has run opens its order', async () => {
  const page = await bench.signedIn()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/customers', { waitUntil: 'commit' })
  await shell(page).waitFor()
  await page.keyboard.type('104823')
  await page.keyboard.press('Enter')
  release()
  await page.getByRole('heading', { level: 1, name: 'Order #104823' }).waitFor()
})
