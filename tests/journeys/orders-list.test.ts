import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasFocus, tabTo } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { activeRow, orderOpen, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const LIST = /\/api\/v1\/orders(\?|$)/

/**
 * Queries of the list calls that the page has sent, in order. The record index sends calls of its own when idle,
 * so the last call is not necessarily the list's.
 */
function listCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (LIST.test(request.url())) calls.push(new URL(request.url()).search)
  })
  return calls
}

async function openList(path = '/orders'): Promise<Page> {
  const page = await bench.navigate(path)
  await rowsOf(ordersTable(page)).first().waitFor()
  return page
}

/** Waits until the tools show a filter, because rendering them replaces what was chosen or typed before. */
async function filterDrawn(page: Page, parameter: string): Promise<void> {
  const first = page.getByRole('navigation', { name: 'Pages' }).getByRole('link').first()
  await expect.poll(() => first.getAttribute('href')).toContain(parameter)
}

describe('filters', () => {
  test('30 days are requested without being in the address bar', async () => {
    const page = await bench.navigate('/notes')
    const calls = listCalls(page)
    await goTo(page, '/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    await expect.poll(() => calls).toContain('?daterange=30days')
    expect(new URL(page.url()).search).toBe('')
  })

  // ORD-2
  test('are kept in the address bar, sent, and survive a reload', async () => {
    const page = await openList()
    const calls = listCalls(page)
    for (const [label, name, value] of [
      ['Branch', 'branch', 'christchurch'],
      ['Date range', 'daterange', 'all'],
      ['Status', 'status', 'unpaid'],
    ] as const) {
      await page.getByLabel(label).selectOption(value)
      await filterDrawn(page, `${name}=${value}`)
    }
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
    await page.waitForURL((url) => url.searchParams.get('status') === 'unpaid')
    const search = new URL(page.url()).searchParams
    expect(Object.fromEntries(search)).toEqual({ branch: 'christchurch', daterange: 'all', status: 'unpaid' })
    await expect.poll(() => calls).toContain('?branch=christchurch&status=unpaid')
    await page.reload()
    await expect.poll(() => page.getByLabel('Branch').inputValue()).toBe('christchurch')
    await expect.poll(() => page.getByLabel('Date range').inputValue()).toBe('all')
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('unpaid')
  })

  // LIST-2
  test('a search is sent trimmed, ignores macrons, and a blank one is none', async () => {
    const page = await openList('/orders?daterange=all')
    const calls = listCalls(page)
    await page.keyboard.press('/')
    const box = page.getByRole('searchbox')
    await box.waitFor()
    await expect.poll(() => hasFocus(box)).toBe(true)
    await page.keyboard.type('  tamaki ')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('query') === 'tamaki')
    await rowsOf(ordersTable(page))
      .filter({ hasText: /Tāmaki/ })
      .first()
      .waitFor()
    await expect.poll(() => calls).toContain('?query=tamaki')
    await filterDrawn(page, 'query=tamaki')
    await box.fill('   ')
    await box.press('Enter')
    await page.waitForURL((url) => !url.searchParams.has('query'))
  })
})

describe('pages', () => {
  test('a full page has a next one, and keys turn the pages', async () => {
    const page = await openList('/orders?daterange=all')
    await page.getByText('Previous').and(page.locator('[aria-disabled=true]')).waitFor()
    await page.keyboard.press(']')
    await page.waitForURL((url) => url.searchParams.get('page') === '2')
    await rowsOf(ordersTable(page)).first().waitFor()
    await page.keyboard.press('[')
    await page.waitForURL((url) => !url.searchParams.has('page'))
  })

  // LIST-6
  test('a page after the last one says so and links to the first', async () => {
    const page = await bench.navigate('/orders?daterange=all&page=400')
    await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: /page 1|first page|back/i })
      .first()
      .press('Enter')
    await rowsOf(ordersTable(page)).first().waitFor()
  })
})

