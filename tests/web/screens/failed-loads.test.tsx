import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { AxiosError } from 'axios'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { connectionLost, fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from './on-screen.tsx'

setUpScreens()

type Handler = Parameters<typeof fakeServer.answer>[0]

function timedOut(): never {
  throw new AxiosError('timeout of 20000ms exceeded', AxiosError.ECONNABORTED)
}

const FAILURES: [string, Handler][] = [
  ['answers 500', () => ({ status: 500, body: { success: false, message: 'Internal error' } })],
  ['answers 404', () => ({ status: 404, body: { success: false } })],
  ['is cut off', connectionLost],
  ['gets no answer in time', timedOut],
  ['answers something unreadable', () => ({ body: '<html>proxy</html>' })],
]

test.each(FAILURES)(
  "the load of the orders %s: the catalogue's message, and Try again",
  async (_, handler) => {
    fakeServer.answer(handler)
    await openAt('/orders')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(MESSAGES.somethingWrong)
    expect(alert.textContent).toContain(MESSAGES.ordersLoad)
    expect(screen.queryByText(MESSAGES.noOrders)).toBeNull()
    fakeServer.answer(() => ({ body: [exampleOrder({ code: '104823' })] }))
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    const grid = await screen.findByRole('grid', { name: 'Orders' })
    expect(grid.textContent).toContain('104823')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  },
)

describe('a sentence of the catalogue that the server repeats is shown once', () => {
  // MSG-2
  test.each([
    ['/orders', MESSAGES.ordersLoad, [404, 422, 429, 503]],
    ['/suppliers', MESSAGES.suppliersLoad, [404, 422, 429, 503]],
    ['/consignments', MESSAGES.consignmentSearch, [404, 422, 429, 503]],
    ['/orders/104823', MESSAGES.orderDetails, [422, 429, 503]],
    ['/orders/104823', MESSAGES.orderNotFound, [404]],
  ] as const)('%s: %s', async (address, message, statuses) => {
    for (const status of statuses) {
      queryClient.clear()
      fakeServer.answer(() => ({ status, body: { success: false, message } }))
      await openAt(address)
      const alert = await screen.findByRole('alert')
      expect(alert.textContent?.split(message)).toHaveLength(2)
      cleanup()
    }
  })
})

// MSG-3
test.each([
  ['/orders/104823', MESSAGES.orderDetails],
  ['/consignments/COC00014123', MESSAGES.consignmentDetails],
  ['/customers/10482', MESSAGES.customerDetails],
  ['/products/2041', MESSAGES.productDetails],
  ['/suppliers/orders/31', MESSAGES.supplierOrderDetails],
])("the load of %s fails: the catalogue's message, and Try again", async (address, message) => {
  fakeServer.answer(() => ({ status: 500, body: { success: false } }))
  await openAt(address)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(MESSAGES.somethingWrong)
  expect(alert.textContent).toContain(message)
  const requests = () => fakeServer.sent.filter(({ url }) => url === `/api/v1${address}`).length
  const before = requests()
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(requests()).toBeGreaterThan(before))
})
