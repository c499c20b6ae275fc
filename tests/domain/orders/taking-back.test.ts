import { expect, test } from 'vitest'
import { deedOf, stepsToTakeBack } from '../../../src/domain/orders/taking-back.ts'
import { exampleOrder } from '../example-records.ts'

const AT = '2026-11-20T01:00:00Z'
const [PAID, PACKED, SENT] = [{ paid_at: AT }, { ready_at: AT }, { shipped_at: AT }]

// ORD-52
test.each<[string, Parameters<typeof exampleOrder>[0], string[]]>([
  ['an unpaid order', {}, []],
  ['a paid order', { dates: PAID }, ['record-payment']],
  ['a packed order', { dates: { ...PAID, ...PACKED } }, ['pack', 'record-payment']],
  ['an order packed and not paid', { dates: PACKED }, ['pack']],
  [
    'a shipped order',
    { dates: { ...PAID, ...PACKED, ...SENT }, freight: { tracking_code: 'MP1' } },
    ['add-tracking', 'record-payment'],
  ],
  ['an order shipped on credit', { dates: SENT, freight: { tracking_code: 'MP1' } }, ['add-tracking']],
  [
    'a collected order',
    { dates: { ...PAID, ...PACKED, ...SENT }, freight: { is_pickup: true } },
    ['record-collection', 'record-payment'],
  ],
  [
    'a pick-up that was sent after all',
    { dates: { ...PAID, ...SENT }, freight: { is_pickup: true, tracking_code: 'MP1' } },
    ['add-tracking', 'record-payment'],
  ],
  ['an order of which only the status is known', { status: 'Ready To Ship' }, ['pack', 'record-payment']],
])('of %s, these steps can be taken back, the last one first', (_, order, steps) => {
  expect(stepsToTakeBack(exampleOrder(order))).toEqual(steps)
})

// ORD-53
test.each([
  ['record-payment', 'Tama Ngata recorded its payment on 20/11/2026 14:00'],
  ['pack', 'Tama Ngata packed it on 20/11/2026 14:00'],
  ['create-consignment', 'Tama Ngata booked its consignment on 20/11/2026 14:00'],
  ['gift-wrap', 'Tama Ngata changed it on 20/11/2026 14:00'],
])('the deed %s names who, what and when', (action, words) => {
  expect(deedOf(action, 'Tama Ngata', AT)).toBe(words)
})
