import { expect, test } from 'vitest'
import { skipNote } from '../../../src/domain/orders/order-skip.ts'

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
