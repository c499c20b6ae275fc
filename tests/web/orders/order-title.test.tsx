import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { RecordTitle } from '../../../src/web/record/define-record-screen.tsx'
import { OrderHead } from '../../../src/web/screens/orders/order-screen.tsx'
import { closeDialog, dialogAtom } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { orderOf, PAID } from './order-of.ts'

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
  ['unpaid', [false, false], {}],
  ['paid', [true, false], { paid_at: AT }],
  ['packed', [false, true], { paid_at: AT, ready_at: AT }],
  ['packed before it was paid', [false, true], { ready_at: AT }],
  ['shipped', [false, false], { paid_at: AT, ready_at: AT, shipped_at: AT }],
  ['paid and shipped, its packing not recorded', [false, false], { paid_at: AT, shipped_at: AT }],
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
  ['unpaid pick-up', PICKUP, {}, ['Record payment']],
  ['paid pick-up', PICKUP, { paid_at: AT }, ['Pack order items', 'Record collection']],
  ['shipped order', { tracking_code: 'AMX1' }, { paid_at: AT, shipped_at: AT }, []],
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
