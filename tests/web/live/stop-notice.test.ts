import { afterEach, expect, test } from 'vitest'
import { noticeStop } from '../../../src/web/live/stop-notice.ts'
import { noteSent } from '../../../src/web/state/last-booking.ts'
import { stoppedParcelAtom } from '../../../src/web/state/stopped-parcel.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { orderOf } from '../orders/order-of.ts'

const SENT = {
  status: 'Shipped',
  freight: { tracking_code: 'MP1' },
  dates: { shipped_at: '2026-11-25T01:00:00Z' },
}
const STOPPED = {
  ...SENT,
  status: 'Cancelled',
  dates: { ...SENT.dates, cancelled_at: '2026-11-25T01:10:00Z' },
}
const toasts = () => store.get(toastsAtom).map(({ tone, text, commands }) => [tone, text, commands])

afterEach(() => store.set(toastsAtom, []))

test('ORD-45 says that an order sent from here was stopped, and offers to delete its consignment', () => {
  noteSent('104823')
  noticeStop(orderOf('104823', SENT), orderOf('104823', STOPPED))
  const reason = 'Order 104823: Cancelled in the shop, 25/11/2026 14:10. Its consignment MP1 must not leave.'
  expect(toasts()).toEqual([['error', reason, ['stopped.delete']]])
  expect(store.get(stoppedParcelAtom)).toEqual({ order: '104823', code: 'MP1' })
})

test('an order that is not open here, or was stopped before, has no notice', () => {
  noticeStop(orderOf('104824', SENT), orderOf('104824', STOPPED))
  noticeStop(orderOf('104823', STOPPED), orderOf('104823', STOPPED))
  expect(toasts()).toEqual([])
})
