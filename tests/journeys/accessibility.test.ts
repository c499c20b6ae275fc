import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isPacked, isShipped } from '../../src/domain/orders/order-status.ts'
import { findings } from '../browser/axe.ts'
import { focused, tabTo } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import {
  dialog,
  freightOptions,
  getOptions,
  isToBeSent,
  opened,
  orderOpen,
  ordersTable,
  palette,
  rowsOf,
  typeMeasures,
  verifyAddress,
} from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

type Ready = (page: Page, address: string) => Promise<unknown>

/** A dialog, menu or palette over a screen, closed by Esc. */
interface Layer {
  name: string
  open(page: Page): Promise<unknown>
}

interface Screen {
  name: string
  address: string | (() => Promise<string>)
  /** Waits until the screen is complete. */
  ready: Ready
  layers?: readonly Layer[]
}

const ordersShown: Ready = (page) => rowsOf(ordersTable(page)).first().waitFor()
const rowsShown =
  (name: string): Ready =>
  (page) =>
    rowsOf(page.getByRole('grid', { name })).first().waitFor()
const textShown =
  (text: string): Ready =>
  (page) =>
    page.getByText(text).first().waitFor()
const buttonShown =
  (name: string): Ready =>
  (page) =>
    page.getByRole('button', { name }).waitFor()
const orderShown: Ready = (page, address) => orderOpen(page, /\d+/.exec(address)?.[0] ?? '')
const alertShown: Ready = (page) => page.getByRole('main').getByRole('alert').waitFor()

const isDelivery = (order: Order) => order.freight.is_pickup !== true

/** The address of an order that meets the condition. */
const orderAt =
  (query: string, fits: (order: Order) => boolean, search = '') =>
  async () =>
    `/orders/${(await bench.takeOrder(query, fits)).code}${search}`

/** The dialog with this title, opened by its key. */
const dialogBy = (name: string, key: string): Layer => ({
  name,
  async open(page) {
    await page.keyboard.press(key)
    await dialog(page, name).waitFor()
  },
})

const LIST_LAYERS: readonly Layer[] = [
  {
    name: 'palette',
    async open(page) {
      await page.keyboard.press('ControlOrMeta+k')
      await palette(page).getByRole('option').first().waitFor()
    },
  },
  {
    name: 'palette with results',
    async open(page) {
      await page.keyboard.type('1')
      await palette(page).getByRole('option').first().waitFor()
    },
  },
  dialogBy('All keys', '?'),
  {
    name: 'save view',
    async open(page) {
      await page.keyboard.press('Shift+V')
      await opened(dialog(page, 'Save view'))
    },
  },
]

const ORDER_LAYERS: readonly Layer[] = [
  dialogBy('Record payment', 'r'),
  dialogBy('Record payment and pack', 'ControlOrMeta+Shift+Enter'),
  dialogBy('Add tracking info', 'a'),
  {
    name: 'options menu',
    async open(page) {
      await tabTo(page, page.getByRole('button', { name: 'Options' }))
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem').first().waitFor()
    },
  },
]

const clickAndCollectQuestion: Layer = {
  name: 'click and collect question',
  async open(page) {
    await page.keyboard.press('t')
    await page.getByText('Click & collect order').first().waitFor()
  },
}

/** The freight options of an order, with the parts of a price. */
async function showParts(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
  await verifyAddress(page)
  await typeMeasures(page, '22', '60', '30', '11')
  await getOptions(page)
  const options = freightOptions(page).getByRole('radiogroup', { name: 'Freight options' })
  await options.getByRole('radio').first().and(page.locator(':focus')).waitFor()
  expect(await options.getByRole('radio', { checked: true }).count()).toBe(0)
  await page.keyboard.press('1')
  await page.keyboard.press('ArrowRight')
  await freightOptions(page).getByText('Total excl. GST').waitFor()
}

async function scanUnknown(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Scan or type an order' }).fill('NONE')
  await page.keyboard.press('Enter')
  await alertShown(page, address)
}

