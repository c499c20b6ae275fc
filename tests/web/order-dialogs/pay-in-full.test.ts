import '../api/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { payInFull, paymentFault } from '../../../src/web/screens/order-dialogs/order-fields.tsx'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { setUpNoon } from '../noon.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'

setUpNoon()
beforeEach(() => {
  storeToken(MERE)
  fakeServer.answer(() => ({ body: { success: true } }))
})

test.each([
  ['0030-10-20', 'The payment may not be before the year 2000.'],
  ['2026-11-21', 'The payment may not be in the future.'],
  ['', 'Enter the date of the payment.'],
])('a payment on %j has a fault at its day', (date_paid, reason) => {
  expect(paymentFault(PAID, { date_paid })).toEqual({ field: 'date_paid', reason })
})

test('a payment today in Auckland is sent', async () => {
  const date_paid = '2026-11-20'
  expect(paymentFault(PAID, { date_paid })).toBeNull()
  await payInFull(PAID, { date_paid, payment_method: 'bank', reference: '' })
  expect(fakeServer.sent).toMatchObject([{ url: '/api/v1/orders/104823/payment' }])
})