describe('two hundred rows by keys', () => {
  // ORD-1
  test('holding j skips no row; Enter opens the last one; Back brings it and the scroll position back', async () => {
    const MOVES = 60
    const page = await openList('/orders?daterange=all')
    await page.keyboard.press('Home')
    await page.evaluate(() => {
      const indexes: number[] = []
      const table = document.querySelector('[role=grid]')
      const note = () => {
        const active = document.getElementById(table?.getAttribute('aria-activedescendant') ?? '')
        indexes.push(Number(active?.getAttribute('aria-rowindex')))
      }
      if (table)
        new MutationObserver(note).observe(table, {
          attributes: true,
          attributeFilter: ['aria-activedescendant'],
        })
      Reflect.set(window, 'seenRows', indexes)
    })
    for (let move = 0; move < MOVES; move += 1) await page.keyboard.down('j')
    await page.keyboard.up('j')
    const last = MOVES + 2
    await expect.poll(() => activeRow(page).getAttribute('aria-rowindex')).toBe(`${last}`)
    expect(await page.evaluate('window.seenRows')).toEqual(
      Array.from({ length: MOVES }, (_, move) => move + 3),
    )
    // The page learns of scrolling in the next frame, and a user presses Enter after seeing it.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    const scrolled = () => ordersTable(page).evaluate((table) => table.parentElement?.scrollTop ?? 0)
    const before = await scrolled()
    expect(before).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/orders/*')
    await page.getByRole('heading', { name: /^Order #/ }).waitFor()
    await page.goBack()
    await activeRow(page).waitFor()
    await expect.poll(() => activeRow(page).getAttribute('aria-rowindex')).toBe(`${last}`)
    await expect.poll(scrolled).toBe(before)
  })

  test('the rows are one tab stop', async () => {
    const page = await openList()
    await tabTo(page, ordersTable(page))
    await page.keyboard.press('Tab')
    expect(await ordersTable(page).evaluate((table) => table.contains(document.activeElement))).toBe(false)
  })
})

test('the text of a row can be selected by the pointer; a press on it opens the order', async () => {
  const page = await openList()
  const cell = rowsOf(ordersTable(page)).nth(2).getByRole('gridcell').nth(3)
  const name = (await cell.textContent())?.trim() ?? ''
  const box = await cell.boundingBox()
  if (!box) throw new Error('The cell is not drawn.')
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + 4, middle)
  await page.mouse.down()
  await page.mouse.move(box.x + 80, middle, { steps: 5 })
  await page.mouse.up()
  const selected = await page.evaluate(() => getSelection()?.toString() ?? '')
  expect(selected.length).toBeGreaterThan(2)
  expect(name.startsWith(selected.trim())).toBe(true)
  expect(new URL(page.url()).pathname).toBe('/orders')
  await page.mouse.click(box.x + box.width - 20, middle)
  await page.waitForURL(/\/orders\/\d+$/)
})

describe('from page to page', () => {
  const LONG = '/orders?daterange=all&status=unpaid'
  const words = (page: Page, text: string) => page.getByText(text, { exact: true })

  /** The codes of a page of the list. */
  async function codesOf(page: number): Promise<string[]> {
    return (await bench.orders(`?status=unpaid&page=${page}`)).map(({ code }) => code)
  }

  /**
   * Presses a key until it opens the order, because the adjacent page may still be loading. Reads the address in the
   * page: the browser reports it later, and an extra key press would skip the order.
   */
  async function goOn(page: Page, key: string, code: string): Promise<void> {
    const place = () => page.evaluate(() => location.pathname)
    await expect
      .poll(async () => {
        if ((await place()) !== `/orders/${code}`) await page.keyboard.press(key)
        return place()
      })
      .toBe(`/orders/${code}`)
    await orderOpen(page, code)
  }

  test('j and k continue on the adjacent page, and u leads back to the page of the last order, with the filters', async () => {
    const [[last], [first, second]] = [(await codesOf(1)).slice(-1), await codesOf(2)]
    const page = await openList(LONG)
    await page.keyboard.press('End')
    await expect.poll(() => activeRow(page).locator('code').innerText()).toBe(last)
    await page.keyboard.press('Enter')
    await orderOpen(page, last ?? '')
    await words(page, '200 of 200 on page 1').waitFor()
    await goOn(page, 'j', first ?? '')
    await words(page, '1 of 200 on page 2').waitFor()
    await goOn(page, 'j', second ?? '')
    await words(page, '2 of 200 on page 2').waitFor()
    await page.keyboard.press('k')
    await orderOpen(page, first ?? '')
    await goOn(page, 'k', last ?? '')
    await words(page, '200 of 200 on page 1').waitFor()
    await goOn(page, 'j', first ?? '')
    await page.keyboard.press('u')
    await page.waitForURL((url) => url.searchParams.get('page') === '2')
    expect(new URL(page.url()).searchParams.get('status')).toBe('unpaid')
    await expect.poll(() => activeRow(page).locator('code').innerText()).toBe(first)
  })

  test('the end of the whole list is reported', async () => {
    const orders = await bench.orders('?branch=christchurch&status=unpaid&daterange=30days')
    const page = await openList('/orders?branch=christchurch&status=unpaid')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await orderOpen(page, orders.at(-1)?.code ?? '')
    await words(page, `${orders.length} of ${orders.length}`).waitFor()
    await page.keyboard.press('j')
    await words(page, 'This is the last one in the list').waitFor()
  })
})