/** The screens of each group are opened one after another in one page. */
const GROUPS: Record<string, readonly Screen[]> = {
  lists: [
    { name: 'orders list', address: '/orders', ready: ordersShown },
    {
      name: 'orders, nothing found',
      address: '/orders?query=zzqq',
      ready: textShown('No orders found'),
      layers: LIST_LAYERS,
    },
    { name: 'customers', address: '/customers', ready: rowsShown('Customers') },
    { name: 'products', address: '/products', ready: rowsShown('Products') },
    { name: 'suppliers', address: '/suppliers', ready: rowsShown('Suppliers') },
    { name: 'supplier orders', address: '/suppliers?tab=orders', ready: rowsShown('Supplier orders') },
    { name: 'emails', address: '/emails', ready: rowsShown('Emails') },
    {
      name: 'arrivals',
      address: '/arrivals',
      ready: rowsShown('Arrivals'),
    },
    {
      name: 'refused records',
      address: '/arrivals?type=record',
      async ready(page, address) {
        await rowsShown('Arrivals')(page, address)
        // Until the answer comes, the rows of all are shown.
        await page.getByRole('row').filter({ hasText: 'GoSweetSpot' }).waitFor({ state: 'detached' })
      },
      layers: [dialogBy('Leave out', 'l'), dialogBy('Take 1 record', 'ControlOrMeta+Enter')],
    },
    { name: 'refused record', address: '/arrivals/1', ready: textShown('As it came') },
    { name: 'refused file', address: '/arrivals/5', ready: textShown('Why it was refused') },
    { name: 'notes', address: '/notes', ready: textShown('No notes found') },
    { name: 'quotes', address: '/quotes', ready: textShown('No quotes found') },
    { name: 'jobs', address: '/jobs', ready: textShown('No jobs found') },
    { name: 'orders list, not loaded', address: '/orders?query=unavailable', ready: alertShown },
  ],
  orders: [
    {
      name: 'order details',
      address: orderAt('?status=unpaid', (order) => isDelivery(order) && !order.freight.tracking_code),
      ready: orderShown,
      layers: ORDER_LAYERS,
    },
    {
      name: 'order freight, shipped',
      address: orderAt('?status=shipped', (order) => isDelivery(order) && isShipped(order), '?tab=freight'),
      ready: orderShown,
    },
    {
      name: 'paid order',
      address: orderAt('?status=paid', (one) => isDelivery(one) && !isPacked(one) && !isShipped(one)),
      ready: orderShown,
      layers: [dialogBy('Pack order items', 'p')],
    },
    {
      name: 'ready order',
      address: orderAt('?status=ready', (one) => !isDelivery(one) && !isShipped(one)),
      ready: orderShown,
      layers: [dialogBy('Record collection', 'l')],
    },
    {
      name: 'order to be collected',
      address: orderAt('?status=unpaid', (order) => !isDelivery(order)),
      ready: orderShown,
      layers: [clickAndCollectQuestion],
    },
    { name: 'order not found', address: '/orders/999999999', ready: alertShown },
    {
      name: 'order freight, paid',
      address: orderAt('?status=paid', isToBeSent, '?tab=freight'),
      ready: orderShown,
      layers: [{ name: 'freight options with the parts of a price', open: showParts }],
    },
  ],
  'other records': [
    { name: 'customer', address: '/customers/10482', ready: textShown('Account number') },
    { name: 'orders of a customer', address: '/customers/10001?tab=orders', ready: ordersShown },
    { name: 'product', address: '/products/GAS%2310-BRS', ready: textShown('Stock levels') },
    {
      name: 'suppliers of a product',
      address: '/products/700002?tab=suppliers',
      ready: textShown('No suppliers found'),
    },
    { name: 'supplier', address: '/suppliers/1', ready: textShown('Next delivery') },
    {
      name: 'orders of a supplier',
      address: async () => `/suppliers/${(await bench.supplierWithOrders()).id}?tab=orders`,
      ready: rowsShown('Supplier orders'),
    },
    {
      name: 'supplier order',
      address: '/suppliers/orders/30',
      ready: (page) => page.getByRole('table', { name: 'Items' }).waitFor(),
    },
    {
      name: 'end of day',
      address: '/end-of-day',
      ready: rowsShown('Couriers'),
    },
    {
      name: 'late consignments',
      address: '/end-of-day?tab=late',
      ready: rowsShown('Late'),
    },
    {
      name: 'board of the ship station',
      address: '/ship',
      ready: (page) => page.getByRole('region', { name: 'Board' }).waitFor(),
    },
    { name: 'pick runs', address: '/pick-runs', ready: textShown('No pick runs') },
  ],
  'forms and settings': [
    { name: 'new consignment', address: '/consignments/new', ready: buttonShown('Get Freight Options') },
    { name: 'new job', address: '/jobs/new', ready: buttonShown('Create Job') },
    { name: 'settings', address: '/settings', ready: textShown('This session') },
    { name: 'routing error', address: '/no/such/place', ready: textShown('Unexpected Application Error!') },
  ],
}

const PHONE_SCREENS: readonly Screen[] = [
  { name: 'orders list on a phone', address: '/orders', ready: ordersShown },
  { name: 'ship station on a phone', address: '/ship', ready: scanUnknown },
  { name: 'pick runs on a phone', address: '/pick-runs', ready: textShown('No pick runs') },
]

/** Closes the open layer and expects that something has the focus before and after. */
async function closeLayer(page: Page): Promise<void> {
  await expect.poll(() => focused(page)).not.toBe('body')
  const layer = page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await expect.poll(() => layer.count()).toBe(0)
  await expect.poll(() => focused(page)).not.toBe('body')
}

/** Parts of the page that change; the first one of each kind is checked with all that surrounds it. */
const SCREEN = 'main'
const LAYER = '[role=dialog], [role=alertdialog], [role=menu]'

/** Opens the screens in turn with their layers. Returns what axe finds, by screen or layer. */
async function findingsOn(page: Page, screens: readonly Screen[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const surroundingsChecked = new Set<string>()
  const check = async (name: string, part: string) => {
    const lines = await findings(page, name, surroundingsChecked.has(part) ? part : 'html')
    surroundingsChecked.add(part)
    if (lines.length > 0) found[name] = lines
  }
  for (const { name, address, ready, layers = [] } of screens) {
    const path = typeof address === 'string' ? address : await address()
    await goTo(page, path)
    await ready(page, path)
    await check(name, SCREEN)
    for (const layer of layers) {
      await layer.open(page)
      await check(layer.name, LAYER)
      await closeLayer(page)
    }
  }
  return found
}

test.each(Object.entries(GROUPS))(
  '%s: nothing serious or critical in light and dark, and closing a layer keeps the focus',
  async (_, screens) => {
    const page = await bench.navigate('/notes')
    await page.route(/api\/v1\/orders\?.*query=unavailable/, (route) => route.abort())
    expect(await findingsOn(page, screens)).toEqual({})
  },
)

test('on a phone, the screens have no serious finding of axe', async () => {
  const page = await bench.navigate('/notes', { viewport: { width: 390, height: 844 } })
  expect(await findingsOn(page, PHONE_SCREENS)).toEqual({})
})
