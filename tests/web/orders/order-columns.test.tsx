import { useTable } from '@tanstack/react-table'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { OrderDetails } from '../../../src/web/screens/orders/order-details.tsx'
import { OrderPhoneRow, orderColumns } from '../../../src/web/screens/orders/orders-list.tsx'
import { features } from '../../../src/web/table/features.ts'
import { orderOf, PAID } from './order-of.ts'

const NOTHING = orderOf('7')
const HOUR = 3_600_000

afterEach(() => void vi.useRealTimers())

/** The cells of one order without the grid. */
function Cells({ order }: { order: Order }) {
  const table = useTable({ features, columns: orderColumns, data: [order] })
  return table
    .getRowModel()
    .rows.flatMap((row) => row.getAllCells())
    .map((cell) => (
      <div key={cell.id} data-testid={String(cell.column.columnDef.header)}>
        <table.FlexRender cell={cell} />
      </div>
    ))
}

function cellsOf(order: Order): Record<string, string | null> {
  render(<Cells order={order} />)
  const heads = orderColumns.map((column) => String(column.header))
  return Object.fromEntries(heads.map((head) => [head, screen.getByTestId(head).textContent]))
}

// ORD-1
test('the columns are in their order', () => {
  expect(orderColumns.map((column) => column.header)).toEqual([
    'Order ID',
    'Date',
    'Customer',
    'Total',
    'Region',
    'Status',
  ])
})

// ORD-5, ORD-7
test('an order with everything', () => {
  vi.useFakeTimers({ now: Date.parse(PAID.dates.ordered_at ?? '') + 25 * HOUR, toFake: ['Date'] })
  expect(cellsOf(PAID)).toEqual({
    'Order ID': '104823',
    Date: '20/11/2026 09:0425 h',
    Customer: 'McAllister Bros Stockwater Hamish McAllister',
    Total: '$1,763.02',
    Region: 'WaikatoRural',
    Status: 'Paid',
  })
})

test.each([
  [22, 'bg-dot-green'],
  [23, 'bg-dot-amber'],
  [48, 'bg-dot-red'],
])('%d hours after it was ordered its badge is %s', (hours, look) => {
  vi.useFakeTimers({ now: Date.parse(PAID.dates.ordered_at ?? '') + hours * HOUR, toFake: ['Date'] })
  const { container } = render(<Cells order={PAID} />)
  expect(container.querySelectorAll(`.${look}`)).toHaveLength(1)
})

test('an order with nothing but its code', () => {
  expect(cellsOf(NOTHING)).toEqual({
    'Order ID': '7',
    Date: '—',
    Customer: '—',
    Total: '—',
    Region: '—',
    Status: '—',
  })
})

test('a customer without a company is shown by name, once', () => {
  expect(cellsOf(orderOf('8', { customer: { name: 'Ruth Pemberley' } })).Customer).toBe('Ruth Pemberley')
})

test('the row of two lines can show an order without data', () => {
  const { container } = render(<OrderPhoneRow order={NOTHING} />)
  expect(container.textContent).toBe('7———')
})

function details(order: Order): HTMLElement {
  return render(
    <Provider>
      <MemoryRouter>
        <OrderDetails order={order} />
      </MemoryRouter>
    </Provider>,
  ).container
}

test('the details can show an order without data, without dead links', () => {
  const container = details(NOTHING)
  expect(container.textContent).toContain('0 lines, 0 units')
  expect(container.querySelectorAll('a')).toHaveLength(0)
})

// NAV-2
test('codes are encoded in links', () => {
  details(PAID)
  const items = within(screen.getByRole('table', { name: 'Items' }))
  expect(items.getByRole('link').getAttribute('href')).toBe('/products/CLIP-20%23100')
  expect(screen.getByRole('link', { name: 'View Customer' }).getAttribute('href')).toBe('/customers/10482')
})

test.each([
  ['egate3p', 'Credit Card'],
  ['card', 'Bank Transfer'],
])('the details say that %s is a %s', (payment_method, words) => {
  details({ ...PAID, payment_method })
  expect(screen.getByText('Payment', { selector: 'dt' }).nextElementSibling?.textContent).toBe(words)
})

test('a click & collect order has no map', () => {
  details(PAID)
  expect(screen.getAllByRole('link', { name: 'View map' })).toHaveLength(1)
  details({ ...PAID, freight: { ...PAID.freight, is_pickup: true } })
  expect(screen.getAllByRole('link', { name: 'View map' })).toHaveLength(1)
})

test('the second click of a double click on a list’s row opens no product; a single click does', () => {
  render(
    <Provider>
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<OrderDetails order={PAID} />} />
          <Route path="/products/:slug" element={<p>The product</p>} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  )
  fireEvent.click(screen.getByRole('link', { name: 'CLIP-20#100' }), { detail: 2 })
  expect(screen.queryByText('The product')).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'CLIP-20#100' }), { detail: 1 })
  expect(screen.getByText('The product')).toBeTruthy()
})
