import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

setUpScreens()

test.each([
  ['/orders/104823', MESSAGES.orderDetails, { code: 'OTHER', reference: 'OTHER' }],
  ['/consignments/COC00014123', MESSAGES.consignmentDetails, { tracking_code: 'OTHER', order_code: 'OTHER' }],
  ['/customers/10482', MESSAGES.customerDetails, { code: 'OTHER', name: 'OTHER' }],
  ['/products/2041', MESSAGES.productDetails, { id: 1, code: 'OTHER', name: 'OTHER' }],
  ['/suppliers/orders/31', MESSAGES.supplierOrderDetails, { id: 33, po_number: 'OTHER' }],
])('%s shows no other record that the server returns', async (address, message, other) => {
  fakeServer.answer(({ url }) => ({ body: url === `/api/v1${address}` ? other : [] }))
  await openAt(address)
  expect((await screen.findByRole('main')).textContent).not.toContain('OTHER')
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(screen.getByRole('main').textContent).not.toContain('OTHER')
})
