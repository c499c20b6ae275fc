import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { OrderDetails, StatusCard } from '../../../src/web/screens/orders/order-details.tsx'
import { Providers } from '../providers.tsx'
import { orderOf, PAID } from './order-of.ts'

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
