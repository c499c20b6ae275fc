import { describe, expect, test } from 'vitest'
import { orderTimeline } from '../../../src/domain/orders/order-timeline.ts'
import { exampleOrder } from '../example-records.ts'

const PAID = '2026-11-20T01:00:00Z'
const READY = '2026-11-20T02:00:00Z'
const SHIPPED = '2026-11-20T03:00:00Z'
const CREATED = { id: 'created', title: 'Created', type: 'success', date: '20/11/2026 13:00' }

const paidStep = (paid: boolean) =>
  paid
    ? { id: 'paid', title: 'Paid', type: 'success', date: '20/11/2026 14:00' }
    : { id: 'paid', title: 'Payment has not been made yet', type: 'warning', date: null }

function packedSteps(paid: boolean, ready: boolean, shipped: boolean) {
  const date = ready ? '20/11/2026 15:00' : 'Not recorded'
  if (shipped) return [{ id: 'packed', title: 'Order items picked', type: 'success', date }]
  if (ready)
    return [{ id: 'packed', title: 'Order items picked & ready for collection', type: 'success', date }]
  if (paid) return [{ id: 'packed', title: 'Order has not been packed yet', type: 'warning', date: null }]
  return []
}

function shippedStep(shipped: boolean, byHand: boolean) {
  if (shipped)
    return {
      id: 'shipped',
      title: byHand ? 'Order collected by customer' : 'Order shipped',
      type: 'success',
      date: '20/11/2026 16:00',
    }
  const title = byHand ? 'Order has not been collected yet' : 'Order has not been shipped yet'
  return { id: 'shipped', title, type: 'pending', date: null }
}

const yesNo = [false, true]
const combinations = yesNo.flatMap((paid) =>
  yesNo.flatMap((ready) =>
    yesNo.flatMap((shipped) =>
      yesNo.flatMap((pickup) => yesNo.map((tracking) => ({ paid, ready, shipped, pickup, tracking }))),
    ),
  ),
)

// ORD-14
test.each(combinations)(
  'paid $paid, ready $ready, shipped $shipped, pickup $pickup, tracking $tracking',
  (given) => {
    const order = exampleOrder({
      dates: {
        created_at: '2026-11-20T00:00:00Z',
        paid_at: given.paid ? PAID : null,
        ready_at: given.ready ? READY : null,
        shipped_at: given.shipped ? SHIPPED : null,
      },
      freight: { is_pickup: given.pickup, tracking_code: given.tracking ? 'MP1' : null },
    })
    expect(orderTimeline(order)).toEqual([
      CREATED,
      paidStep(given.paid),
      ...packedSteps(given.paid, given.ready, given.shipped),
      shippedStep(given.shipped, given.pickup && !given.tracking),
    ])
  },
)

describe('from a status without dates', () => {
  test('completed steps have no date, and packing says so', () => {
    expect(orderTimeline(exampleOrder({ status: 'Collected', freight: { is_pickup: true } }))).toEqual([
      { id: 'created', title: 'Created', type: 'success', date: null },
      { id: 'paid', title: 'Payment has not been made yet', type: 'warning', date: null },
      { id: 'packed', title: 'Order items picked', type: 'success', date: 'Not recorded' },
      { id: 'shipped', title: 'Order collected by customer', type: 'success', date: null },
    ])
  })

  // ORD-14
  test('a ready order without a date was packed at an unknown time', () => {
    expect(orderTimeline(exampleOrder({ status: 'Ready To Ship' }))[2]).toEqual({
      id: 'packed',
      title: 'Order items picked & ready for collection',
      type: 'success',
      date: 'Not recorded',
    })
  })
})
