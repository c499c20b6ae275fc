import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { focused, hasFocus, tabTo } from '../browser/keyboard.ts'
import { navigate } from '../browser/navigate.ts'
import { keepPicture } from '../browser/screenshot.ts'
import { activeRow, dialog, opened, orderOpen, ordersTable, rowsOf } from './screens.ts'
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

const ENTRIES = ['Consignments', 'Customers', 'Emails', 'Orders', 'Products', 'Suppliers']

// NAV-5
test('the sidebar at the left leads to every list, and marks the one that is open', async () => {
  const page = await bench.navigate('/')
  await page.waitForURL('**/orders')
  const sidebar = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Suppliers' }) })
  for (const name of ENTRIES) {
    await sidebar.getByRole('link', { name, exact: true }).press('Enter')
    await page.waitForURL(`**/${name.toLowerCase()}`)
    await sidebar.locator('[aria-current=page]').filter({ hasText: name }).waitFor()
    await expect.poll(() => sidebar.locator('[aria-current=page]').count()).toBe(1)
  }
  const place = async (part: Locator) => {
    const box = await part.boundingBox()
    if (!box) throw new Error('It is not in view.')
    return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
  }
  const side = await place(sidebar)
  const screen = await place(page.getByRole('main'))
  const bar = await place(page.getByRole('button', { name: 'Jump to a code, or type a command' }))
  const user = await place(page.getByRole('complementary').getByRole('button', { name: /@/ }))
  expect(side.right).toBeLessThanOrEqual(screen.left)
  expect(bar.bottom).toBeLessThanOrEqual(screen.top)
  expect(bar.left).toBeGreaterThanOrEqual(side.right)
  expect(user.top).toBeGreaterThanOrEqual(side.bottom)
})

test('beneath the lists, the sidebar leads to the dispatch floor, which has its own heading', async () => {
  const page = await bench.navigate('/orders')
  const floor = page.getByRole('navigation', { name: 'Dispatch floor' })
  await floor.getByRole('heading', { name: 'Dispatch floor' }).waitFor()
  expect(await floor.getByRole('link').allTextContents()).toEqual([
    expect.stringMatching(/^Arrivals(\d+ waiting)?ga$/),
    'Pick runsgr',
    'Ship stationgk',
    'End of daygd',
  ])
  await floor.getByRole('link', { name: 'End of day' }).press('Enter')
  await page.waitForURL('**/end-of-day')
  await floor.locator('[aria-current=page]').filter({ hasText: 'End of day' }).waitFor()
  expect(await page.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0)
})

test('an entry stays current under its path', async () => {
  const { code } = await bench.takeOrder('')
  const page = await bench.navigate(`/orders/${code}`)
  await orderOpen(page, code)
  const current = page.getByRole('navigation').locator('a[aria-current]').filter({ hasText: 'Orders' })
  await current.waitFor()
})

test('an address without a screen shows the fallback screen', async () => {
  const page = await bench.navigate('/no/such/place')
  await page.getByRole('heading', { name: MESSAGES.routingError }).waitFor()
  await page
    .getByText(/not found/i)
    .first()
    .waitFor()
})

