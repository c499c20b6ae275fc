import { render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { OrderDetails } from '../../../src/web/screens/orders/order-details.tsx'
import { store } from '../../../src/web/state/store.ts'
import { orderOf } from './order-of.ts'

test.each([
  ['one item', [{}], '1 item could not be read and was left out.'],
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
