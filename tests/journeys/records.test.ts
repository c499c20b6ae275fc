import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isShipped } from '../../src/domain/orders/order-status.ts'
import { seriousFindings } from '../browser/axe.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { goTo, navigate } from '../browser/navigate.ts'
import { keepPicture } from '../browser/screenshot.ts'
import { dialog, opened, orderOpen, palette, rowsOf, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const history = (page: Page, of: string) => dialog(page, `History of ${of}`)
const entries = (page: Page) => page.getByRole('region', { name: 'Entries' })

/** An entry as the server sends it. */
const entryAt = (minute: number) => ({
  id: `action-${minute}`,
  type: 'record-collection',
  at: new Date(Date.UTC(2026, 10, 20, 1, minute)).toISOString(),
  staff_name: 'Anahera Pōtiki',
  details: { collected_by: 'Hēmi O’Neill', notes: 'Two boxes and a coil of pipe, checked at the counter' },
})

const path = (url: string) => url.replace(bench.url, '')

test('customers by keys: search, copy, open, its orders, an order, and back to the list', async () => {
  const page = await bench.navigate('/customers', { permissions: ['clipboard-read', 'clipboard-write'] })
  const grid = page.getByRole('grid', { name: 'Customers' })
  await rowsOf(grid).first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('fixings')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customers?query=fixings')
  const row = rowsOf(grid).filter({ hasText: '10001' })
  await row.waitFor()
  await expect.poll(() => rowsOf(grid).count()).toBe(1)

  await row.getByRole('button', { name: '10001' }).click()
  await page.getByText('Copied 10001').waitFor()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('10001')
  expect(path(page.url())).toBe('/customers?query=fixings')

  await expect.poll(() => hasFocus(grid)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Customer #10001' }).waitFor()
  await page.getByText('Account number').waitFor()
  await page.keyboard.press('t')
  const orders = page.getByRole('grid', { name: 'Orders' })
  await rowsOf(orders).first().waitFor()
  await page.keyboard.press('d')
  await page.getByText('Account number').waitFor()
  await page.keyboard.press('u')
  await page.waitForURL('**/customers?query=fixings')
  await row.waitFor()
})

test('products, suppliers and emails by keys', async () => {
  const page = await bench.navigate('/products?query=annealed')
  await rowsOf(page.getByRole('grid', { name: 'Products' }))
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /TUBE/ }).waitFor()
  await page.getByText('Stock levels').waitFor()
  expect(path(page.url())).toMatch(/^\/products\/\d+$/)

  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await rowsOf(page.getByRole('grid', { name: 'Suppliers' }))
    .first()
    .waitFor()
  const { name } = await bench.supplierWithOrders()
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/suppliers?query=*')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Supplier #/ }).waitFor()
  const { pathname: supplier } = new URL(page.url())
  await page.getByText('Next delivery').waitFor()
  await page.keyboard.press('t')
  await rowsOf(page.getByRole('grid', { name: 'Supplier orders' }))
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^PO # \d+/ }).waitFor()
  await page.keyboard.press('u')
  await page.waitForURL(`**${supplier}?tab=orders`)
  await page.keyboard.press('d')
  await page.getByText('Next delivery').waitFor()
  await page.keyboard.press('u')
  await rowsOf(page.getByRole('grid', { name: 'Suppliers' }))
    .first()
    .waitFor()
  await page.keyboard.press('s')
  const orders = page.getByRole('grid', { name: 'Supplier orders' })
  await rowsOf(orders).first().waitFor()
  expect(path(page.url())).toBe('/suppliers?tab=orders')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^PO # \d+/ }).waitFor()
  await page.getByText(/^2 of \d+$/).waitFor()
  await page.keyboard.press('u')
  await rowsOf(orders).first().waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('e')
  const emails = page.getByRole('grid', { name: 'Emails' })
  await rowsOf(emails).first().waitFor()
  const first = await rowsOf(emails).first().innerText()
  await page.keyboard.press(']')
  await page.waitForURL('**/emails?page=2')
  await expect.poll(() => rowsOf(emails).first().innerText()).not.toBe(first)
  await page.keyboard.press('Enter')
  await page.keyboard.press('[')
  await expect.poll(() => rowsOf(emails).first().innerText()).toBe(first)
})

