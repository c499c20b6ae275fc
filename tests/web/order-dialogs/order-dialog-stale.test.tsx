import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf, PAID } from '../orders/order-of.ts'
import { confirm, open, setUpDialogs } from './dialog-on-screen.tsx'

setUpDialogs()

const about = () => {
  const id = screen.getByRole('dialog').getAttribute('aria-describedby') ?? ''
  return document.getElementById(id)?.textContent
}

test('a refused dialog of a stale order shows the current order', async () => {
  const unpaid = orderOf(PAID.code, {
    status: 'Ordered',
    customer: { company: 'McAllister Bros' },
    costs: PAID.costs,
  })
  let isPaid = false
  fakeServer.answer(({ method }) => {
    if (method === 'GET') return { body: isPaid ? PAID : unpaid }
    isPaid = true
    return { status: 409, body: { success: false, message: 'The order is already paid' } }
  })
  open('record-payment', unpaid)
  expect(about()).toBe('Order 104823, McAllister BrosUnpaid')
  confirm()
  await screen.findByText('The order is already paid')
  await waitFor(() => expect(about()).toBe('Order 104823, McAllister Bros StockwaterPaid'))
})
