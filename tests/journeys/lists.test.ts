import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { todayInAuckland } from '../../src/domain/calendar/nz-calendar.ts'
import { isPacked } from '../../src/domain/orders/order-status.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { seriousFindings } from '../browser/axe.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { keepPicture } from '../browser/screenshot.ts'
import { breakCall } from './faults.ts'
import { activeRow, dialog, opened, orderOpen, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** A list whose first row is active, and no row is selected, as a journey before may have left it otherwise. */
async function openList(path = '/orders?daterange=all', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await bench.navigate(path, options)
  await rowsOf(ordersTable(page)).first().waitFor()
  if ((await selectedRows(page).count()) > 0) await press(page, 'Escape')
  await press(page, 'Home')
  await expect.poll(() => activeRow(page).getAttribute('aria-rowindex')).toBe('2')
  return page
}

const selectedRows = (page: Page): Locator =>
  ordersTable(page).locator('tbody [role=row][aria-selected=true]')

const words = (page: Page, text: string): Locator => page.getByText(text, { exact: true })

/** The codes of the selected rows, from top to bottom. */
function selectedCodes(page: Page): Promise<string[]> {
  return selectedRows(page).locator('code').allTextContents()
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

describe('selection', () => {
  test('works by x, Shift and arrows, and mod+A; Esc ends it before anything else', async () => {
    const page = await openList()
    await press(page, 'x')
    await words(page, '1 selected').waitFor()
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown')
    await words(page, '3 selected').waitFor()
    await expect.poll(() => ordersTable(page).getAttribute('aria-multiselectable')).toBe('true')
    await expect.poll(() => activeRow(page).getAttribute('aria-selected')).toBe('true')
    await press(page, 'Shift+ArrowUp')
    await words(page, '2 selected').waitFor()
    await press(page, 'ControlOrMeta+a')
    await words(page, '200 selected').waitFor()
    await press(page, 'Escape')
    await words(page, '200 selected').waitFor({ state: 'detached' })
    await expect.poll(() => selectedRows(page).count()).toBe(0)
    await expect.poll(() => hasFocus(ordersTable(page))).toBe(true)
  })

  test('works by the pointer: a box, a range with Shift, and the box for all; no order opens', async () => {
    const page = await openList()
    const box = (row: number) => rowsOf(ordersTable(page)).nth(row).getByRole('gridcell').first()
    await box(1).click()
    await box(4).click({ modifiers: ['Shift'] })
    await words(page, '4 selected').waitFor()
    const all = page.getByRole('checkbox', { name: 'Select all rows of the page' })
    expect(await all.evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true)
    await expect.poll(() => hasFocus(ordersTable(page))).toBe(true)
    await all.click()
    await words(page, '200 selected').waitFor()
    await all.click()
    await words(page, '200 selected').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/orders')
  })

  test('survives opening an order of the list, and ends with the page', async () => {
    const page = await openList()
    await press(page, 'x', 'j', 'x', 'Enter')
    await page.waitForURL('**/orders/*')
    await press(page, 'u')
    await words(page, '2 selected').waitFor()
    await press(page, ']')
    await page.waitForURL((url) => url.searchParams.get('page') === '2')
    await words(page, '2 selected').waitFor({ state: 'detached' })
    await press(page, '[')
    await page.waitForURL((url) => !url.searchParams.has('page'))
    await rowsOf(ordersTable(page)).first().waitFor()
    await expect.poll(() => selectedRows(page).count()).toBe(0)
  })

  test('mod+A in the search selects its text', async () => {
    const page = await openList()
    await press(page, '/')
    await expect.poll(() => hasFocus(page.getByRole('searchbox'))).toBe(true)
    await page.keyboard.type('pipe')
    await press(page, 'ControlOrMeta+a', 'Delete')
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
    await expect.poll(() => selectedRows(page).count()).toBe(0)
  })

  test('y copies every selected code', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await openList('/orders?daterange=all', { permissions })
    await press(page, 'x', 'j', 'j', 'x')
    await words(page, '2 selected').waitFor()
    const codes = await selectedCodes(page)
    await press(page, 'y')
    await words(page, 'Copied 2 codes').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  })

  test('a command for one order does not act on one of the selected orders', async () => {
    const page = await openList('/orders?daterange=all&status=paid')
    await press(page, 'x', 'c')
    await page.getByText('One order at a time. Clear the selection first.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/orders')
  })
})

describe('a run over the selected orders', () => {
  const READY = /\/api\/v1\/orders\/[^/]+\/ready$/

  /**
   * Selects some paid orders that can be packed, and one that cannot.
   * @returns the codes of the packable ones
   */
  async function selectUnpacked(page: Page, count: number): Promise<string[]> {
    const paid = (await bench.orders('?status=paid')).filter((order) => !isPacked(order))
    const wanted = paid.slice(0, count).map(({ code }) => code)
    for (const code of wanted) {
      await rowsOf(ordersTable(page)).filter({ hasText: code }).getByRole('gridcell').first().click()
    }
    await words(page, `${count} selected`).waitFor()
    return wanted
  }

  test('packs each order once, shows which failed and why, and tries only those again', async () => {
    const page = await openList('/orders?daterange=all&status=paid')
    const codes = await selectUnpacked(page, 4)
    const sent: string[] = []
    page.on('request', (request) => READY.test(request.url()) && sent.push(request.url()))
    const mend = await breakCall(page, `**/orders/${codes[1]}/ready`, (route) => route.abort('timedout'))
    await keepPicture(page, 'lists-selected')
    await press(page, 'p')
    const question = dialog(page, 'Pack 4 orders')
    await opened(question)
    await keepPicture(page, 'lists-bulk-question')
    await press(page, 'ControlOrMeta+Enter')
    await question.getByText('3 of 4 packed, 1 failed').waitFor()
    await question.getByText(MESSAGES.pack).waitFor()
    await keepPicture(page, 'lists-bulk-failed')
    await mend()
    await question.getByRole('button', { name: 'Try 1 again' }).press('Enter')
    await question.waitFor({ state: 'detached' })
    await words(page, '4 orders packed').waitFor()
    expect(sent.length).toBe(5)
    for (const code of codes) {
      expect(sent.filter((url) => url.includes(code)).length).toBe(code === codes[1] ? 2 : 1)
      expect(isPacked(await bench.order(code))).toBe(true)
    }
    await words(page, '4 selected').waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(ordersTable(page))).toBe(true)
  })
})

