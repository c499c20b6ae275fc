import { describe, expect, test } from 'vitest'
import {
  hasTracking,
  isPaid,
  isPickup,
  isReady,
  isRuralFreight,
  isShipped,
  leavesByHand,
} from '../../../src/domain/orders/order-stage.ts'
import { exampleOrder } from '../example-order.ts'

const AT = '2026-11-20T01:00:00Z'

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
    expect([isPaid(order), isReady(order), isShipped(order)]).toEqual(stages)
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
    expect([isPaid(order), isReady(order), isShipped(order)]).toEqual(stages)
  })
})

test('a date always wins over a status', () => {
  expect(isPaid(exampleOrder({ status: 'Unpaid', dates: { paid_at: AT } }))).toBe(true)
  expect(isShipped(exampleOrder({ status: 'Paid', dates: { shipped_at: AT } }))).toBe(true)
})

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

test.each([
  [1086, true],
  [1085, false],
  [1249, false],
  [0, false],
  [null, false],
])('freight of %s cents is rural: %s', (subtotal, rural) => {
  expect(isRuralFreight(exampleOrder({ freight: { subtotal } }))).toBe(rural)
})
