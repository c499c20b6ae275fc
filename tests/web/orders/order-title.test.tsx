import { render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { RecordTitle } from '../../../src/web/record/record-title.tsx'
import { OrderHead } from '../../../src/web/screens/orders/order-head.tsx'
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

test('the title is the code of the order, beside its status and an Options menu', () => {
  const container = show(PAID)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order #104823')
  expect(container.textContent).toMatch(/^Order #104823Paid/)
  expect(screen.getByRole('button', { name: 'Options' })).toBeTruthy()
})

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
