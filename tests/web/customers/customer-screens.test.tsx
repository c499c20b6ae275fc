import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ListedCustomer } from '../../../src/contract/customers.ts'
import { CustomerCode, CustomerPhoneRow } from '../../../src/web/screens/customers/customers.tsx'
import { fakeServer } from '../api/fake-server.ts'
import { asked, fact, heads, openAt, setUpScreens } from '../screens/on-screen.tsx'

const ADDRESS = {
  street: '12 Lunn Avenue, Unit 3',
  suburb: '12 Lunn Avenue, Mount Wellington',
  city: 'Auckland',
  postcode: '1072',
}
const ROWS = [
  {
    code: '10482',
    name: "Māia O'Neill",
    phone: '09 555 0123',
    pricing: 'stop',
    address: ADDRESS,
    last_ordered_at: '2026-11-19T23:00:00.000Z',
  },
  { code: '10483' },
]
const CUSTOMER = {
  ...ROWS[0],
  infusion_key: 'TAMAPLUM',
  company: 'Tāmaki Plumbing & Gas',
  mobile: '021 555 0188',
  email: 'MAIA@EXAMPLE.COM',
  delivery_address: { street: '4 Port Road', city: 'Whangārei', postcode: '0110' },
}
const ORDERS = [
  {
    code: '104823',
    status: 'Ordered',
    costs: { total: 11_500 },
    dates: { ordered_at: '2026-11-19T23:00:00.000Z' },
    delivery_address: ADDRESS,
  },
]

setUpScreens()
beforeEach(() =>
  fakeServer.answer(({ url }) => {
    if (url.startsWith('/api/v1/customers/')) return { body: CUSTOMER }
    return { body: url.startsWith('/api/v1/customers') ? ROWS : ORDERS }
  }),
)

const cells = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent)
    : []

describe('the customers list', () => {
  // CUS-1
  test('has its columns, a search and the button that has no action yet', async () => {
    await openAt('/customers')
    await screen.findByRole('grid', { name: 'Customers' })
    expect(heads()).toEqual(['Customer ID', 'Pricing', 'Name', 'Phone', 'Last order', 'Location'])
    const [, first, second] = screen.getAllByRole('row')
    expect(cells(first)).toEqual([
      '10482',
      'Stop Credit',
      "Māia O'Neill",
      '09 555 0123',
      '20/11/2026 12:00',
      '12 Lunn Avenue, Mount Wellington, Auckland 1072',
    ])
    expect(cells(second).slice(0, 4)).toEqual(['10483', 'Retail', '—', '—'])
    expect(screen.getByRole('searchbox', { name: 'Search customers' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Filter' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New Customer' }).getAttribute('aria-disabled')).toBeNull()
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy()
  })

  // CUS-6
  test('shows the person beside the company on a phone', () => {
    render(<CustomerPhoneRow customer={ListedCustomer.parse(CUSTOMER)} />)
    expect(screen.getByText('Tāmaki Plumbing & Gas').textContent).toBe("Tāmaki Plumbing & Gas Māia O'Neill")
  })

  // CUS-1
  test('a full page of two hundred has a next page', async () => {
    const full = Array.from({ length: 200 }, (_, index) => ({ code: `C${index}` }))
    fakeServer.answer(({ url }) => ({ body: url.includes('page=2') ? ROWS : full }))
    const router = await openAt('/customers')
    const pages = within(await screen.findByRole('navigation', { name: 'Pages' }))
    const next = await pages.findByRole('link', { name: 'Next' })
    expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('1')
    fireEvent.click(next)
    await screen.findByRole('button', { name: '10482' })
    expect(router.state.location.search).toBe('?page=2')
    const calls = asked('/api/v1/customers')
    expect([calls[0], calls.at(-1)]).toEqual(['/api/v1/customers', '/api/v1/customers?page=2'])
  })

  test.each([
    ['10482', 1],
    [' ', 0],
  ])('the code %j can be copied by %d button', (code, buttons) => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: vi.fn() } })
    const customer = { ...ListedCustomer.parse({ code: '1' }), code }
    render(<CustomerCode customer={customer} />)
    expect(screen.queryAllByRole('button')).toHaveLength(buttons)
  })

  // CUS-6
  test('shows the company before the person, where there is one', async () => {
    const rows = [
      { ...ROWS[0], company: 'Tāmaki Plumbing & Gas' },
      { ...ROWS[0], code: '10484', company: '' },
    ]
    fakeServer.answer(() => ({ body: rows }))
    await openAt('/customers')
    const grid = await screen.findByRole('grid', { name: 'Customers' })
    const names = within(grid)
      .getAllByRole('link')
      .map((link) => link.textContent)
    expect(names).toEqual(["Tāmaki Plumbing & Gas Māia O'Neill", "Māia O'Neill"])
  })

  // CUS-2
  test('copies a clicked code without leaving the list; a click on a row opens its customer', async () => {
    const written = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: written } })
    const router = await openAt('/customers')
    const grid = await screen.findByRole('grid', { name: 'Customers' })
    fireEvent.click(within(grid).getByRole('button', { name: '10482' }))
    await waitFor(() => expect(written).toHaveBeenCalledExactlyOnceWith('10482'))
    expect(router.state.location.pathname).toBe('/customers')
    const link = within(grid).getByRole('link', { name: "Māia O'Neill" })
    expect(link.getAttribute('href')).toBe('/customers/10482')
  })
})

