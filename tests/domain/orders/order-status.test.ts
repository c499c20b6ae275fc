import { describe, expect, test } from 'vitest'
import { skipNote } from '../../../src/domain/orders/order-skip.ts'
import {
  hasTracking,
  isPacked,
  isPaid,
  isPickup,
  isRuralFreight,
  isShipped,
  leavesByHand,
  shownStatus,
  statusOf,
} from '../../../src/domain/orders/order-status.ts'
import { orderAge } from '../../../src/domain/orders/order-words.ts'
import { exampleOrder } from '../example-records.ts'

// ORD-10
test.each([
  ['Ordered', 'Unpaid', 'red'],
  ['Unpaid', 'Unpaid', 'red'],
  ['Paid', 'Paid', 'yellow'],
  ['Ready To Collect', 'Ready To Collect', 'yellow'],
  ['Ready To Ship', 'Ready To Ship', 'yellow'],
  ['Shipped', 'Shipped', 'lime'],
  ['Collected', 'Collected', 'lime'],
  ['ordered', 'Unpaid', 'red'],
  ['READY TO SHIP', 'Ready To Ship', 'yellow'],
  [' paid ', 'Paid', 'yellow'],
  ['On hold', 'On hold', 'neutral'],
  ['constructor', 'constructor', 'neutral'],
  ['', '—', 'neutral'],
  [null, '—', 'neutral'],
])('status %j is shown as %s in %s', (status, label, tone) => {
  expect(shownStatus(status)).toEqual({ label, tone })
})

const AT = '2026-11-20T01:00:00Z'
const SHIP = { is_pickup: false, tracking_code: null }
const PICKUP = { is_pickup: true, tracking_code: null }
const PICKUP_BY_COURIER = { is_pickup: true, tracking_code: 'MP1' }

// ORD-13
test.each([
  [null, null, null, SHIP, 'Ordered'],
  [null, AT, null, SHIP, 'Ordered'],
  [AT, null, null, SHIP, 'Paid'],
  [AT, null, null, PICKUP, 'Paid'],
  [AT, AT, null, SHIP, 'Ready To Ship'],
  [AT, AT, null, PICKUP, 'Ready To Collect'],
  [AT, AT, null, PICKUP_BY_COURIER, 'Ready To Ship'],
  [AT, AT, AT, SHIP, 'Shipped'],
  [AT, AT, AT, PICKUP, 'Collected'],
  [AT, AT, AT, PICKUP_BY_COURIER, 'Shipped'],
  [null, null, AT, SHIP, 'Shipped'], // tracking may be added to an unpaid order
  [AT, null, AT, PICKUP, 'Collected'],
])('paid %s, ready %s, shipped %s, %j is %s', (paid_at, ready_at, shipped_at, freight, status) => {
  expect(statusOf({ paid_at, ready_at, shipped_at }, freight)).toBe(status)
})

describe('dates alone', () => {
  test.each([
    [{}, [false, false, false]],
    [{ paid_at: AT }, [true, false, false]],
    [{ ready_at: AT }, [false, true, false]],
    [{ shipped_at: AT }, [false, false, true]],
    [{ paid_at: AT, ready_at: AT, shipped_at: AT }, [true, true, true]],
    [{ paid_at: '', ready_at: ' ', shipped_at: null }, [false, false, false]],
    [{ paid_at: '20/11/2026' }, [true, false, false]], // unreadable but present
  ])('%j', (dates, stages) => {
    const order = exampleOrder({ dates })
    expect([isPaid(order), isPacked(order), isShipped(order)]).toEqual(stages)
  })
})

describe('a status without dates implies the steps before it', () => {
  test.each([
    ['Ordered', [false, false, false]],
    ['Unpaid', [false, false, false]],
    ['Paid', [true, false, false]],
    ['Ready To Collect', [true, true, false]],
    ['Ready To Ship', [true, true, false]],
    ['Shipped', [false, false, true]],
    ['Collected', [false, false, true]],
    ['  ready to SHIP ', [true, true, false]],
    ['On hold', [false, false, false]],
    ['', [false, false, false]],
    [null, [false, false, false]],
  ])('%j', (status, stages) => {
    const order = exampleOrder({ status })
    expect([isPaid(order), isPacked(order), isShipped(order)]).toEqual(stages)
  })
})