describe('the preview pane', () => {
  const peek = (page: Page, code: string): Locator => page.getByRole('region', { name: `Order ${code}` })
  const activeCode = (page: Page): Promise<string> => activeRow(page).locator('code').innerText()

  test('opens beside the rows, follows the active row from page to page, closes one layer at a time, and Enter opens its order', async () => {
    const page = await openList()
    await press(page, 'x', 'Space')
    const first = await activeCode(page)
    await peek(page, first).getByText('Timeline').waitFor()
    await expect.poll(() => hasFocus(ordersTable(page))).toBe(true)
    await keepPicture(page, 'lists-peek-light')
    await press(page, 'j', 'j')
    await expect.poll(() => activeRow(page).getAttribute('aria-rowindex')).toBe('4')
    const third = await activeCode(page)
    expect(third).not.toBe(first)
    await peek(page, third).waitFor()
    await press(page, ']')
    await page.waitForURL((url) => url.searchParams.get('page') === '2')
    await expect.poll(() => activeCode(page)).not.toBe(third)
    await peek(page, await activeCode(page)).waitFor()
    await press(page, 'x', 'Escape')
    await page.getByRole('region', { name: /^Order / }).waitFor({ state: 'detached' })
    await words(page, '1 selected').waitFor()
    await press(page, 'Escape')
    await words(page, '1 selected').waitFor({ state: 'detached' })
    await press(page, 'Space', 'Space')
    await expect.poll(() => page.getByRole('region', { name: /^Order / }).count()).toBe(0)
    await expect.poll(() => hasFocus(ordersTable(page))).toBe(true)
    const code = await activeCode(page)
    await press(page, 'Space')
    await peek(page, code).waitFor()
    await press(page, 'Enter')
    await orderOpen(page, code)
  })

  test('has no serious finding of axe, nor has the selection', async () => {
    const paid = (await bench.orders('?status=paid')).filter((order) => !isPacked(order))
    const page = await bench.navigate('/notes', { colorScheme: 'dark' })
    // Few rows, because axe examines each; no other journey has loaded this address, so no old rows are cached.
    await page.route(/\/orders\?.*query=few/, (route) => route.fulfill({ json: paid.slice(0, 3) }))
    await goTo(page, '/orders?daterange=all&query=few')
    await rowsOf(ordersTable(page)).first().waitFor()
    await press(page, 'Shift+ArrowDown', 'Space')
    await peek(page, await activeCode(page)).waitFor()
    await keepPicture(page, 'lists-peek-dark')
    expect(await seriousFindings(page)).toEqual([])
    await press(page, 'p')
    await opened(page.getByRole('dialog'))
    await keepPicture(page, 'lists-bulk-dark')
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('the actions of a row', () => {
  test('open at the row, act on it, and give the focus back', async () => {
    const page = await openList('/orders?daterange=all&status=unpaid')
    await press(page, 'j', 'j', '.')
    const code = await activeRow(page).locator('code').innerText()
    const menu = page.getByRole('menu', { name: `Actions for order ${code}` })
    await opened(menu)
    await keepPicture(page, 'lists-row-menu')
    const below = async () => {
      const [row, box] = [await activeRow(page).boundingBox(), await menu.boundingBox()]
      const distance = row && box ? box.y - row.y : Number.NaN
      return distance > 0 && distance < 60
    }
    await expect.poll(below).toBe(true)
    await press(page, 'Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(ordersTable(page))).toBe(true)
    await press(page, '.')
    await opened(menu)
    await press(page, 'r')
    await dialog(page, 'Record payment').getByText(code).waitFor()
  })

  test('are those of the selected orders while any are selected', async () => {
    const page = await openList('/orders?daterange=all&status=unpaid')
    await press(page, 'x', 'Shift+ArrowDown', '.')
    const menu = page.getByRole('menu', { name: 'Actions for 2 selected orders' })
    await menu.getByRole('menuitem', { name: 'Record payments' }).press('Enter')
    await opened(dialog(page, 'Record payment of 2 orders'))
    await press(page, 'ControlOrMeta+Enter')
    await words(page, '2 orders paid').waitFor()
  })
})

interface SavedFile {
  name: string
  bytes: Buffer
  rows: Record<string, string>[]
}

/** The file that the browser saves when keys are pressed. */
async function savedBy(page: Page, press: () => Promise<void>): Promise<SavedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  expect(await download.failure()).toBeNull()
  const bytes = await readFile(await download.path())
  const rows: SavedFile['rows'] = parse(bytes, { bom: true, columns: true, trim: true })
  return { name: download.suggestedFilename(), bytes, rows }
}

test('the key of the export saves all pages of the filtered orders, or only the selected orders', async () => {
  const page = await bench.navigate('/orders?daterange=all&status=shipped')
  await rowsOf(ordersTable(page)).first().waitFor()
  const all = await savedBy(page, () => page.keyboard.press('Shift+E'))
  expect(all.name).toBe(`orders-${todayInAuckland(Date.now())}.csv`)
  expect([...all.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [first, second] = [
    await bench.orders('?status=shipped'),
    await bench.orders('?status=shipped&page=2'),
  ]
  expect(all.rows.length).toBeGreaterThan(first.length)
  expect(all.rows.slice(0, 400).map((row) => row['Order ID'])).toEqual(
    [...first, ...second].map(({ code }) => code),
  )
  const [order] = first
  if (!order) throw new Error('The demo data has no shipped order.')
  expect(all.rows[0]).toMatchObject({
    'Delivery postcode': order.delivery_address.postcode ?? '',
    'Total incl GST': ((order.costs.total ?? 0) / 100).toFixed(2),
    GST: ((order.costs.tax ?? 0) / 100).toFixed(2),
  })
  for (const key of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 selected', { exact: true }).waitFor()
  const some = await savedBy(page, () => page.keyboard.press('Shift+E'))
  expect(some.rows.map((row) => row['Order ID'])).toEqual([first[1]?.code, first[3]?.code])
  await page.getByText(`Saving ${some.name}`).first().waitFor()
})