test('the palette finds customers, products and supplier orders by code and name', async () => {
  const page = await bench.navigate('/notes')
  await page.getByText('No notes found').waitFor()
  const jump = async (text: string, heading: RegExp) => {
    await page.keyboard.press('ControlOrMeta+k')
    await palette(page).getByRole('combobox').waitFor()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  await jump('10482', /^Customer #10482$/)
  await jump('GAS#10-BRS', /^GAS#10-BRS$/)
  await jump('4130', /^PO # 4130$/)

  const [order] = await bench.orders()
  const name = order?.customer.name ?? ''
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(`@${name}`)
  const found = palette(page)
    .getByRole('option')
    .filter({ hasText: name })
    .filter({ hasText: /\d{5}/ })
    .first()
  await found.waitFor()
  await found.click()
  await page.getByRole('heading', { level: 1, name: /^Customer #/ }).waitFor()
})

test('the history opens by one key with the latest action, and Esc leads back to the order', async () => {
  const order = await bench.takeOrder('?status=unpaid', (one) => !isShipped(one))
  const page = await bench.navigate(`/orders/${order.code}`)
  await orderOpen(page, order.code)
  await page.keyboard.press('r')
  await opened(dialog(page, 'Record payment'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await statusBadge(page, 'Paid').waitFor()
  await page.keyboard.press('i')
  await opened(history(page, `order #${order.code}`))
  const entry = entries(page).getByRole('listitem').filter({ hasText: 'Payment recorded' })
  await entry.waitFor()
  expect(await entry.textContent()).toMatch(/by \S+.*\d\d\/\d\d\/\d{4} \d\d:\d\d.*\$[\d,]+\.\d\dBank/)
  await page.keyboard.press('Escape')
  await history(page, `order #${order.code}`).waitFor({ state: 'detached' })
  await page.keyboard.press('t')
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('freight')
})

test('printed labels are in the history of their consignment, which the palette opens, too', async () => {
  const order = await bench.takeOrder(
    '?status=shipped',
    ({ freight }) => freight.tracking_company === 'aramex',
  )
  const code = order.freight.tracking_code ?? ''
  const page = await bench.navigate(`/consignments/${code}?tab=labels`)
  await page.locator('canvas[data-drawn]').first().waitFor()
  const reported = page.waitForResponse('**/printed')
  await page.keyboard.press('p')
  expect((await reported).status()).toBe(200)
  await page.keyboard.press('ControlOrMeta+k')
  await opened(palette(page))
  await page.keyboard.type('history')
  await palette(page)
    .getByRole('option', { name: /History/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await opened(history(page, `consignment #${code}`))
  await entries(page).getByText('Labels printed', { exact: true }).first().waitFor()
  await entries(page).getByText('Consignment created', { exact: true }).waitFor()
})

describe('a long history is scrolled by keys', () => {
  test.each([
    [1440, 900, 'light'],
    [390, 844, 'dark'],
  ] as const)('in a window of %d × %d, %s', async (width, height, colorScheme) => {
    const { code } = await bench.takeOrder('')
    const page = await bench.navigate('/notes', { viewport: { width, height }, colorScheme })
    const data = Array.from({ length: 40 }, (_, index) => entryAt(40 - index))
    await page.route('**/history', (route) => route.fulfill({ json: { data, metadata: { has_more: true } } }))
    await goTo(page, `/orders/${code}`)
    await orderOpen(page, code)
    await page.keyboard.press('i')
    await opened(history(page, `order #${code}`))
    await entries(page).getByRole('listitem').nth(39).waitFor()
    await expect.poll(() => hasFocus(entries(page))).toBe(true)
    await keepPicture(page, `history-${width}-${colorScheme}`)
    expect(await seriousFindings(page, { within: '[role=dialog]' })).toEqual([])
    const scrolled = () => entries(page).evaluate((box) => box.scrollTop)
    expect(await scrolled()).toBe(0)
    await page.keyboard.press('PageDown')
    await expect.poll(scrolled).toBeGreaterThan(100)
    await page.keyboard.press('End')
    await expect
      .poll(() => entries(page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop))
      .toBeLessThan(2)
    expect(await entries(page).evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  })
})

const SUPPLIER = { id: 7, external_id: 'S0012', name_legal: 'Tasman Tube & Bar Ltd', website: 'tube.example' }
const CONSIGNMENT = {
  tracking_code: 'COC/1 #2',
  order_code: '104823',
  shipping_company: 'posthaste',
  created_at: '2026-11-20 14:05:00',
  destination: { contact_name: 'Māia', suburb: 'Ōtara', postcode: '0610' },
}

/** Lists of one row: their call, a text in the row, and the address that a click opens. */
const LISTS = [
  {
    list: '/customers',
    call: '/customers',
    row: { code: '10482', name: 'Māia O’Neill' },
    words: 'Māia O’Neill',
    record: '/customers/10482',
  },
  {
    list: '/orders',
    call: '/orders',
    row: { code: '104823', status: 'Paid' },
    words: 'Paid',
    record: '/orders/104823',
  },
  {
    list: '/products',
    call: '/products',
    row: { id: 1, cms_id: 2041, code: 'VLV 20/FB#1', name: 'Ball valve', price: 10_000 },
    words: '$75.24',
    record: '/products/2041',
  },
  { list: '/suppliers', call: '/suppliers', row: SUPPLIER, words: 'S0012', record: '/suppliers/7' },
  {
    list: '/suppliers?tab=orders',
    call: '/suppliers/orders',
    row: { id: 31, supplier: SUPPLIER, po_number: 'PO-1042', expected_at: '2026-12-31T00:00:00Z' },
    words: '31/12/2026 13:00',
    record: '/suppliers/orders/31',
  },
  {
    list: '/consignments?date=2026-11-20',
    call: '/consignments',
    row: CONSIGNMENT,
    words: '20/11/2026 14:05 PM',
    record: '/consignments/COC%2F1%20%232',
  },
]

test('a click on a row opens its record', async () => {
  const page = await bench.signedIn()
  // All before the first screen, because the record index loads lists, too.
  for (const { call, row } of LISTS) {
    await page.route(
      (url) => url.pathname === `/api/v1${call}`,
      (route) => route.fulfill({ json: [row] }),
    )
  }
  await page.goto('/notes')
  for (const { list, words, record } of LISTS) {
    await navigate(page, list)
    const first = rowsOf(page.getByRole('grid')).first()
    await first.waitFor()
    // Clicks at the position of the text, whichever element is on top, and not necessarily on the link.
    const box = await first.getByText(words, { exact: true }).first().boundingBox()
    if (!box) throw new Error(`The row does not say ${words}.`)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect.poll(() => new URL(page.url()).pathname, { message: list }).toBe(record)
  }
})
