import '../api/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { BULK_KINDS } from '../../../src/web/screens/order-dialogs/bulk-actions.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  fakeServer.answer(() => ({ body: { success: true } }))
})

const pay = BULK_KINDS['record-payment']
const TERMS = { notification: null, day: '2026-11-20' }

test('an order is paid with its total, on the day that was named', async () => {
  await pay.send(orderOf('1', { costs: { total: 11_500 } }), TERMS)
  expect(fakeServer.sent).toMatchObject([
    { body: { payment_amount: 11_500, payment_method: 'bank', date_paid: '2026-11-20' } },
  ])
})

test('an order without a total is not paid with nothing', async () => {
  await expect(pay.send(orderOf('1'), TERMS)).rejects.toThrow('The order has no total.')
  expect(fakeServer.sent).toEqual([])
})
