import { useTable } from '@tanstack/react-table'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { createRef } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { DEFAULT_ORDER_FILTER, readOrderFilter } from '../../../src/domain/lists/order-filter.ts'
import { listQuery } from '../../../src/web/api/orders.ts'
import { paths } from '../../../src/web/routing/paths.ts'
import { AgeBadge } from '../../../src/web/screens/orders/age-badge.tsx'
import { OrderDetails } from '../../../src/web/screens/orders/order-details.tsx'
import { orderPhoneRow } from '../../../src/web/screens/orders/order-row.tsx'
import { ORDER_FILTER, OrderFilters, orderColumns } from '../../../src/web/screens/orders/orders-list.tsx'
import { installation } from '../../../src/web/state/installation.ts'
import { features } from '../../../src/web/table/column-layout.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { asked, openAt, setUpScreens } from '../screens/on-screen.tsx'
import { orderOf, PAID } from './order-of.ts'

describe('the columns', () => {
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
    const { container } = render(orderPhoneRow(NOTHING, AgeBadge))
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

  test('the details say how it was paid', () => {
    details({ ...PAID, payment_method: 'egate3p' })
    expect(screen.getByText('Payment', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
      'Credit Card',
    )
  })

  test('a click & collect order has no map', () => {
    details(PAID)
    const map = screen.getByRole('link', { name: 'View map' })
    expect(map.getAttribute('href')).toMatch(/^https:\/\//)
    expect(map.getAttribute('rel')).toContain('noopener')
    details({ ...PAID, freight: { ...PAID.freight, is_pickup: true } })
    expect(screen.getAllByRole('link', { name: 'View map' })).toEqual([map])
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
})

describe('the filter', () => {
  const read = (search: string) => readOrderFilter(new URLSearchParams(search), '2026-11-20')

  describe('the call', () => {
    test.each([
      ['', { daterange: '30days' }],
      ['daterange=all', {}],
      ['page=1&branch=all', { daterange: '30days' }],
      [
        'page=2&query=pex&branch=auckland&status=paid&daterange=90days',
        { page: 2, query: 'pex', branch: 'auckland', status: 'paid', daterange: '90days' },
      ],
    ])('%s', (search, query) => expect(listQuery(read(search))).toEqual(query))
  })

  test('the address of a list of codes can be read and shared', () => {
    const codes = ['108856', 'A/1 #2']
    const address = paths.listOfCodes(codes)
    expect(address).toBe('/orders?codes=108856,A%2F1+%232')
    expect(read(address.slice('/orders?'.length))).toEqual({
      ...DEFAULT_ORDER_FILTER,
      daterange: 'all',
      codes,
    })
    expect(ORDER_FILTER.address({ ...DEFAULT_ORDER_FILTER, codes })).toBe(address)
  })

  test('a list of codes has at most 500, on one page', () => {
    const filter = read(`codes=${Array.from({ length: 501 }, (_, index) => index).join(',')}`)
    expect(filter.codes).toHaveLength(500)
    expect(ORDER_FILTER.pages?.count?.(filter)).toBe(1)
    expect(ORDER_FILTER.pages?.count?.(DEFAULT_ORDER_FILTER)).toBeNull()
  })
})

describe('the tools', () => {
  function setUp(filter = DEFAULT_ORDER_FILTER) {
    const onApply = vi.fn()
    const view = render(<OrderFilters filter={filter} onApply={onApply} form={createRef()} />)
    const box = screen.getByRole('searchbox', { name: 'Search orders' })
    return { onApply, box, rerender: view.rerender }
  }

  test('text waits for Enter', () => {
    const { onApply, box } = setUp({ ...DEFAULT_ORDER_FILTER, page: 3 })
    fireEvent.change(box, { target: { value: 'tamaki' } })
    expect(onApply).not.toHaveBeenCalled()
    fireEvent.submit(screen.getByRole('search', { name: 'Search orders' }))
    expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...DEFAULT_ORDER_FILTER, query: 'tamaki' })
  })

  test('the Filter button applies', () => {
    const { onApply } = setUp()
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    expect(onApply).toHaveBeenCalledExactlyOnceWith(DEFAULT_ORDER_FILTER)
  })

  // ORD-2, ORD-3
  test.each([
    ['Branch', ['All', 'Auckland', 'Christchurch'], 'All'],
    ['Date range', ['30 days', '90 days', '12 months', 'All'], '30 days'],
    ['Status', ['All', 'Paid', 'Ready', 'Shipped', 'Unpaid'], 'All'],
  ])('%s offers %j, and opens on %s', (label, choices, first) => {
    setUp()
    const offered = within(screen.getByRole('combobox', { name: label })).getAllByRole<HTMLOptionElement>(
      'option',
    )
    expect(offered.map((option) => option.textContent)).toEqual(choices)
    expect(offered.filter((option) => option.selected).map((option) => option.textContent)).toEqual([first])
  })

  test.each([
    ['Branch', 'christchurch', { branch: 'christchurch' }],
    ['Date range', 'all', { daterange: 'all' }],
    ['Status', 'ready', { status: 'ready' }],
  ])('%s applies at once, together with the typed text', (label, value, change) => {
    const { onApply, box } = setUp({ ...DEFAULT_ORDER_FILTER, page: 2 })
    fireEvent.change(box, { target: { value: 'pex' } })
    fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } })
    expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...DEFAULT_ORDER_FILTER, query: 'pex', ...change })
  })

  test('a new address replaces the values in the form', () => {
    const { box, onApply, rerender } = setUp()
    fireEvent.change(box, { target: { value: 'typed' } })
    const next = { ...DEFAULT_ORDER_FILTER, query: 'from the address', status: 'paid' as const }
    rerender(<OrderFilters filter={next} onApply={onApply} form={createRef()} />)
    expect(box).toHaveProperty('value', 'from the address')
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'paid')
  })
})

