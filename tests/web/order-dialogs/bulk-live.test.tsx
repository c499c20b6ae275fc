import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rows } from '../../../src/contract/call.ts'
import type { Order } from '../../../src/contract/orders.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

const ORDERS = ['1', '2'].map((code) => orderOf(code, { status: 'Ordered', dates: {} }))

setUpScreens()
beforeEach(() => fakeServer.answer(() => ({ body: ORDERS })))
afterEach(() => act(closeDialog))

/** Another user pays an order: live updates change the row first, then the record index. */
function paidElsewhere(code: string): void {
  const paid = orderOf(code, { status: 'Paid', dates: { paid_at: '2026-11-19T20:06:00Z' } })
  queryClient.setQueriesData<Rows<Order>>({ queryKey: ['orders', 'list'] }, (list) =>
    list ? { ...list, rows: list.rows.map((row) => (row.code === code ? paid : row)) } : undefined,
  )
  recordIndex.add([orderRecord(paid)])
}

const confirmButton = () => screen.getByRole('button', { name: /^Record payment of/ })

test('an order that another user pays is left out while the dialog asks', async () => {
  await openAt('/orders')
  await screen.findByRole('grid', { name: 'Orders' })
  act(() => openDialog({ name: 'bulk-orders', action: 'record-payment', orders: ORDERS }))
  await screen.findByRole('dialog', { name: 'Record payment of 2 orders' })
  act(() => paidElsewhere('1'))
  await screen.findByRole('dialog', { name: 'Record payment of 1 order' })
  expect(screen.getByText('1 of the 2 selected orders can be paid')).toBeTruthy()
  expect(confirmButton().getAttribute('aria-disabled')).toBeNull()
  act(() => paidElsewhere('2'))
  await screen.findByRole('dialog', { name: 'Record payment of 0 orders' })
  expect(confirmButton().getAttribute('aria-disabled')).toBe('true')
})
