import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isReady, isShipped } from '../../src/domain/orders/order-stage.ts'
import { findings } from '../browser/axe.ts'
import { focused, tabTo } from '../browser/keyboard.ts'
import { freightOptions, getOptions, isToBeSent, typeMeasures, verifyAddress } from './consignment-form.ts'
import { dialog, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

interface Screen {
  name: string
  show(): Promise<Page>
}

async function list(): Promise<Page> {
  const page = await bench.open('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  return page
}

async function order(query: string, fits: Parameters<typeof bench.takeOrder>[1], search = ''): Promise<Page> {
  const { code } = await bench.takeOrder(query, fits)
  const page = await bench.open(`/orders/${code}${search}`)
  await orderOpen(page, code)
  return page
}

const delivery = (one: { freight: { is_pickup: boolean | null } }) => one.freight.is_pickup !== true

/** Opens a layer by its key over an unpaid, paid or ready order. */
function dialogScreen(
  title: string,
  key: string,
  query: string,
  fits: Parameters<typeof bench.takeOrder>[1],
): Screen {
  return {
    name: title,
    async show() {
      const page = await order(query, fits)
      await page.keyboard.press(key)
      await dialog(page, title).waitFor()
      return page
    },
  }
}

const DIALOGS: Screen[] = [
  dialogScreen('Record payment', 'r', '?status=unpaid', delivery),
  dialogScreen('Record payment and pack', 'ControlOrMeta+Shift+Enter', '?status=unpaid', delivery),
  dialogScreen(
    'Pack order items',
    'p',
    '?status=paid',
    (one) => delivery(one) && !isReady(one) && !isShipped(one),
  ),
  dialogScreen('Record collection', 'l', '?status=ready', (one) => !delivery(one) && !isShipped(one)),
  dialogScreen(
    'Add tracking info',
    'a',
    '?status=unpaid',
    (one) => delivery(one) && !one.freight.tracking_code,
  ),
  {
    name: 'click and collect question',
    async show() {
      const page = await order('?status=unpaid', (one) => !delivery(one))
      await page.keyboard.press('t')
      await page.getByText('Click & collect order').first().waitFor()
      return page
    },
  },
  {
    name: 'palette',
    async show() {
      const page = await list()
      await page.keyboard.press('ControlOrMeta+k')
      await palette(page).getByRole('option').first().waitFor()
      return page
    },
  },
  {
    name: 'palette with results',
    async show() {
      const page = await list()
      await page.keyboard.type('1')
      await palette(page).getByRole('option').first().waitFor()
      return page
    },
  },
  {
    name: 'keys',
    async show() {
      const page = await list()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      return page
    },
  },
  {
    name: 'save view',
    async show() {
      const page = await list()
      await page.keyboard.press('Shift+V')
      await opened(dialog(page, 'Save view'))
      return page
    },
  },
  {
    name: 'options menu',
    async show() {
      const page = await order('?status=unpaid', delivery)
      await tabTo(page, page.getByRole('button', { name: 'Options' }))
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem').first().waitFor()
      return page
    },
  },
]

const SCREENS: Screen[] = [
  {
    name: 'sign-in',
    async show() {
      const page = await bench.visitor()
      await page.goto('/auth')
      await page.locator('button:enabled', { hasText: 'Login with Microsoft' }).waitFor()
      return page
    },
  },
  { name: 'orders list', show: list },
  {
    name: 'orders list on a phone',
    async show() {
      const page = await bench.open('/orders', { viewport: { width: 390, height: 844 } })
      await rowsOf(ordersTable(page)).first().waitFor()
      return page
    },
  },
  {
    name: 'orders list, nothing found',
    async show() {
      const page = await bench.open('/orders?query=zzzzqqqq')
      await page.getByText('No orders found', { exact: true }).waitFor()
      return page
    },
  },
  {
    name: 'orders list, not loaded',
    async show() {
      const page = await bench.signedIn()
      await page.route(/api\/v1\/orders\?/, (route) => route.abort())
      await page.goto('/orders')
      await page.getByRole('alert').waitFor()
      return page
    },
  },
  { name: 'order details', show: () => order('?status=unpaid', delivery) },
  {
    name: 'order freight, shipped',
    show: () => order('?status=shipped', (one) => delivery(one) && isShipped(one), '?tab=freight'),
  },
  {
    name: 'order freight, not shipped',
    show: () => order('?status=unpaid', delivery, '?tab=freight'),
  },
  {
    name: 'freight options with the parts of a price',
    async show() {
      const page = await order('?status=paid', isToBeSent, '?tab=freight')
      await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
      await verifyAddress(page)
      await typeMeasures(page, '22', '60', '30', '11')
      await getOptions(page)
      await freightOptions(page).getByRole('radio').first().and(page.locator(':focus')).waitFor()
      await page.keyboard.press('1')
      await page.keyboard.press('ArrowRight')
      await freightOptions(page).getByText('Total excl. GST').waitFor()
      return page
    },
  },
  {
    name: 'ship station on a phone',
    async show() {
      const page = await bench.open('/ship', { viewport: { width: 390, height: 844 } })
      await page.getByRole('textbox', { name: 'Scan or type an order' }).fill('NONE')
      await page.keyboard.press('Enter')
      await page.getByRole('main').getByRole('alert').waitFor()
      return page
    },
  },
  {
    name: 'order not found',
    async show() {
      const page = await bench.open('/orders/999999999')
      await page.getByRole('alert').waitFor()
      return page
    },
  },
  {
    name: 'orders of a supplier',
    async show() {
      const { id } = await bench.supplierWithOrders()
      const page = await bench.open(`/suppliers/${id}?tab=orders`)
      await rowsOf(page.getByRole('grid', { name: 'Supplier orders' }))
        .first()
        .waitFor()
      return page
    },
  },
  {
    name: 'routing error',
    async show() {
      const page = await bench.open('/no/such/place')
      await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
      return page
    },
  },
]

/** Screens with an address of their own, with an element that shows when they are ready. */
const WALKS: Record<string, readonly [address: string, ready: (page: Page) => Locator][]> = {
  'customers and products': [
    ['/customers', (page) => rowsOf(page.getByRole('grid', { name: 'Customers' })).first()],
    ['/customers?query=zzzzqqqq', (page) => page.getByText('No customers found')],
    ['/products', (page) => rowsOf(page.getByRole('grid', { name: 'Products' })).first()],
  ],
  'suppliers and emails': [
    ['/suppliers', (page) => rowsOf(page.getByRole('grid', { name: 'Suppliers' })).first()],
    ['/suppliers?tab=orders', (page) => rowsOf(page.getByRole('grid', { name: 'Supplier orders' })).first()],
    ['/emails', (page) => rowsOf(page.getByRole('grid', { name: 'Emails' })).first()],
  ],
  'lists without rows': [
    ['/notes', (page) => page.getByText('No notes found')],
    ['/quotes', (page) => page.getByText('No quotes found')],
    ['/jobs', (page) => page.getByText('No jobs found')],
  ],
  records: [
    ['/customers/10482', (page) => page.getByText('Account number')],
    ['/customers/10001?tab=orders', (page) => rowsOf(ordersTable(page)).first()],
    ['/products/GAS%2310-BRS', (page) => page.getByText('Stock levels')],
    ['/products/700002?tab=suppliers', (page) => page.getByText('No suppliers found')],
    ['/suppliers/1', (page) => page.getByText('Next delivery')],
    ['/end-of-day', (page) => page.getByRole('grid', { name: 'Couriers' })],
    ['/end-of-day?tab=late', (page) => page.getByRole('grid', { name: 'Late' })],
    ['/suppliers/orders/30', (page) => page.getByRole('table', { name: 'Items' })],
  ],
  'forms and settings': [
    ['/consignments/new', (page) => page.getByRole('button', { name: 'Get Freight Options' })],
    ['/jobs/new', (page) => page.getByRole('button', { name: 'Create Job' })],
    ['/settings', (page) => page.getByText('This session')],
  ],
}

test.each(Object.entries(WALKS))(
  '%s: nothing serious or critical in light, dark and forced colours',
  async (_, walk) => {
    const page = await bench.signedIn()
    const found: Record<string, unknown> = {}
    for (const [address, ready] of walk) {
      await page.goto(address)
      await ready(page).waitFor()
      found[address] = await findings(page, address)
    }
    const clean = walk.map(([address]) => [address, []])
    expect(found).toEqual(Object.fromEntries(clean))
  },
)

test.each(SCREENS)(
  '$name: nothing serious or critical in light, dark and forced colours',
  async ({ name, show }) => {
    expect(await findings(await show(), name)).toEqual([])
  },
)

test.each(DIALOGS)(
  '$name: the same, and its closing never leaves the focus on the body',
  async ({ name, show }) => {
    const page = await show()
    expect(await findings(page, name)).toEqual([])
    await expect.poll(() => focused(page)).not.toBe('body')
    const layer = page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'))
    await page.keyboard.press('Escape')
    await expect.poll(() => layer.count()).toBe(0)
    await expect.poll(() => focused(page)).not.toBe('body')
  },
)
