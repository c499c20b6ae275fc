import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isShipped } from '../../src/domain/orders/order-status.ts'
import { focused, hasFocus, holdsFocus, tabTo } from '../browser/keyboard.ts'
import { goTo, navigate } from '../browser/navigate.ts'
import { signInHere } from '../browser/sign-in.ts'
import { breakCall } from './faults.ts'
import { activeRow, dialog, expectFocus, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const fail = (route: Route) => route.fulfill({ status: 500, json: { success: false } })

const GRID = /"Orders"$/
const ORDER = /^h1 "Order/

async function openList(path = '/orders'): Promise<Page> {
  const page = await bench.navigate(path)
  await rowsOf(ordersTable(page)).first().waitFor()
  await expectFocus(page, GRID)
  return page
}

const isDelivery = (order: Order) => order.freight.is_pickup !== true

/** Opens an order that meets the condition, and waits until its heading has the focus. */
async function openOrder(page: Page, query: string, fits = isDelivery): Promise<void> {
  const { code } = await bench.takeOrder(query, fits)
  await navigate(page, `/orders/${code}`)
  await orderOpen(page, code)
  await expectFocus(page, ORDER)
}

const packButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Pack order', exact: true })

/** Closes a layer by Esc once it is open. */
async function close(page: Page, box: Locator): Promise<void> {
  await opened(box)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
}

/** Opens the palette, the sheet of keys and a dialog in turn, and expects the focus after each is closed. */
async function openAndClose(page: Page, after: RegExp): Promise<void> {
  for (const key of ['ControlOrMeta+k', '?', 'r']) {
    await page.keyboard.press(key)
    await close(page, page.getByRole('dialog').first())
    await expectFocus(page, after)
  }
}

test('a failure keeps the focus: of a list, of an order, and of an action in its dialog', async () => {
  const page = await bench.navigate('/notes')
  const again = page.getByRole('button', { name: 'Try again' })
  const repairList = await breakCall(page, /\/api\/v1\/orders(\?|$)/, fail)
  // A list that the record index does not load.
  await goTo(page, '/orders?status=unpaid&branch=auckland')
  await again.waitFor()
  await expect.poll(() => focused(page)).not.toBe('body')
  await page.getByRole('region', { name: 'Keys that work here' }).getByText('Try again').waitFor()
  await repairList()
  await page.keyboard.press('Enter')
  await rowsOf(ordersTable(page)).first().waitFor()
  await expect.poll(() => focused(page)).not.toBe('body')

  const repairAgain = await breakCall(page, /\/api\/v1\/orders(\?|$)/, fail)
  await goTo(page, '/orders?status=unpaid&branch=christchurch')
  await again.waitFor()
  await repairAgain()
  await again.press('Enter')
  await rowsOf(ordersTable(page)).first().waitFor()
  await expectFocus(page, GRID)

  const { code } = await bench.takeOrder('?status=unpaid', isDelivery)
  const repairOrder = await breakCall(page, `**/api/v1/orders/${code}`, fail)
  await goTo(page, `/orders/${code}`)
  await again.waitFor()
  await expectFocus(page, ORDER)
  await repairOrder()
  await again.press('Enter')
  await orderOpen(page, code)
  await expect.poll(() => focused(page)).not.toBe('body')

  await breakCall(page, '**/payment', fail)
  await page.keyboard.press('r')
  await dialog(page, 'Record payment').waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await dialog(page, 'Record payment').getByRole('alert').waitFor()
  await expect.poll(() => holdsFocus(dialog(page, 'Record payment'))).toBe(true)
  await page.keyboard.press('Escape')
  await dialog(page, 'Record payment').waitFor({ state: 'detached' })

  await goTo(page, '/orders/1')
  await page.getByRole('main').getByRole('alert').waitFor()
  await expectFocus(page, ORDER)
})

test('the rows get the focus when the focused link of a page or action of a row disappears', async () => {
  const page = await openList('/orders?page=2')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await tabTo(page, pages.getByRole('link', { name: 'Previous' }))
  await page.keyboard.press('Enter')
  await pages.getByRole('button', { name: 'Previous' }).waitFor()
  await expectFocus(page, GRID)

  await navigate(page, '/orders?status=unpaid')
  await expectFocus(page, GRID)
  // Taken, so that no other journey takes it as an unpaid one.
  const { code } = await bench.takeOrder('?status=unpaid')
  const row = activeRow(page)
  while (!(await row.textContent())?.includes(code)) await page.keyboard.press('j')
  await row.getByRole('button', { name: 'Record payment' }).click()
  await opened(dialog(page, 'Record payment'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await dialog(page, 'Record payment').waitFor({ state: 'detached' })
  await ordersTable(page).getByRole('link', { name: code, exact: true }).waitFor({ state: 'detached' })
  await expectFocus(page, GRID)
})

// KEY-4
describe('closing a layer restores the focus', () => {
  test('over a list, to its rows', async () => {
    const page = await openList('/orders?status=unpaid')
    await openAndClose(page, GRID)
    await page.keyboard.press('.')
    await close(page, page.locator('[role=dialog], [role=menu]').first())
    await expectFocus(page, GRID)

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
    const preview = page.getByRole('region', { name: /^Order / })
    await preview.waitFor()
    await expectFocus(page, GRID)
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
    await expectFocus(page, GRID)

    await page.keyboard.press('/')
    await expectFocus(page, /^input/)
    await page.keyboard.press('Escape')
    await expectFocus(page, GRID)
  })

  test('of the shell, to its button: the user menu, and the drawer of a small screen', async () => {
    const page = await openList()
    const user = page.locator('aside button[aria-haspopup=menu]')
    await tabTo(page, user)
    await page.keyboard.press('Enter')
    await close(page, page.getByRole('menu'))
    await expect.poll(() => hasFocus(user)).toBe(true)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
    await close(page, page.getByRole('dialog', { name: 'Menu' }))
    await expectFocus(page, /^button "Menu"/)
  })

  test('over an order, to its heading, to the button that opened it, or to the tab that a question opens', async () => {
    const page = await bench.navigate('/notes')
    await openOrder(page, '?status=unpaid', (order) => isDelivery(order) && !isShipped(order))
    await openAndClose(page, ORDER)
    await page.keyboard.press('a')
    await close(page, dialog(page, 'Add tracking info'))
    await expectFocus(page, ORDER)
    await page.keyboard.press('.')
    await close(page, page.getByRole('menu'))
    await expectFocus(page, /^button "Options/)

    await openOrder(page, '?status=ready', (order) => !isDelivery(order) && !isShipped(order))
    await page.keyboard.press('l')
    await close(page, dialog(page, 'Record collection'))
    await expectFocus(page, ORDER)

    await openOrder(page, '?status=paid')
    await tabTo(page, packButton(page))
    await page.keyboard.press('Enter')
    await close(page, dialog(page, 'Pack order items'))
    await expectFocus(page, /^button "Pack order/)

    await openOrder(page, '?status=unpaid', (order) => !isDelivery(order))
    await page.keyboard.press('t')
    await close(page, page.getByRole('dialog').filter({ hasText: 'Click & collect order' }))
    await expect.poll(() => focused(page)).not.toBe('body')
    await page.keyboard.press('r')
    await close(page, dialog(page, 'Record payment'))
  })

  test('a dialog that was confirmed, opened by its key or its button, though that is gone', async () => {
    const page = await bench.navigate('/notes')
    for (const key of ['p', 'Enter']) {
      await openOrder(page, '?status=paid')
      if (key === 'Enter') await tabTo(page, packButton(page))
      await page.keyboard.press(key)
      await opened(dialog(page, 'Pack order items'))
      await page.keyboard.press('ControlOrMeta+Enter')
      await dialog(page, 'Pack order items').waitFor({ state: 'detached' })
      await packButton(page).waitFor({ state: 'detached' })
      await expectFocus(page, ORDER)
    }
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

  /** Addresses with the beginning of their headings. */
  const ADDRESSES: Record<string, string> = {
    '/settings': 'Settings',
    '/consignments/new': 'New Consignment',
    '/consignments/X1': 'Consignment #X1',
    '/customers/10482': 'Customer #10482',
    '/jobs': 'Jobs',
    '/jobs/new': 'New Job',
    '/notes': 'Notes',
    '/products/PEX-20-RED': 'PEX-20-RED',
    '/quotes': 'Quotes',
    '/suppliers/1': 'Supplier #',
    '/suppliers/orders/1': 'PO #',
    '/no/such/place': 'Unexpected',
  }
  test('by its address', async () => {
    const page = await bench.navigate('/notes')
    for (const [path, heading] of Object.entries(ADDRESSES)) {
      const where = new RegExp(`^h1 "${heading}`)
      await goTo(page, path)
      await expectFocus(page, where)
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

// The last one, because it ends the session of the file.
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
