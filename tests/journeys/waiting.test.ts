import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { breakCall, FAULTS, holdCall } from './faults.ts'
import { activeRow, dialog, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const LIST = /\/api\/v1\/orders(\?|$)/
const SCRIPT = /\/assets\/index-[^/]+\.js/
const BACKGROUND = /\/assets\/background/
const ORDER_SCREEN = /\/assets\/order-screen/
const ORDER_DIALOGS = /\/assets\/order-dialogs/

async function openList(search = '') {
  const page = await bench.navigate(`/orders${search}`)
  await rowsOf(ordersTable(page)).first().waitFor()
  return page
}

describe('what is loading', () => {
  test('the rows are requested before the console is loaded, and not reported as missing; Enter shows that an order is opening; a dialog that cannot be loaded does not capture the keys', async () => {
    const { code } = await bench.takeOrder('?status=unpaid')
    const page = await bench.signedIn()
    const script = await holdCall(page, SCRIPT)
    const list = await holdCall(page, LIST)
    const screen = await holdCall(page, ORDER_SCREEN)
    await breakCall(page, ORDER_DIALOGS, (route) => route.abort())
    const asked = page.waitForRequest(LIST)
    await page.goto('/orders', { waitUntil: 'commit' })
    await asked
    await expect.poll(() => script.count()).toBe(1)
    script.release()
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
    await page.keyboard.press('j')
    list.release()
    await rowsOf(ordersTable(page)).first().waitFor()
    await expect.poll(() => page.getByText('There are no rows').count()).toBe(0)

    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Opening' }).waitFor()
    screen.release()
    await page.getByRole('heading', { name: /^Order #/ }).waitFor()

    await goTo(page, `/orders/${code}`)
    await orderOpen(page, code)
    await page.keyboard.press('r')
    await page.getByText('Failed to open, try refreshing the page.').waitFor()
    await page.keyboard.press('u')
    await activeRow(page).waitFor()
  })

  // KEY-7
  test('a palette that could not be loaded is loaded by the next key that opens it', async () => {
    const { code } = await bench.takeOrder('?status=unpaid')
    const page = await bench.apart()
    const mend = await breakCall(page, BACKGROUND, (route) => route.abort())
    const broken = page.waitForEvent('requestfailed', (request) => BACKGROUND.test(request.url()))
    await page.goto('/orders')
    await broken
    await rowsOf(ordersTable(page)).first().waitFor()
    await page.keyboard.press('1')
    await page.getByText('Not done: 1. The palette could not be loaded.').waitFor()
    await mend()
    await page.keyboard.type(code)
    await palette(page).waitFor()
    await page.keyboard.press('Enter')
    await orderOpen(page, code)
  })

  test('the rows stay while others load, and loading is announced', async () => {
    const page = await openList()
    const list = await holdCall(page, LIST)
    await page.getByLabel('Status').selectOption('unpaid')
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
    await rowsOf(ordersTable(page)).first().waitFor()
    list.release()
    await page
      .getByRole('status')
      .filter({ hasText: /on this page/ })
      .waitFor()
  })
})

describe('what cannot be loaded', () => {
  test('an order that is not found is requested once', async () => {
    const page = await openList('?status=shipped')
    let asked = 0
    await page.route(/\/api\/v1\/orders\/[^/]+$/, (route) => {
      asked += 1
      return FAULTS['answers 404'](route)
    })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: MESSAGES.orderNotFound }).waitFor()
    await page.keyboard.press('u')
    await activeRow(page).waitFor()
    expect(asked).toBe(1)
  })

  test('Try again gives the focus back: to the rows of a list, to the heading of an order', async () => {
    const page = await openList()
    const mendList = await breakCall(page, LIST, (route) => route.fulfill({ status: 400, json: {} }))
    await page.getByLabel('Status').selectOption('ready')
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await mendList()
    await again.press('Enter')
    await again.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(ordersTable(page))).toBe(true)

    const order = /\/api\/v1\/orders\/[^/]+$/
    const mendOrder = await breakCall(page, order, (route) => route.fulfill({ status: 400, json: {} }))
    await page.keyboard.press('Enter')
    await again.waitFor()
    await mendOrder()
    await again.press('Enter')
    await again.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
  })
})

describe('history', () => {
  test('Enter pressed twice is one step', async () => {
    const page = await openList()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Order #/ }).waitFor()
    await page.goBack()
    await activeRow(page).waitFor()
  })

  test('an open dialog stays with its order when Back leads to the list', async () => {
    const order = await bench.takeOrder('?status=unpaid')
    const page = await openList()
    await goTo(page, `/orders/${order.code}`)
    await orderOpen(page, order.code)
    await page.keyboard.press('r')
    await dialog(page, 'Record payment').waitFor()
    await page.goBack()
    await activeRow(page).waitFor()
    await expect.poll(() => dialog(page, 'Record payment').count()).toBe(0)
    await expect.poll(() => hasFocus(ordersTable(page))).toBe(true)
  })
})

describe('keys faster than the page', () => {
  /** A list whose first page is full, with orders that can be paid. */
  const FULL = '/orders?daterange=all&status=unpaid'

  /** Presses keys without waiting for the page, so that each arrives before the result of the previous one is rendered. */
  async function burst(page: Page, ...keys: string[]): Promise<void> {
    const { keyboard } = page
    const events = keys.flatMap((key) => {
      const held = key.split('+')
      return [...held.map((one) => keyboard.down(one)), ...held.toReversed().map((one) => keyboard.up(one))]
    })
    await Promise.all(events)
  }

  test('keys pressed while a screen is opening act on it, each on the result of the one before', async () => {
    const codes = (await bench.orders('?status=unpaid')).map(({ code }) => code)
    const page = await bench.navigate(FULL)
    await rowsOf(ordersTable(page)).first().waitFor()
    await burst(page, 'Enter', 'j', 'j', 'j', 'j', 'j')
    await orderOpen(page, codes[5] ?? '')
    await burst(page, 'k', 'k', 'r')
    await dialog(page, 'Record payment')
      .getByText(codes[3] ?? '')
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Record payment').waitFor({ state: 'detached' })
    await burst(page, 'u', 'j', 'Enter')
    await orderOpen(page, codes[4] ?? '')
    await burst(page, 'u', ']')
    await page.waitForURL((url) => url.searchParams.get('page') === '2')
    await expect.poll(() => activeRow(page).locator('code').innerText()).not.toBe(codes[4])
  })

  test('no key pressed while a layer closes is lost', async () => {
    const { code } = await bench.takeOrder('?status=unpaid')
    const page = await bench.navigate(`/orders/${code}`)
    await orderOpen(page, code)
    for (const opens of ['.', '?', 'r']) {
      await page.keyboard.press(opens)
      await opened(page.locator('[role=dialog], [role=menu]'))
      await burst(page, 'Escape', 'ControlOrMeta+k')
      await palette(page).getByRole('combobox').waitFor()
      await page.keyboard.type('pay')
      await expect.poll(() => palette(page).getByRole('combobox').inputValue()).toBe('pay')
      await expect.poll(() => page.locator('[role=dialog], [role=menu]').count()).toBe(1)
      await page.keyboard.press('Escape')
      await palette(page).waitFor({ state: 'detached' })
    }
  })
})
