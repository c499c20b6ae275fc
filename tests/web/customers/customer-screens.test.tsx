import '../api/fake-server.ts' // first: see there
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { routes } from '../../../src/web/routes.tsx'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

/** The first import of a screen takes as long as the machine does. */
const WAIT = { timeout: 15_000 }

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
const ORDERS = [{ code: '104823', status: 'Ordered', costs: { total: 11_500 }, delivery_address: ADDRESS }]

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeToken(MERE)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  fakeServer.answer(({ url }) => {
    if (url.startsWith('/api/v1/customers/')) return { body: CUSTOMER }
    return { body: url.startsWith('/api/v1/customers') ? ROWS : ORDERS }
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
})

async function openAt(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  await waitFor(() => expect(router.state.initialized).toBe(true), WAIT)
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Provider>,
  )
  return router
}

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
const cells = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent)
    : []
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

describe('the customers list', () => {
  test('has the columns of section 2, a search and the button that has no action yet', async () => {
    await openAt('/customers')
    await screen.findByRole('grid', { name: 'Customers' }, WAIT)
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

  test('copies a code that is pressed, and stays; a row leads to its customer', async () => {
    const written = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: written } })
    const router = await openAt('/customers')
    const grid = await screen.findByRole('grid', { name: 'Customers' }, WAIT)
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
    const title = await screen.findByRole('heading', { level: 1, name: 'Customer #10482' }, WAIT)
    expect(title.parentElement?.textContent).toContain('Retail')
    expect(screen.getByRole('button', { name: 'Edit Customer' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('shows who it is and where goods go', async () => {
    await openAt('/customers/10482')
    await screen.findByText('Account number', { selector: 'dt' }, WAIT)
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

  test('has the orders of section 2, each leading to its screen', async () => {
    await openAt('/customers/10482?tab=orders')
    const grid = await screen.findByRole('grid', { name: 'Orders' }, WAIT)
    expect(heads()).toEqual(['Order number', 'Order date', 'Address', 'Total', 'Status'])
    expect(within(grid).getByRole('link').getAttribute('href')).toBe('/orders/104823')
    expect(fakeServer.sent.some(({ url }) => url.startsWith('/api/v1/orders'))).toBe(true)
  })
})