describe('one customer', () => {
  test('has a title with the fixed badge, and a button that is disabled', async () => {
    await openAt('/customers/10482')
    const title = await screen.findByRole('heading', { level: 1, name: 'Customer #10482' })
    expect(title.parentElement?.textContent).toContain('Retail')
    expect(screen.getByRole('button', { name: 'Edit Customer' }).getAttribute('aria-disabled')).toBe('true')
  })

  test.each([
    ['its own pricing', { pricing: 'Stop' }, [], ['Retail', 'Stop Credit']],
    ['the list, where the detail has none', { pricing: undefined }, ROWS, ['Retail', 'Stop Credit']],
    ['neither', { pricing: 'wholesale' }, ROWS, ['Retail']],
  ])('the stop of its credit is shown beside Retail, by %s', async (_, parts, rows, badges) => {
    fakeServer.answer(({ url }) => {
      if (url.startsWith('/api/v1/customers/')) return { body: { ...CUSTOMER, ...parts } }
      return { body: url.startsWith('/api/v1/customers') ? rows : ORDERS }
    })
    const router = await openAt('/customers')
    await act(() => router.navigate('/customers/10482'))
    await screen.findByText('Account number')
    const title = await screen.findByRole('heading', { level: 1, name: /10482/ })
    const shown = ['Retail', 'Stop Credit'].filter((text) => title.parentElement?.textContent?.includes(text))
    expect(shown).toEqual(badges)
  })

  // CUS-5
  test('shows the customer’s details and addresses', async () => {
    await openAt('/customers/10482')
    await screen.findByText('Account number', { selector: 'dt' })
    expect(fact('Account number')).toContain('10482')
    expect(fact('Sort key')).toContain('TAMAPLUM')
    expect(fact('Name')).toBe("Māia O'Neill")
    expect(fact('Company')).toBe('Tāmaki Plumbing & Gas')
    expect(fact('Phone')).toContain('09 555 0123')
    expect(fact('Mobile')).toContain('021 555 0188')
    expect(fact('Email')?.toUpperCase()).toBe('MAIA@EXAMPLE.COM')
    for (const [title, street] of [
      ['Postal address', '12 Lunn Avenue, Unit 3'],
      ['Delivery address', '4 Port Road'],
    ]) {
      const card = screen.getByText(title ?? '').parentElement?.parentElement
      expect(card?.textContent).toContain(street)
    }
  })

  test('has no sort key if none is known', async () => {
    fakeServer.answer(() => ({ body: { ...CUSTOMER, infusion_key: ' ' } }))
    await openAt('/customers/10482')
    await screen.findByText('Account number', { selector: 'dt' })
    expect(screen.queryByText('Sort key')).toBeNull()
  })

  // CUS-5
  test('has the orders, each leading to its screen', async () => {
    await openAt('/customers/10482?tab=orders')
    const grid = await screen.findByRole('grid', { name: 'Orders' })
    expect(heads()).toEqual(['Order number', 'Order date', 'Address', 'Total', 'Status'])
    expect(within(grid).getByRole('link').getAttribute('href')).toBe('/orders/104823')
    const [, row] = within(grid).getAllByRole('row')
    expect(cells(row)).toEqual([
      '104823',
      '20/11/2026 12:00',
      expect.stringContaining('12 Lunn Avenue'),
      '$115.00',
      expect.stringContaining('Unpaid'),
    ])
    // A slow machine may repeat the request when the response has become stale.
    expect(new Set(asked('/api/v1/orders'))).toEqual(new Set(['/api/v1/orders?customer=10482']))
  })

  test('sends goods to its own address if the delivery address is empty', async () => {
    fakeServer.answer(() => ({ body: { ...CUSTOMER, delivery_address: { street: null, city: ' ' } } }))
    await openAt('/customers/10482')
    await screen.findByText('Account number', { selector: 'dt' })
    expect(screen.getAllByText(/Unit 3/)).toHaveLength(2)
  })

  test('has further pages if a page is full', async () => {
    const page = Array.from({ length: 200 }, (_, index) => ({ ...ORDERS[0], code: String(104_823 - index) }))
    fakeServer.answer(({ url }) => {
      if (!url.startsWith('/api/v1/orders')) return { body: CUSTOMER }
      return { body: url.includes('page=2') ? ORDERS.map((order) => ({ ...order, code: '99001' })) : page }
    })
    const router = await openAt('/customers/10482?tab=orders')
    fireEvent.click(await screen.findByRole('link', { name: 'Next' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=orders&page=2'))
    expect((await screen.findByRole('link', { name: '99001' })).getAttribute('href')).toBe('/orders/99001')
    expect(asked('/api/v1/orders?customer=10482&page=2')).toHaveLength(1)
  })

  test('says that a page is beyond the end, and leads back', async () => {
    fakeServer.answer(({ url }) => ({ body: url.startsWith('/api/v1/orders') ? [] : CUSTOMER }))
    await openAt('/customers/10482?tab=orders&page=7')
    const first = await screen.findByRole('link', { name: 'Back to page 1' })
    expect(first.getAttribute('href')).toBe('/customers/10482?tab=orders')
    expect(new Set(asked('/api/v1/orders'))).toEqual(new Set(['/api/v1/orders?customer=10482&page=7']))
  })

  describe('lists orders with the commands of the orders list', () => {
    const press = (key: string, code: string) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key, code })

    async function onOrders() {
      const router = await openAt('/customers/10482?tab=orders')
      const grid = await screen.findByRole('grid', { name: 'Orders' })
      act(() => grid.focus())
      return router
    }

    test('the row has its next step and its menu', async () => {
      await onOrders()
      expect(await screen.findByRole('button', { name: 'Record payment' })).toBeTruthy()
      press('.', 'Period')
      const menu = await screen.findByRole('menu', { name: 'Actions for order 104823' })
      expect(within(menu).getByRole('menuitem', { name: 'Open order' })).toBeTruthy()
    })

    test('r records its payment, and the list is refetched', async () => {
      await onOrders()
      press('r', 'KeyR')
      const dialog = await screen.findByRole('dialog', { name: 'Record payment' })
      const before = asked('/api/v1/orders?customer=10482').length
      fakeServer.handler = ({ method }) => ({ body: method === 'POST' ? { success: true } : ORDERS })
      fireEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }))
      await waitFor(() => expect(asked('/api/v1/orders?customer=10482').length).toBeGreaterThan(before))
    })

    test('y copies the code of the order; d is the customer’s own tab', async () => {
      const written = vi.fn(async () => undefined)
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: written } })
      const router = await onOrders()
      press('y', 'KeyY')
      await waitFor(() => expect(written).toHaveBeenCalledExactlyOnceWith('104823'))
      press('d', 'KeyD')
      await waitFor(() => expect(router.state.location.search).toBe(''))
      expect(await screen.findByText('Account number', { selector: 'dt' })).toBeTruthy()
    })
  })
})
