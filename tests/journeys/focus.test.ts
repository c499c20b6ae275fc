import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isShipped } from '../../src/domain/orders/order-stage.ts'
import { focused, hasFocus, holdsFocus, tabTo } from '../browser/keyboard.ts'
import { signInHere } from '../browser/sign-in.ts'
import { breakCall } from './faults.ts'
import { dialog, expectFocus, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const fail = (route: Route) => route.fulfill({ status: 500, json: { success: false } })

const GRID = /"Orders"$/
const ORDER = /^h1 "Order/

async function openList(path = '/orders'): Promise<Page> {
  const page = await bench.open(path)
  await rowsOf(ordersTable(page)).first().waitFor()
  await expectFocus(page, GRID)
  return page
}

const isDelivery = (order: Order) => order.freight.is_pickup !== true

async function openOrder(query = '?status=unpaid', fits = isDelivery, on?: Page): Promise<Page> {
  const { code } = await bench.takeOrder(query, fits)
  const page = on ?? (await bench.signedIn())
  await page.goto(`/orders/${code}`)
  await orderOpen(page, code)
  return page
}

/** Presses Esc until the layer is closed. */
async function close(page: Page, box: Locator): Promise<void> {
  await opened(box)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
}

describe('closing a layer restores the focus', () => {
  test.each([
    ['the palette', 'ControlOrMeta+k'],
    ['the sheet of keys', '?'],
    ['a dialog', 'r'],
    ['a menu or the palette of actions', '.'],
  ])('%s, over the list and over an order', async (_, key) => {
    const page = await openList('/orders?status=unpaid')
    for (const before of [GRID, ORDER]) {
      if (before === ORDER) await openOrder('?status=unpaid', isDelivery, page)
      await expectFocus(page, before)
      await page.keyboard.press(key)
      await close(page, page.locator('[role=dialog], [role=menu]').first())
      await expectFocus(page, key === '.' && before === ORDER ? /^button "Options/ : before)
    }
  })

  test('a dialog that a button opened, to that button', async () => {
    const page = await openOrder('?status=paid')
    const button = page.getByRole('main').getByRole('button', { name: 'Pack order', exact: true })
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await close(page, dialog(page, 'Pack order items'))
    await expectFocus(page, /^button "Pack order/)
  })

  test.each([
    [
      'the collection',
      'l',
      'Record collection',
      '?status=ready',
      (one) => !isDelivery(one) && !isShipped(one),
    ],
    ['the tracking', 'a', 'Add tracking info', '?status=unpaid', (one) => isDelivery(one) && !isShipped(one)],
  ] satisfies [string, string, string, string, (one: Order) => boolean][])(
    '%s, to the order',
    async (_, key, title, query, fits) => {
      const page = await openOrder(query, fits)
      await page.keyboard.press(key)
      await close(page, dialog(page, title))
      await expectFocus(page, ORDER)
    },
  )

  test('a question, to the tab that it opens', async () => {
    const page = await openOrder('?status=unpaid', (one) => !isDelivery(one))
    await page.keyboard.press('t')
    await close(page, page.getByRole('dialog').filter({ hasText: 'Click & collect order' }))
    await expect.poll(() => focused(page)).not.toBe('body')
    await page.keyboard.press('r')
    await close(page, dialog(page, 'Record payment'))
  })

  test('layers over a list, to the rows: a bulk run, the actions of a row, the preview pane', async () => {
    const page = await openList('/orders?status=unpaid')
    await page.keyboard.press('x')
    await page.keyboard.press('r')
    await close(page, page.getByRole('dialog', { name: 'Record payment of 1 order' }))
    await expectFocus(page, GRID)
    await page.keyboard.press('Escape')
    await page.keyboard.press('.')
    await page.getByRole('menu').getByRole('menuitem', { name: 'Record payment' }).press('Enter')
    await close(page, dialog(page, 'Record payment'))
    await expectFocus(page, GRID)
    await page.keyboard.press('Space')
    const look = page.getByRole('region', { name: /^Order / })
    await look.waitFor()
    await expectFocus(page, GRID)
    await page.keyboard.press('Escape')
    await look.waitFor({ state: 'detached' })
    await expectFocus(page, GRID)
  })

  test.each(['its key', 'its button'])(
    'a dialog that was confirmed, opened by %s, though that is gone',
    async (by) => {
      const page = await openOrder('?status=paid')
      const button = page.getByRole('main').getByRole('button', { name: 'Pack order', exact: true })
      if (by === 'its button') await tabTo(page, button)
      await page.keyboard.press(by === 'its button' ? 'Enter' : 'p')
      await opened(dialog(page, 'Pack order items'))
      await page.keyboard.press('ControlOrMeta+Enter')
      await dialog(page, 'Pack order items').waitFor({ state: 'detached' })
      await button.waitFor({ state: 'detached' })
      await expectFocus(page, ORDER)
    },
  )

  test('the user menu, to its button', async () => {
    const page = await openList()
    await tabTo(page, page.locator('aside button[aria-haspopup=menu]'))
    await page.keyboard.press('Enter')
    await close(page, page.getByRole('menu'))
    await expect.poll(() => hasFocus(page.locator('aside button[aria-haspopup=menu]'))).toBe(true)
  })

  test('the drawer of a small screen, to its button', async () => {
    const page = await bench.open('/orders', { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
    await opened(page.getByRole('dialog', { name: 'Menu' }))
    await page.keyboard.press('Escape')
    await expectFocus(page, /^button "Menu"/)
  })

  test('a field, to the rows', async () => {
    const page = await openList()
    await page.keyboard.press('/')
    await expectFocus(page, /^input/)
    await page.keyboard.press('Escape')
    await expectFocus(page, GRID)
  })
})

describe('every screen takes the focus', () => {
  const SCREENS = ['customers', 'consignments', 'products', 'suppliers', 'emails'] as const

  test('on arrival by key, and by Back and Forward', async () => {
    const page = await openList()
    for (const screen of SCREENS) {
      await page.keyboard.press('g')
      await page.keyboard.press(screen === 'consignments' ? 'n' : screen.charAt(0))
      await page.waitForURL(`**/${screen}`)
      // In a list with rows, the rows get the focus.
      await expectFocus(page, /^(h1|table) /)
    }
    for (const _ of SCREENS) {
      await page.goBack()
      await expect.poll(() => focused(page)).not.toBe('body')
    }
    await expectFocus(page, GRID)
    await page.goForward()
    await expectFocus(page, /^(h1|table) /)
  })

  const ADDRESSES = [
    '/consignments/new',
    '/consignments/X1',
    '/customers/10482',
    '/jobs',
    '/jobs/new',
    '/notes',
    '/products/PEX-20-RED',
    '/quotes',
    '/suppliers/1',
    '/suppliers/orders/1',
    '/settings',
  ]

  test('on opening and reloading', async () => {
    const page = await bench.signedIn()
    for (const path of ADDRESSES) {
      await page.goto(path)
      await expectFocus(page, /^h1 /)
      await page.reload()
      await expectFocus(page, /^h1 /)
    }
  })

  test('an order: from its row, on reload, through adjacent orders and back', async () => {
    const page = await openList('/orders?status=unpaid')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/orders\/\d+/)
    await expectFocus(page, ORDER)
    await page.keyboard.press('j')
    await expectFocus(page, ORDER)
    await page.keyboard.press('t')
    await page.waitForURL(/tab=freight/)
    await expect.poll(() => focused(page)).not.toBe('body')
    await page.reload()
    await expect.poll(() => focused(page)).not.toBe('body')
    await page.keyboard.press('u')
    await page.waitForURL(/\/orders(\?|$)/)
    await expectFocus(page, GRID)
  })
})

describe('a failure keeps the focus', () => {
  test('an address without a screen', async () => {
    const page = await bench.open('/no/such/place')
    await expectFocus(page, /^h1 /)
  })

  test('a list that cannot be loaded, and its Try again', async () => {
    const page = await bench.signedIn()
    const mend = await breakCall(page, /\/api\/v1\/orders(\?|$)/, fail)
    await page.goto('/orders')
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await expect.poll(() => focused(page)).not.toBe('body')
    await mend()
    await again.press('Enter')
    await rowsOf(ordersTable(page)).first().waitFor()
    await expectFocus(page, GRID)
  })

  test('an order that cannot be loaded, and one that does not exist', async () => {
    const { code } = await bench.takeOrder('')
    const page = await bench.signedIn()
    const mend = await breakCall(page, `**/api/v1/orders/${code}`, fail)
    await page.goto(`/orders/${code}`)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await expectFocus(page, ORDER)
    await mend()
    await again.press('Enter')
    await orderOpen(page, code)
    await expect.poll(() => focused(page)).not.toBe('body')
    await page.goto('/orders/1')
    await page.getByRole('alert').first().waitFor()
    await expectFocus(page, ORDER)
  })

  test('an action that fails, in its dialog', async () => {
    const page = await openOrder()
    await breakCall(page, '**/payment', fail)
    await page.keyboard.press('r')
    await dialog(page, 'Record payment').waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await dialog(page, 'Record payment').getByRole('alert').waitFor()
    await expect.poll(() => holdsFocus(dialog(page, 'Record payment'))).toBe(true)
  })
})

test('a sign-in that is refused keeps the focus', async () => {
  const page = await bench.visitor()
  await page.goto('/auth/microsoft?code=abc')
  await page.getByRole('alert').waitFor()
  await expect.poll(() => focused(page)).not.toBe('body')
})

test('signing out and in again', async () => {
  const page = await openList()
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).waitFor()
  await page.keyboard.type('>sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth**')
  await expectFocus(page, /^button "Login/)
  await signInHere(page)
  await rowsOf(ordersTable(page)).first().waitFor()
  await expectFocus(page, GRID)
})
