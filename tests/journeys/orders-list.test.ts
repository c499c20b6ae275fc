import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { hasFocus, tabTo } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { breakCall, FAULTS, type Fault } from './faults.ts'
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
    const page = await bench.signedIn()
    const calls = listCalls(page)
    await page.goto('/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    expect(calls[0]).toBe('?daterange=30days')
    expect(new URL(page.url()).search).toBe('')
  })

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
    await rowsOf(ordersTable(page)).first().waitFor()
    await expect.poll(() => page.getByLabel('Branch').inputValue()).toBe('christchurch')
    await expect.poll(() => page.getByLabel('Date range').inputValue()).toBe('all')
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('unpaid')
  })

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

  test('a change returns to page 1', async () => {
    const page = await openList('/orders?daterange=all&page=2')
    await page.getByLabel('Status').selectOption('unpaid')
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
    await page.waitForURL((url) => url.searchParams.get('status') === 'unpaid')
    expect(new URL(page.url()).searchParams.has('page')).toBe(false)
  })

  test('unknown values are ignored', async () => {
    const page = await bench.navigate('/orders?branch=mars&status=lost&daterange=never&page=x')
    await rowsOf(ordersTable(page)).first().waitFor()
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

  test('beyond the end says so and leads back', async () => {
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

describe('what can go wrong', () => {
  /** Filters whose rows no journey has loaded before, so that none are cached. */
  const UNSEEN = ['branch=auckland', 'branch=christchurch', 'status=paid', 'status=shipped', 'status=ready']

  async function expectRetry(page: Page, mend: () => Promise<void>): Promise<void> {
    const alert = page.getByRole('alert').filter({ hasText: MESSAGES.ordersLoad })
    await alert.waitFor()
    expect(await alert.textContent()).toContain(MESSAGES.somethingWrong)
    await mend()
    await alert.getByRole('button', { name: 'Try again' }).press('Enter')
    await rowsOf(ordersTable(page)).first().waitFor()
    await alert.waitFor({ state: 'detached' })
  }

  test.each(
    Object.entries(FAULTS).map(([name, fault], index): [string, Fault, string] => [
      name,
      fault,
      UNSEEN[index] ?? '',
    ]),
  )("the load %s: the catalogue's message, and Try again", async (_, fault, filter) => {
    const page = await bench.navigate('/notes')
    const mend = await breakCall(page, LIST, fault)
    await goTo(page, `/orders?${filter}`)
    await expectRetry(page, mend)
  })

  test('the first load fails: the same message, and Try again', async () => {
    const page = await bench.signedIn()
    const mend = await breakCall(page, LIST, FAULTS['answers 500'])
    await page.goto('/orders')
    await expectRetry(page, mend)
  })

  test('nothing found says so', async () => {
    const page = await bench.navigate('/orders?query=zzzzqqqq')
    await page.getByText(MESSAGES.noOrders, { exact: true }).waitFor()
  })

  test('one unreadable row is left out and said so', async () => {
    const page = await bench.signedIn()
    await page.route(LIST, async (route) => {
      const answer = await route.fetch()
      const rows: unknown[] = await answer.json()
      await route.fulfill({ response: answer, json: [{ code: null }, ...rows.slice(0, 3)] })
    })
    await page.goto('/orders')
    await rowsOf(ordersTable(page)).first().waitFor()
    await expect.poll(() => ordersTable(page).getAttribute('aria-rowcount')).toBe('4')
    await page.getByText('1 row could not be read and was left out.').waitFor()
  })
})

describe('two hundred rows by keys', () => {
  test('holding j moves through all rows and skips none', async () => {
    const page = await openList('/orders?daterange=all')
    const seen = await page.evaluate(() => {
      const indexes: number[] = []
      const table = document.querySelector('[role=grid]')
      const note = () => {
        const active = document.getElementById(table?.getAttribute('aria-activedescendant') ?? '')
        const index = Number(active?.getAttribute('aria-rowindex') ?? 0)
        if (index > 0 && index !== indexes.at(-1)) indexes.push(index)
      }
      if (table)
        new MutationObserver(note).observe(table, {
          attributes: true,
          attributeFilter: ['aria-activedescendant'],
        })
      Reflect.set(window, 'seenRows', indexes)
      return indexes.length
    })
    expect(seen).toBe(0)
    await page.keyboard.press('Home')
    for (let move = 0; move < 199; move += 1) await page.keyboard.down('j')
    await page.keyboard.up('j')
    await expect.poll(() => activeRow(page).getAttribute('aria-rowindex')).toBe('201')
    const indexes = await page.evaluate<number[]>('window.seenRows')
    for (const [place, index] of indexes.entries()) {
      if (place > 0) expect(index - (indexes[place - 1] ?? 0)).toBe(1)
    }
  })

  test('Enter opens the active row; Back brings it and the scroll position back', async () => {
    const page = await openList('/orders?daterange=all')
    await page.keyboard.press('Home')
    for (let move = 0; move < 60; move += 1) await page.keyboard.press('j')
    // The page learns of scrolling in the next frame, and a user presses Enter after seeing it.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    const row = await activeRow(page).getAttribute('aria-rowindex')
    const scrolled = () => ordersTable(page).evaluate((table) => table.parentElement?.scrollTop ?? 0)
    const before = await scrolled()
    expect(before).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/orders/*')
    await page.getByRole('heading', { name: /^Order #/ }).waitFor()
    await page.goBack()
    await activeRow(page).waitFor()
    await expect.poll(() => activeRow(page).getAttribute('aria-rowindex')).toBe(row)
    await expect.poll(scrolled).toBe(before)
  })

  test('u goes back, with the filters; j and k open adjacent orders', async () => {
    const [first, second] = await bench.orders('?status=unpaid&daterange=30days')
    const page = await openList('/orders?status=unpaid')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await orderOpen(page, first?.code ?? '')
    await page.keyboard.press('j')
    await orderOpen(page, second?.code ?? '')
    await page.keyboard.press('k')
    await orderOpen(page, first?.code ?? '')
    await page.keyboard.press('u')
    await page.waitForURL('**/orders?status=unpaid')
    await activeRow(page).waitFor()
  })

  test('is one tab stop', async () => {
    const page = await openList()
    await tabTo(page, ordersTable(page))
    await page.keyboard.press('Tab')
    expect(await ordersTable(page).evaluate((table) => table.contains(document.activeElement))).toBe(false)
  })
})

test('the rural flag stands beside the region exactly where freight is 1086', async () => {
  const rows = await bench.orders('?daterange=30days')
  const rural = rows.findIndex((row) => row.freight.subtotal === 1086)
  const urban = rows.findIndex((row) => row.freight.subtotal === 695)
  expect(Math.min(rural, urban)).toBeGreaterThanOrEqual(0)
  const page = await bench.signedIn()
  const shown = [rows[rural], rows[urban]]
  await page.route(LIST, (route) => route.fulfill({ json: shown }))
  await page.goto('/orders')
  const table = rowsOf(ordersTable(page))
  await table.first().waitFor()
  await expect.poll(() => table.nth(0).getByText('Rural', { exact: true }).count()).toBe(1)
  await expect.poll(() => table.nth(1).getByText('Rural', { exact: true }).count()).toBe(0)
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
