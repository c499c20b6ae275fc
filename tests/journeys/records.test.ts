import { expect, test } from 'vitest'
import { hasFocus } from '../browser/keyboard.ts'
import { navigate } from '../browser/navigate.ts'
import { palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

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
    words: '31/12/2026',
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

test('a row that is pressed leads to its record', async () => {
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
