import { expect, test } from 'vitest'
import { shownStatus, statusOf } from '../../../src/domain/orders/order-status.ts'

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