describe('a row under the pointer', () => {
  setUpScreens()

  const paid = {
    status: 'Paid',
    dates: { paid_at: '2026-11-19T20:06:00Z', ordered_at: '2026-11-19T20:04:00Z' },
  }

  beforeEach(() => {
    fakeServer.answer(() => ({ body: ['104823', '104824'].map((code) => exampleOrder({ code, ...paid })) }))
  })

  const row = (code: string) => screen.findByRole('row', { name: new RegExp(code), hidden: true })
  const isActive = async (code: string) => (await row(code)).hasAttribute('data-active')

  test('the Pack order button is there under the pointer as well, and packs that order', async () => {
    await openAt('/orders')
    expect(within(await row('104823')).getByRole('button', { name: 'Pack order' })).toBeTruthy()
    expect(within(await row('104824')).queryByRole('button', { name: 'Pack order' })).toBeNull()
    fireEvent.mouseEnter(await row('104824'))
    fireEvent.click(within(await row('104824')).getByRole('button', { name: 'Pack order' }))
    const dialog = await screen.findByRole('dialog', { name: 'Pack order items' })
    expect(dialog.textContent).toContain('Order 104824')
    expect(await isActive('104824')).toBe(true)
  })

  test('it leaves with the pointer', async () => {
    await openAt('/orders')
    const other = await row('104824')
    fireEvent.mouseEnter(other)
    fireEvent.mouseLeave(other)
    expect(within(other).queryByRole('button', { name: 'Pack order' })).toBeNull()
  })

  test('a right click opens the menu of its row; with Shift the browser opens its own', async () => {
    await openAt('/orders')
    expect(fireEvent.contextMenu(await row('104824'), { shiftKey: true })).toBe(true)
    expect(screen.queryByRole('menu')).toBeNull()
    expect(fireEvent.contextMenu(await row('104824'))).toBe(false)
    expect(await screen.findByRole('menu', { name: 'Actions for order 104824' })).toBeTruthy()
    expect(await isActive('104824')).toBe(true)
  })
})

