import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { STAFF_NAMES } from '../../../src/domain/records/staff.ts'
import { fakeServer } from '../api/fake-server.ts'
import { heads, openAt, setUpScreens } from '../screens/on-screen.tsx'

const SUPPLIER = { id: 7, external_id: 'S0012', name_legal: 'Tasman Tube & Bar Ltd' }
const ANSWERS: Record<string, unknown> = {
  '/products': [{ id: 1, cms_id: '2041', code: 'VLV 20/FB#1', name: 'Ball valve', price: 1000 }],
  '/suppliers': [SUPPLIER],
  '/suppliers/orders': [{ id: 31, supplier: SUPPLIER, po_number: 'PO-1042' }],
  '/emails': { data: [{ email_id: 1, event: 'delivered' }], metadata: {} },
}

setUpScreens()
beforeEach(() =>
  fakeServer.answer(({ url }) => ({
    body: ANSWERS[url.replace('/api/v1', '').split('?')[0] ?? ''] ?? [],
  })),
)

describe('lists', () => {
  test.each([
    ['/products', ['Product', 'Cost', 'Drip', 'Wholesale', 'Retail', 'Status'], ['Filter', 'New Product']],
    ['/suppliers', ['Infusion ID', 'Name', 'Website'], ['New Order', 'New Supplier']],
    [
      '/suppliers?tab=orders',
      ['Supplier', 'PO Number', 'Order ID', 'Created', 'Estimated delivery'],
      ['New Order', 'New Supplier'],
    ],
    ['/emails', ['Date', 'Status', 'Recipient', 'Subject'], ['Filter']],
    ['/notes', ['Note ID', 'Date', 'Note'], ['New Note']],
    ['/quotes', ['Quote ID', 'Date', 'Customer', 'Total', 'Status'], ['New Quote']],
    ['/jobs', ['Job ID', 'Name', 'Job date', 'Status', 'Phone', 'Location'], ['New Job']],
  ])('%s has the columns %j and the buttons %j', async (address, columns, buttons) => {
    await openAt(address)
    await waitFor(() => expect(heads()).toEqual(columns))
    for (const name of buttons) expect(screen.getByRole('button', { name })).toBeTruthy()
  })

  test.each(['/notes', '/quotes', '/jobs', '/jobs/new'])('%s loads no data', async (address) => {
    await openAt(address)
    await screen.findByRole('heading', { level: 1 })
    expect(fakeServer.sent.map(({ url }) => url)).toEqual([])
  })

  test.each([
    ['/products', ['/products/2041']],
    ['/suppliers', ['/suppliers/7']],
    ['/suppliers?tab=orders', ['/suppliers/orders/31']],
    ['/emails', []],
  ])('the rows of %s lead to %j', async (address, links) => {
    await openAt(address)
    const grid = await screen.findByRole('grid')
    await waitFor(() => expect(within(grid).getAllByRole('row').length).toBe(2))
    const found = within(grid)
      .queryAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(found.filter((link) => link?.startsWith('/'))).toEqual(links)
  })

  test('New Product is blocked with a reason', async () => {
    await openAt('/products')
    const button = await screen.findByRole('button', { name: 'New Product' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('suppliers and their orders', () => {
  test.each(['/suppliers', '/suppliers?tab=orders'])(
    '%s stays where it is when there is nothing',
    async (address) => {
      fakeServer.answer(() => ({ body: [] }))
      const router = await openAt(address)
      await screen.findByRole('heading', { level: 1 })
      const { pathname, search } = router.state.location
      expect(pathname + search).toBe(address)
      expect(fakeServer.sent.filter(({ url }) => url.startsWith('/api/v1/suppliers')).length).toBeLessThan(4)
    },
  )

  test.each([
    ['/suppliers', 'Failed to get suppliers, try again.'],
    ['/suppliers?tab=orders', 'Failed to get supplier orders, try again.'],
  ])('%s that cannot be loaded: %s', async (address, message) => {
    fakeServer.answer(() => ({ status: 400, body: {} }))
    await openAt(address)
    expect((await screen.findByText(message)).closest('[role=alert]')?.textContent).toContain(
      'Something went wrong.',
    )
  })

  test('the tab of the address is the one that is shown', async () => {
    await openAt('/suppliers?tab=orders')
    await waitFor(() => {
      expect(screen.getByRole('tab', { name: 'Orders' }).getAttribute('aria-selected')).toBe('true')
    })
    expect(screen.getByRole('tab', { name: 'Suppliers' }).getAttribute('aria-selected')).toBe('false')
  })

  test('one order has its title, its back target, its badges, and items that link to their products', async () => {
    const item = {
      id: 1,
      product_code: 'FIT/90-15',
      unit_quantity: 144,
      carton_quantity: 12,
      quantity_per_carton: 12,
    }
    const order = { id: 31, supplier: SUPPLIER, po_number: '4101', branch: 'christchurch', items: [item] }
    fakeServer.answer(() => ({ body: order }))
    await openAt('/suppliers/orders/31')
    await screen.findByRole('heading', { level: 1, name: 'PO # 4101' })
    expect(screen.getByRole('link', { name: 'Supplier Orders' }).getAttribute('href')).toContain(
      '/suppliers?tab=orders',
    )
    for (const badge of ['Draft', 'Christchurch'])
      expect(screen.getAllByText(badge).length).toBeGreaterThan(0)
    expect(heads()).toEqual(['Product', 'Quantity', 'Cartons', 'Units per carton'])
    expect(screen.getByRole('link', { name: 'FIT/90-15' }).getAttribute('href')).toBe('/products/FIT%2F90-15')
  })
})

test('the New Job form has its fields, starts in Auckland, and is submitted to no call', async () => {
  await openAt('/jobs/new')
  await screen.findByRole('heading', { level: 1, name: 'New Job' })
  const labels = [
    'Customer name',
    'Phone',
    'Street',
    'Suburb',
    'City',
    'Postal code',
    'Description',
    'Items required',
  ]
  for (const label of labels) expect(screen.getByLabelText(label)).toBeTruthy()
  expect(screen.getByLabelText('City')).toHaveProperty('value', 'Auckland')
  expect(screen.getByLabelText('Person responsible')).toBeTruthy()
  expect(STAFF_NAMES).toHaveLength(7)
  fireEvent.change(screen.getByLabelText('Customer name'), { target: { value: 'Māia' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create Job' }))
  await screen.findByText('Feature not available')
  expect(screen.getByLabelText('Customer name')).toHaveProperty('value', 'Māia')
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(screen.getByLabelText('Customer name')).toHaveProperty('value', ''))
  expect(fakeServer.sent).toEqual([])
})

test('one product has its facts, its tiers and its blocked commands', async () => {
  const product = {
    id: 1,
    cms_id: '2041',
    code: 'VLV 20/FB#1',
    name: 'Ball valve',
    description: 'Brass',
    price: 1000,
  }
  fakeServer.answer(() => ({ body: product }))
  await openAt('/products/2041')
  await screen.findByRole('heading', { level: 1, name: 'VLV 20/FB#1' })
  expect(screen.getByRole('button', { name: 'Edit Product' }).getAttribute('aria-disabled')).toBe('true')
  for (const text of ['Ball valve', 'Brass', '2041', 'In Stock', '$7.52', '$8.26', '$11.50']) {
    expect(screen.getAllByText(text, { exact: false }).length, text).toBeGreaterThan(0)
  }
})

test('the suppliers of a product are an empty table with its columns', async () => {
  fakeServer.answer(() => ({ body: { id: 1, cms_id: '2041', code: 'VLV 20/FB#1' } }))
  await openAt('/products/2041?tab=suppliers')
  await screen.findByRole('button', { name: 'Add Supplier' })
  expect(heads()).toEqual(['Supplier', 'Product code', 'Location', 'Price', 'Status'])
})