describe('on a small screen', () => {
  // NAV-5
  test('the sidebar is a drawer', async () => {
    const page = await bench.navigate('/orders', { viewport: { width: 390, height: 844 } })
    await rowsOf(ordersTable(page)).first().waitFor()
    const link = page.getByRole('link', { name: 'Suppliers', exact: true })
    expect(await link.isVisible()).toBe(false)
    await tabTo(page, page.getByRole('button', { name: /menu|navigation|sidebar/i }).first())
    await page.keyboard.press('Enter')
    await link.waitFor()
    await link.press('Enter')
    await page.waitForURL('**/suppliers')
    await link.waitFor({ state: 'hidden' })
    for (const [name, path] of [
      ['Ship station', '**/ship'],
      ['End of day', '**/end-of-day'],
      ['Settings', '**/settings'],
    ] as const) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('link', { name, exact: true }).click()
      await page.waitForURL(path)
    }
  })

  test('Tab reaches only visible elements, and keys do not select rows, because a selection could not be shown', async () => {
    const page = await bench.navigate('/orders', { viewport: { width: 390, height: 844 } })
    await rowsOf(ordersTable(page)).first().waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('.')
    await opened(page.getByRole('menu', { name: /^Actions for order / }))
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(ordersTable(page))).toBe(true)

    const reached: string[] = []
    for (let presses = 0; presses < 14; presses += 1) {
      await page.keyboard.press('Tab')
      const seen = await page.evaluate(() => (document.activeElement?.getBoundingClientRect().width ?? 0) > 2)
      reached.push(`${await focused(page)} ${seen ? 'seen' : 'unseen'}`)
    }
    expect(reached).toContain('button "Filterf" seen')
    expect(reached.filter((one) => one.endsWith('unseen'))).toEqual([])
  })

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

test('the hint bar shows the keys that work here', async () => {
  const page = await bench.navigate('/customers')
  const bar = page.getByRole('region', { name: 'Keys that work here' })
  await bar.filter({ hasText: 'Palette' }).waitFor()
  expect(await bar.textContent()).not.toContain('Record payment')
  const { code } = await bench.takeOrder('?status=unpaid', (one) => !one.freight.is_pickup)
  await navigate(page, `/orders/${code}`)
  await orderOpen(page, code)
  await bar.filter({ hasText: 'Record payment' }).waitFor()
})

test('in a window of 1280 pixels the hint bar keeps the actions and drops the export', async () => {
  const page = await bench.navigate('/orders?status=unpaid', { viewport: { width: 1280, height: 560 } })
  const hints = page.getByRole('region', { name: 'Keys that work here' }).locator('[data-hint]:visible')
  await hints.filter({ hasText: 'Record payment' }).waitFor()
  // The bar is measured after it is rendered, and again when the window has its width.
  const shown = async () => (await hints.allTextContents()).join(' ')
  await expect.poll(shown).toMatch(/^(?!.*Export).*Record payment.*Create consignment.*Pay and pack/)
  const { code } = await bench.takeOrder('?status=ready', (one) => !one.freight.is_pickup)
  await navigate(page, `/orders/${code}?tab=freight`)
  await hints.filter({ hasText: 'Get Freight Options' }).waitFor()
  await expect.poll(shown).toMatch(/^CtrlEnterGet Freight Options.*Alt1–4Cartons/)
  await page.getByLabel('Phone').focus()
  await hints.filter({ hasText: 'Next field' }).waitFor()
  await expect.poll(shown).toMatch(/^CtrlEnterGet Freight Options.*Alt1–4Cartons/)
})

test('light and dark are one key away and are kept', async () => {
  const page = await bench.navigate('/orders', { colorScheme: 'light' })
  await rowsOf(ordersTable(page)).first().waitFor()
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  const light = await ground()
  await tabTo(page, page.getByRole('button', { name: /light|dark|theme/i }).first())
  await page.keyboard.press('Enter')
  await expect.poll(ground).not.toBe(light)
  // The first paint reads it.
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

test('a new version is noticed and offered, and nothing typed is lost', async () => {
  const { code } = await bench.takeOrder('?status=unpaid')
  const page = await bench.navigate(`/orders/${code}`)
  await orderOpen(page, code)
  const reference = dialog(page, 'Record payment').getByLabel('Reference')
  await page.keyboard.press('r')
  await reference.fill('typed before the deploy')
  const deployed = { status: 500, headers: { 'x-console-version': 'another' }, json: { success: false } }
  await page.route('**/api/v1/orders/*/payment', (route) => route.fulfill(deployed))
  await page.keyboard.press('ControlOrMeta+Enter')
  // Located by element, because the open dialog hides the roles of the screen behind it.
  await page.locator('button', { hasText: /reload/i }).waitFor()
  await page.reload()
  await expect.poll(() => reference.inputValue()).toBe('typed before the deploy')
})