// LIST-10
describe('the criteria of the list', () => {
  const { capabilities } = installation

  setUpScreens()

  beforeEach(() => {
    installation.capabilities = new Set(['order-filters'])
    fakeServer.answer(() => ({ body: [exampleOrder({ code: '104823' })] }))
  })
  afterEach(() => {
    installation.capabilities = capabilities
  })

  const buttons = () =>
    screen.queryAllByRole('button', { name: /^Remove the filter/ }).map(({ textContent }) => textContent)
  const button = (words: string) => screen.findByRole('button', { name: `Remove the filter: ${words}` })

  test('each has a button, which removes it from the address and from the request', async () => {
    const router = await openAt(
      '/orders?status=unpaid&ordered=this-week&total=over-500&is=late,no-email&page=2',
    )
    await button('over $500.00')
    expect(buttons()).toEqual(['This week', 'Over $500.00', 'Late, no e-mail address'])
    expect(screen.getByRole('list', { name: 'More filters' })).toBeTruthy()
    fireEvent.click(await button('over $500.00'))
    await waitFor(() => expect(buttons()).toEqual(['This week', 'Late, no e-mail address']))
    const left = Object.fromEntries(new URLSearchParams(router.state.location.search))
    expect(left).toMatchObject({ status: 'unpaid', ordered: 'this-week', is: 'late,no-email' })
    expect([left.total, left.page]).toEqual([undefined, undefined])
    await waitFor(() => expect(asked('/api/v1/orders?').at(-1)).not.toContain('total='))
    expect(asked('/api/v1/orders?').at(-1)).toContain('is=late')
  })

  test('the keyboard reaches a button, whose Enter removes the criterion without opening a row', async () => {
    const router = await openAt('/orders?total=over-500')
    const remove = await button('over $500.00')
    expect(remove.tabIndex).toBe(0)
    remove.focus()
    // A browser clicks the button unless something prevents the key.
    expect(fireEvent.keyDown(remove, { key: 'Enter' })).toBe(true)
    expect(router.state.location.pathname).toBe('/orders')
    fireEvent.click(remove)
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await waitFor(() => expect(buttons()).toEqual([]))
  })

  test('a back end without them is asked for none, and none is shown', async () => {
    installation.capabilities = new Set()
    await openAt('/orders?total=over-500')
    await screen.findByRole('row', { name: /104823/, hidden: true })
    expect(buttons()).toEqual([])
    expect(asked('/api/v1/orders?').join()).not.toContain('total=')
  })
})

describe('a list of codes', () => {
  const HERE = ['108846', '108856', '108870']

  setUpScreens()

  beforeEach(() =>
    fakeServer.answer(({ url }) => {
      const code = url.split('/').at(-1) ?? ''
      if (url.startsWith('/api/v1/orders?')) return { body: [orderOf('109000')] }
      return HERE.includes(code) ? { body: orderOf(code) } : { status: 404 }
    }),
  )

  /** The codes of the rows, from top to bottom. */
  async function rows() {
    const grid = await screen.findByRole('grid', { name: 'Orders' })
    return within(grid)
      .getAllByRole('link')
      .map((link) => link.textContent)
  }

  test('exactly the orders of the address are shown, in its order, and unknown ones are named', async () => {
    await openAt(paths.listOfCodes(['108870', '1', '108846', '2']))
    expect(await rows()).toEqual(['108870', '108846'])
    const notes = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(notes).toContainEqual(expect.stringContaining('Showing 2 orders by code.Not found: 1, 2'))
    expect(screen.getByText('2 on this page')).toBeTruthy()
    expect(asked('/api/v1/orders?')).toEqual([])
  })

  test('they are selected for the bulk commands like the rows of any list', async () => {
    await openAt(paths.listOfCodes(['108856', '108846']))
    const grid = await screen.findByRole('grid', { name: 'Orders' })
    grid.focus()
    fireEvent.keyDown(grid, { key: 'a', ctrlKey: true })
    await screen.findByText('2 selected')
    expect(screen.getByRole('button', { name: /Pack/ })).toBeTruthy()
  })

  test('a filter leaves the codes for the orders that it finds', async () => {
    const router = await openAt(paths.listOfCodes(['108856']))
    expect(await rows()).toEqual(['108856'])
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'paid' } })
    await waitFor(() => expect(router.state.location.search).toBe('?daterange=all&status=paid'))
    await waitFor(async () => expect(await rows()).toEqual(['109000']))
    expect(screen.queryByText(/by code/)).toBeNull()
  })

  test('with no order at all the list is empty, and all orders are one link away', async () => {
    await openAt(paths.listOfCodes(['1', '2']))
    await screen.findByText('No order has one of these codes.')
    expect(screen.getByText('Not found: 1, 2')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show all orders' }).getAttribute('href')).toBe('/orders')
  })
})
