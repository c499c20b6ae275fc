import '../api/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { payInFull } from '../../../src/web/screens/order-dialogs/pay-in-full.ts'
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

const pay = (date_paid: string) => payInFull(PAID, { date_paid, payment_method: 'bank', reference: '' })

test.each([
  ['0030-10-20', 'Date paid: may not be before the year 2000.'],
  ['2026-11-21', 'Date paid: may not be in the future.'],
  ['', 'Date paid: is required.'],
])('a payment on %j is not sent, and its day says why', async (day, message) => {
  await expect(pay(day)).rejects.toMatchObject({ field: 'date_paid', message })
  expect(fakeServer.sent).toEqual([])
})

test('a payment today in Auckland is sent', async () => {
  await pay('2026-11-20')
  expect(fakeServer.sent).toMatchObject([{ url: '/api/v1/orders/104823/payment' }])
})
