import { expect, test } from 'vitest'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { hasFocus } from '../browser/keyboard.ts'
import { navigate } from '../browser/navigate.ts'
import { breakCall } from './faults.ts'
import { palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const path = (url: string) => url.replace(bench.url, '')

test('customers by keys: search, copy, open, its orders, an order, and back to the list', async () => {
  const page = await bench.open('/customers', { permissions: ['clipboard-read', 'clipboard-write'] })
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

test('what cannot be loaded is said in the words of the catalogue', async () => {
  const failures = [
    ['**/api/v1/suppliers', '/suppliers', MESSAGES.suppliersLoad],
    ['**/api/v1/suppliers/orders', '/suppliers?tab=orders', MESSAGES.supplierOrdersLoad],
    ['**/api/v1/suppliers/orders/1', '/suppliers/orders/1', MESSAGES.supplierOrderDetails],
    ['**/api/v1/products/1', '/products/1', MESSAGES.productDetails],
    ['**/api/v1/customers/10482', '/customers/10482', MESSAGES.customerDetails],
  ] as const
  const page = await bench.signedIn()
  // All fail from the start, because the record index loads lists, too.
  for (const [call] of failures) {
    await breakCall(page, call, (route) => route.fulfill({ status: 500, json: {} }))
  }
  await page.goto('/notes')
  for (const [, address, message] of failures) {
    await navigate(page, address)
    await page.getByRole('alert').filter({ hasText: message }).waitFor()
  }
  await navigate(page, '/customers/no-such-customer')
  await page.getByRole('alert').filter({ hasText: MESSAGES.customerDetails }).waitFor()
})
