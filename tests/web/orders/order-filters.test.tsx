import { fireEvent, render, screen, within } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { DEFAULT_ORDER_FILTER } from '../../../src/domain/lists/order-filter.ts'
import { OrderFilters } from '../../../src/web/screens/orders/orders-list.tsx'

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
