import { expect, test } from 'vitest'
import { skipNote } from '../../../src/domain/orders/order-skip.ts'
import { orderAge } from '../../../src/domain/orders/order-words.ts'
import { exampleOrder } from '../example-records.ts'

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
