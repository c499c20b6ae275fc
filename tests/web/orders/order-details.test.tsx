import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { RecordTitle } from '../../../src/web/record/define-record-screen.tsx'
import { OrderDetails, StatusCard } from '../../../src/web/screens/orders/order-details.tsx'
import { OrderHead } from '../../../src/web/screens/orders/order-screen.tsx'
import { closeDialog, dialogAtom } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { Providers } from '../providers.tsx'
import { orderOf, PAID } from './order-of.ts'

describe('the title', () => {
  const AT = '2026-11-20T01:00:00Z'

  function show(order: Order): HTMLElement {
    store.set(targetsAtom, { order })
    const { container } = render(
      <Provider store={store}>
        <MemoryRouter>
          <RecordTitle noun="Order" code={`#${order.code}`}>
            <OrderHead record={order} />
          </RecordTitle>
        </MemoryRouter>
      </Provider>,
    )
    return container
  }

  // ORD-20
  test('the title is the code of the order, beside its status and an Options menu', () => {
    const container = show(PAID)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order #104823')
    expect(container.textContent).toMatch(/^Order #104823Paid/)
    expect(screen.getByRole('button', { name: 'Options' })).toBeTruthy()
  })

  // ORD-22
  test.each([
    ['paid', [true, false], { paid_at: AT }],
    ['packed', [false, true], { paid_at: AT, ready_at: AT }],
    ['shipped', [false, false], { paid_at: AT, ready_at: AT, shipped_at: AT }],
  ])('an order that is %s has the Pack order button, the Packed badge: %j', (_, shown, dates) => {
    show(orderOf('104823', { dates }))
    const button = screen.queryByRole('button', { name: 'Pack order' })
    expect([button !== null, screen.queryByText('Packed') !== null]).toEqual(shown)
  })

  test('the Pack order button opens its dialog', () => {
    show(PAID)
    fireEvent.click(screen.getByRole('button', { name: 'Pack order' }))
    expect(store.get(dialogAtom)).toMatchObject({ name: 'pack', order: { code: '104823' } })
    act(closeDialog)
  })

  const PLACEHOLDERS = [
    'Print invoice',
    'Print packing slip',
    'Edit order',
    'Refund',
    'Return items',
    'Cancel order',
  ]

  const ACTIONS = ['Record payment', 'Pack order items', 'Record collection', 'Add tracking info']
  const PICKUP = { is_pickup: true }

  // BIZ-4, BIZ-6
  test.each([
    ['unpaid delivery', {}, {}, ['Record payment', 'Add tracking info']],
    ['paid pick-up', PICKUP, { paid_at: AT }, ['Pack order items', 'Record collection']],
  ])('the Options menu offers what can be done with an order: %s', async (_, freight, dates, offered) => {
    show(orderOf('104823', { freight, dates }))
    fireEvent.click(screen.getByRole('button', { name: 'Options' }))
    const items = await screen.findAllByRole('menuitem')
    const named = (name: string) => items.find(({ textContent }) => textContent?.startsWith(name))
    expect(ACTIONS.filter(named)).toEqual(offered)
    expect(PLACEHOLDERS.map((name) => named(name)?.getAttribute('aria-disabled'))).toEqual(
      PLACEHOLDERS.map(() => 'true'),
    )
  })
})

describe('the cards', () => {
  const fact = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent

  test('details of payment and collection are shown once they are recorded', () => {
    render(<StatusCard order={orderOf('104823', { payment_reference: 'EFT 7', collected_by: 'Tama' })} />)
    expect([fact('Payment reference'), fact('Collected by')]).toEqual(['EFT 7', 'Tama'])
  })

  test.each([
    ['nothing was recorded', { payment_reference: null, collected_by: ' ' }],
    ['another back end has no such fields', {}],
  ])('no such detail is shown if %s', (_, parts) => {
    render(<StatusCard order={orderOf('104823', parts)} />)
    expect(fact('Payment')).toBe('Bank Transfer')
    expect([fact('Payment reference'), fact('Collected by')]).toEqual([undefined, undefined])
  })

  function showDetails(order: Parameters<typeof OrderDetails>[0]['order']) {
    render(
      <MemoryRouter>
        <OrderDetails order={order} />
      </MemoryRouter>,
      { wrapper: Providers },
    )
  }

  test('the notes of an order are named and stand before its items', () => {
    showDetails(PAID)
    const notes = screen.getByRole('note', { name: 'Notes' })
    expect(notes.textContent).toBe('NotesLeave at the woolshed.')
    const items = screen.getByRole('heading', { name: 'Items' })
    expect(notes.compareDocumentPosition(items) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.getAllByText('Leave at the woolshed.')).toHaveLength(1)
  })

  test('a skipped order says so first, with the reason and the command that ends it', () => {
    const skipped = { until: '2026-11-20T11:00:00Z', reason: 'No stock', by: 'Tama' }
    showDetails({ ...PAID, skipped })
    const note = screen.getByText('Skipped until 21/11/2026 by Tama: No stock')
    const notes = screen.getByRole('note', { name: 'Notes' })
    expect(note.compareDocumentPosition(notes) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  test('an order with blank notes shows none', () => {
    showDetails({ ...PAID, notes: ' \n' })
    screen.getByRole('heading', { name: 'Items' })
    expect(screen.queryByRole('note', { name: 'Notes' })).toBeNull()
  })
})

describe('the items', () => {
  test.each([
    ['several', [{}, null, { id: 1, quantity: 'two' }], '3 items could not be read and were left out.'],
    ['none', [], undefined],
  ])('says how many items of an order could not be read: %s', (_, items, said) => {
    const order = orderOf('104823', { items: [{ id: 7, product: { code: 'CLIP-20#100' } }, ...items] })
    store.set(targetsAtom, { order })
    render(
      <Provider store={store}>
        <MemoryRouter>
          <OrderDetails order={order} />
        </MemoryRouter>
      </Provider>,
    )
    expect(screen.queryByRole('status')?.textContent).toBe(said)
    screen.getByRole('link', { name: 'CLIP-20#100' })
  })
})

// FMT-2, ORD-21
test('an order is shown with its items, sums, steps and cards', () => {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <OrderDetails order={orderOf('104823', { ...PAID, status: 'Ordered', dates: {} })} />
      </MemoryRouter>
    </Provider>,
  )
  const rows = within(screen.getByRole('table', { name: 'Items' })).getAllByRole('row')
  expect(rows.map((row) => Array.from(row.children, (cell) => cell.textContent))).toEqual([
    ['Product', 'Price', 'Quantity', 'Subtotal'],
    ['CLIP-20#100Pipe clip', '$96.40', '2', '$192.80'],
    ['Freight', '$10.86'],
    ['Subtotal', '$1,533.06'],
    ['GST', '$229.96'],
    ['Total', '$1,763.02'],
  ])
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Items',
    'Timeline',
    'Order status',
    'Customer details',
    'Delivery address',
  ])
  for (const step of ['Created', 'Payment has not been made yet', 'Order has not been shipped yet'])
    expect(screen.getByText(step)).toBeTruthy()
})