test('a date always wins over a status', () => {
  expect(isPaid(exampleOrder({ status: 'Unpaid', dates: { paid_at: AT } }))).toBe(true)
  expect(isShipped(exampleOrder({ status: 'Paid', dates: { shipped_at: AT } }))).toBe(true)
})

// ORD-11
test.each(['Shipped', 'Collected'])('an order that is %s and has no payment date is not paid', (status) => {
  expect(isPaid(exampleOrder({ status, dates: { shipped_at: AT } }))).toBe(false)
})

test.each([
  [{}, [false, false, false]],
  [{ is_pickup: true }, [true, false, true]],
  [{ is_pickup: true, tracking_code: '' }, [true, false, true]],
  [{ is_pickup: true, tracking_code: 'MP1' }, [true, true, false]],
  [{ tracking_code: 'MP1' }, [false, true, false]],
])('freight %j', (freight, expected) => {
  const order = exampleOrder({ freight })
  expect([isPickup(order), hasTracking(order), leavesByHand(order)]).toEqual(expected)
})

// ORD-5
test.each([
  [1086, true],
  [1085, false],
  [1249, false],
  [0, false],
  [null, false],
])('freight of %s cents is rural: %s', (subtotal, rural) => {
  expect(isRuralFreight(exampleOrder({ freight: { subtotal } }))).toBe(rural)
})

describe('the age of an order and its skip', () => {
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE
  const ORDERED = Date.UTC(2026, 10, 18, 0, 0)
  const order = exampleOrder({ dates: { ordered_at: '2026-11-18T13:00:00+13:00' } })

  // ORD-7
  test.each([
    [0, 'green', '0 min'],
    [59_999, 'green', '0 min'],
    [10 * MINUTE, 'green', '10 min'],
    [HOUR - 1, 'green', '59 min'],
    [HOUR, 'green', '1 h'],
    [22 * HOUR + 59 * MINUTE, 'green', '22 h'],
    [23 * HOUR - 1, 'green', '22 h'],
    [23 * HOUR, 'amber', '23 h'],
    [27 * HOUR, 'amber', '27 h'],
    [47 * HOUR + 59 * MINUTE, 'amber', '47 h'],
    [48 * HOUR - 1, 'amber', '47 h'],
    [48 * HOUR, 'red', '2 d'],
    [72 * HOUR - 1, 'red', '2 d'],
    [72 * HOUR, 'red', '3 d'],
    [400 * 24 * HOUR, 'red', '400 d'],
    [-1, 'green', '0 min'],
    [-5 * HOUR, 'green', '0 min'], // ordered in the future, by a clock that is ahead
  ])('%i ms after it was ordered: %s, %s', (age, tone, label) => {
    expect(orderAge(order, ORDERED + age)).toEqual({ tone, label })
  })

  test.each([
    [{ dates: { ordered_at: '2026-11-18T00:00:00Z', shipped_at: '2026-11-18T01:00:00Z' } }],
    [{ dates: { ordered_at: '2026-11-18T00:00:00Z' }, status: 'Collected' }],
    [{ dates: { ordered_at: '2026-11-18T00:00:00Z' }, status: 'Shipped' }],
  ])('once shipped it is grey: %j', (parts) => {
    expect(orderAge(exampleOrder(parts), ORDERED + 50 * HOUR)).toEqual({ tone: 'grey', label: '2 d' })
  })

  test.each([[null], [''], ['yesterday'], ['2026-11-18'], ['2026-11-18T00:00:00']])(
    'no badge when it was ordered at %j',
    (ordered_at) => {
      expect(
        orderAge(exampleOrder({ dates: { ordered_at, created_at: '2026-11-18T00:00:00Z' } }), ORDERED),
      ).toBeNull()
    },
  )

  test.each([
    [
      { until: '2026-11-20T11:00:00.000Z', reason: 'One carton is missing', by: 'Mere Parata' },
      'Skipped until 21/11/2026 by Mere Parata: One carton is missing',
    ],
    [{ until: null, reason: null, by: ' ' }, 'Skipped'],
    [undefined, null],
  ])('says until when an order is skipped, by whom and why: %j', (skipped, expected) => {
    expect(skipNote({ skipped })).toBe(expected)
  })
})
