import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '../api/fake-server.ts'
import { asked, fact, heads, openAt, setUpScreens } from './on-screen.tsx'

const SUPPLIERS = [
  { id: 7, external_id: 20417, name_legal: 'Kererū Pipe Supplies Ltd', website: 'https://www.example.com' },
  { id: 8, name_legal: 'Aotea Valve & Fitting Co' },
]
const ORDER = {
  id: 31,
  supplier: { id: 7, name_legal: 'Kererū Pipe Supplies Ltd' },
  po_number: 4160,
  external_id: 88106,
  branch: 'christchurch',
  created_at: '2026-11-10T20:04:00Z',
  ordered_at: '2026-11-11T20:04:00Z',
  expected_at: '2026-12-30T20:00:00Z',
  items: [
    { id: 1, product_code: 'FIT/90-15', supplier_code: '543-1460', unit_quantity: 80, carton_quantity: 4 },
  ],
}

setUpScreens()
// Before the delivery is expected.
beforeEach(() => void vi.useFakeTimers({ now: Date.parse(ORDER.ordered_at), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function serve(suppliers: object[] = SUPPLIERS, orders: object[] = [ORDER]): void {
  fakeServer.answer(({ url }) => {
    if (url.startsWith('/api/v1/suppliers/orders/')) return { body: ORDER }
    return { body: url.startsWith('/api/v1/suppliers/orders') ? orders : suppliers }
  })
}

const rowTexts = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    )

function search(name: string, text: string): void {
  fireEvent.change(screen.getByRole('searchbox', { name }), { target: { value: text } })
  fireEvent.submit(screen.getByRole('search', { name }))
}

describe('suppliers & orders', () => {
  // SUP-1
  test('opens with the suppliers; the tab of the orders is in the address', async () => {
    serve()
    const router = await openAt('/suppliers')
    const suppliers = await screen.findByRole('grid', { name: 'Suppliers' })
    expect(heads()).toEqual(['Infusion ID', 'Name', 'Website'])
    expect(rowTexts()).toEqual([
      ['20417', 'Kererū Pipe Supplies Ltd', 'https://www.example.com'],
      ['8', 'Aotea Valve & Fitting Co', '—'],
    ])
    const links = within(suppliers).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining(['/suppliers/7', '/suppliers/8']),
    )
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Orders' }), { button: 0 })
    const grid = await screen.findByRole('grid', { name: 'Supplier orders' })
    expect(router.state.location.search).toBe('?tab=orders')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Orders')
    for (const name of ['New Order', 'New Supplier'])
      expect(screen.getByRole('button', { name })).toBeTruthy()
    expect(heads()).toEqual(['Supplier', 'PO Number', 'Order ID', 'Created', 'Estimated delivery'])
    expect(rowTexts()).toEqual([
      ['Kererū Pipe Supplies Ltd', '4160', '88106', '11/11/2026 09:04', '31/12/2026 09:00'],
    ])
    expect(within(grid).getByRole('link').getAttribute('href')).toBe('/suppliers/orders/31')
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Suppliers' }), { button: 0 })
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  // LIST-9, SUP-2
  test('is searched in the console, because the calls have no search', async () => {
    serve()
    await openAt('/suppliers')
    await screen.findByRole('grid', { name: 'Suppliers' })
    search('Search suppliers', ' kereru pipe ')
    await waitFor(() => expect(rowTexts()).toHaveLength(1))
    search('Search suppliers', 'nobody')
    expect(await screen.findByText('Nothing matches “nobody”.')).toBeTruthy()
    expect(new Set(asked('/api/v1/suppliers').filter((url) => !url.includes('orders')))).toEqual(
      new Set(['/api/v1/suppliers']),
    )
  })

  // SUP-1
  test.each(['New Order', 'New Supplier'])('%s says that there is no such feature', async (name) => {
    serve()
    await openAt('/suppliers')
    fireEvent.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText('Feature not available')).toBeTruthy()
  })
})

describe('an empty response', () => {
  // LIST-9
  test.each([
    ['/suppliers?query=kereru', '/suppliers', 'No suppliers found'],
    ['/suppliers', '/suppliers', 'No suppliers found'],
    ['/suppliers?tab=orders&query=x', '/suppliers?tab=orders', 'No supplier orders found'],
  ])('at %s redirects once to %s, which says that it is empty', async (address, bare, words) => {
    serve([], [])
    const router = await openAt(address)
    await screen.findByText(words)
    const { pathname, search: query } = router.state.location
    expect(pathname + query).toBe(bare)
    expect(router.state.historyAction).toBe(address === bare ? router.state.historyAction : 'REPLACE')
    const calls = fakeServer.sent.length
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
    expect(fakeServer.sent.length - calls).toBeLessThanOrEqual(1)
    expect(screen.getByText(words)).toBeTruthy()
  })
})

describe('a failing call shows the catalogue’s message, and Try again repeats it', () => {
  // MSG-2
  test.each([
    ['/suppliers', 'Failed to get suppliers, try again.', 'Suppliers'],
    ['/suppliers?tab=orders', 'Failed to get supplier orders, try again.', 'Supplier orders'],
  ])('%s: %s', async (address, message, grid) => {
    fakeServer.answer(() => ({ status: 500 }))
    await openAt(address)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Something went wrong.')
    expect(alert.textContent).toContain(message)
    serve()
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('grid', { name: grid })).toBeTruthy()
  })
})

describe('a supplier order', () => {
  // SUP-3
  test('has its PO number for a title, with status and branch', async () => {
    serve()
    await openAt('/suppliers/orders/31')
    const title = await screen.findByRole('heading', { level: 1, name: 'PO # 4160' })
    expect(title.parentElement?.textContent).toContain('OrderedChristchurch')
    expect(document.title).toBe('PO # 4160')
    expect(screen.getByRole('link', { name: 'Supplier Orders' }).getAttribute('href')).toBe(
      '/suppliers?tab=orders',
    )
    expect(['Supplier', 'Order ID', 'Branch', 'Estimated delivery'].map((name) => fact(name))).toEqual([
      'Kererū Pipe Supplies Ltd',
      '88106',
      'Christchurch',
      '31/12/2026 09:00',
    ])
  })

  // SUP-3
  test('its items open their product; its timeline shows coming steps', async () => {
    serve()
    await openAt('/suppliers/orders/31')
    const items = await screen.findByRole('table', { name: 'Items' })
    expect(heads()).toEqual(['Product', 'Quantity', 'Cartons', 'Units per carton'])
    expect(within(items).getByRole('link').getAttribute('href')).toBe('/products/FIT%2F90-15')
    expect(items.textContent).toContain('804—')
    const timeline = screen.getByText('Timeline').parentElement?.parentElement
    expect(timeline?.textContent).toContain('Expected31/12/2026 09:00')
    expect(timeline?.textContent).toContain('Order has not been devanned yet')
  })

  test('says that an order does not exist', async () => {
    fakeServer.answer(() => ({ status: 404, body: { message: 'no' } }))
    await openAt('/suppliers/orders/99')
    expect(await screen.findByText('Failed to find supplier order')).toBeTruthy()
  })
})

describe('a supplier', () => {
  const OTHER = { ...ORDER, id: 32, supplier: { id: 8 }, po_number: 4161 }
  const RECEIVED = { ...ORDER, id: 30, po_number: 4102, devanned_at: '2026-11-01T20:04:00Z' }

  test('shows its details and a summary of its orders, from the two lists', async () => {
    serve(SUPPLIERS, [OTHER, ORDER, RECEIVED])
    await openAt('/suppliers/7')
    const title = await screen.findByRole('heading', { level: 1, name: 'Supplier #20417' })
    await waitFor(() => expect([document.title, document.activeElement]).toEqual(['Supplier #20417', title]))
    expect(['Infusion ID', 'Name'].map(fact)).toEqual(['20417', 'Kererū Pipe Supplies Ltd'])
    expect(screen.getByRole('link', { name: 'https://www.example.com/' })).toBeTruthy()
    await waitFor(() =>
      expect(['Draft', 'Ordered', 'Shipped', 'Received'].map(fact)).toEqual(['0', '1', '0', '1']),
    )
    expect(['Last ordered', 'Next delivery'].map(fact)).toEqual(['12/11/2026 09:04', '31/12/2026 09:00'])
    expect(new Set(asked('/api/v1'))).toEqual(new Set(['/api/v1/suppliers', '/api/v1/suppliers/orders']))
  })

  test('lists its orders and no others; its keys change tabs and open the active one', async () => {
    serve(SUPPLIERS, [OTHER, ORDER])
    const router = await openAt('/suppliers/7')
    const press = (key: string) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key, code: `Key${key.toUpperCase()}` })
    await screen.findByRole('tab', { name: 'Details', selected: true })
    press('t')
    await screen.findByRole('grid', { name: 'Supplier orders' })
    expect(router.state.location.search).toBe('?tab=orders')
    expect(heads()).toEqual(['PO Number', 'Order ID', 'Created', 'Estimated delivery', 'Status'])
    expect(rowTexts()).toEqual([['4160', '88106', '11/11/2026 09:04', '31/12/2026 09:00', 'Ordered']])
    press('o')
    await screen.findByRole('heading', { level: 1, name: 'PO # 4160' })
    press('u')
    await waitFor(() => {
      const { pathname, search: query } = router.state.location
      expect(pathname + query).toBe('/suppliers/7?tab=orders')
    })
  })

  test('without a link in its website shows the text, and without orders says so', async () => {
    serve([{ id: 7, website: 'javascript:alert(1)' }], [])
    await openAt('/suppliers/7')
    await screen.findByText('javascript:alert(1)')
    expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull()
    cleanup()
    await openAt('/suppliers/7?tab=orders')
    expect(await screen.findByText('This supplier has no purchase orders yet.')).toBeTruthy()
  })

  test('that does not exist is reported', async () => {
    serve()
    await openAt('/suppliers/99')
    expect(
      await screen.findByText('Failed to find the supplier, check the supplier ID and try again.'),
    ).toBeTruthy()
  })

  test('that cannot be loaded is reported with the catalogue’s message', async () => {
    fakeServer.answer(() => ({ status: 500 }))
    await openAt('/suppliers/7')
    expect(await screen.findByText('Failed to get suppliers, try again.')).toBeTruthy()
    serve()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Infusion ID')).toBeTruthy()
  })
})
