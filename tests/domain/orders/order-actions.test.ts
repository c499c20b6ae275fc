import { describe, expect, test } from 'vitest'
import { canPayAndPack, type OrderStep, orderCan } from '../../../src/domain/orders/order-actions.ts'
import { paymentDayFault } from '../../../src/domain/orders/payment.ts'
import { deedOf, stepsToTakeBack } from '../../../src/domain/orders/taking-back.ts'
import { exampleOrder } from '../example-records.ts'

const AT = '2026-11-20T01:00:00Z'

interface Case {
  paid: boolean
  ready: boolean
  shipped: boolean
  pickup: boolean
  tracking: boolean
  account: boolean
}

/** The Options menu (ORD-30 to ORD-33). A consignment can be created for orders that are not shipped (ORD-34). */
const MENU: Record<OrderStep, (order: Case) => boolean> = {
  'record-payment': (order) => !order.paid,
  pack: (order) => order.paid && !order.ready && !order.shipped,
  'record-collection': (order) => order.pickup && (order.paid || order.account) && !order.shipped,
  'add-tracking': (order) => !order.shipped && !order.tracking && !order.pickup,
  'pack-on-account': (order) => order.account && !order.paid && !order.ready && !order.shipped,
  'create-consignment': (order) => !order.shipped,
  'another-consignment': (order) => order.shipped && (!order.pickup || order.tracking),
}
const ACTIONS: OrderStep[] = [
  'record-payment',
  'pack',
  'record-collection',
  'add-tracking',
  'pack-on-account',
  'create-consignment',
  'another-consignment',
]

const yesNo = [false, true]
const cases = yesNo.flatMap((paid) =>
  yesNo.flatMap((ready) =>
    yesNo.flatMap((shipped) =>
      yesNo.flatMap((pickup) =>
        yesNo.flatMap((tracking) =>
          yesNo.map((account) => ({ paid, ready, shipped, pickup, tracking, account })),
        ),
      ),
    ),
  ),
)

function orderOf(given: Case) {
  return exampleOrder({
    customer: { terms: given.account ? 'account' : null },
    dates: {
      paid_at: given.paid ? AT : null,
      ready_at: given.ready ? AT : null,
      shipped_at: given.shipped ? AT : null,
    },
    freight: { is_pickup: given.pickup, tracking_code: given.tracking ? 'MP1' : null },
  })
}

describe.each(ACTIONS)('%s', (action) => {
  // ORD-30, ORD-31, ORD-32, ORD-33, ORD-34, ORD-60
  test.each(cases)(
    'paid $paid, ready $ready, shipped $shipped, pickup $pickup, tracking $tracking, account $account',
    (given) => {
      const offer = orderCan(action, orderOf(given))
      expect(offer.offered).toBe(MENU[action](given))
      expect(offer.reason === null).toBe(offer.offered)
    },
  )
})

const NONE = { paid: false, ready: false, shipped: false, pickup: false, tracking: false, account: false }

// ORD-61
test.each([
  [null, 'The customer’s credit is stopped'],
  [AT, null],
])('an order paid %s of a customer on stop is collected unless: %s', (paid_at, reason) => {
  const order = exampleOrder({
    customer: { terms: 'account', credit_stop: true },
    dates: { paid_at, ready_at: null, shipped_at: null },
    freight: { is_pickup: true },
  })
  expect(orderCan('record-collection', order).reason).toBe(reason)
})

test.each<[OrderStep, Partial<Case>, string]>([
  ['record-payment', { paid: true }, 'The order is already paid'],
  ['pack', {}, 'The order is not paid yet'],
  ['pack', { paid: true, ready: true }, 'The order is already packed'],
  ['pack', { shipped: true }, 'The order has already been shipped'],
  ['pack', { paid: true, shipped: true, pickup: true }, 'The order has already been collected'],
  ['another-consignment', { paid: true, ready: true }, 'The order is not shipped yet'],
  ['another-consignment', { shipped: true, pickup: true }, 'The order has already been collected'],
  ['record-collection', { paid: true }, 'The order is not click & collect'],
  ['record-collection', { pickup: true }, 'The order is not paid yet'],
  ['record-collection', { pickup: true, paid: true, shipped: true }, 'The order has already been collected'],
  [
    'record-collection',
    { pickup: true, paid: true, shipped: true, tracking: true },
    'The order has already been shipped',
  ],
  ['add-tracking', { pickup: true }, 'The order is click & collect'],
  ['add-tracking', { shipped: true, tracking: true }, 'The order has already been shipped'],
  ['add-tracking', { tracking: true }, 'The order already has a tracking code'],
  ['create-consignment', { shipped: true }, 'The order has already been shipped'],
  ['pack-on-account', {}, 'The customer has no account'],
  ['pack-on-account', { account: true, paid: true }, 'The order is already paid'],
  ['pack-on-account', { account: true, ready: true }, 'The order is already packed'],
  ['pack-on-account', { account: true, shipped: true }, 'The order has already been shipped'],
])('%s of %j is refused: %s', (action, given, reason) => {
  expect(orderCan(action, orderOf({ ...NONE, ...given }))).toEqual({ offered: false, reason })
})

test('a back end that sends a status only is understood', () => {
  const offered = (status: string, is_pickup = false) => {
    const order = exampleOrder({ status, freight: { is_pickup } })
    return ACTIONS.filter((action) => orderCan(action, order).offered)
  }
  expect(offered('Unpaid')).toEqual(['record-payment', 'add-tracking', 'create-consignment'])
  expect(offered('Paid')).toEqual(['pack', 'add-tracking', 'create-consignment'])
  expect(offered('Ready To Ship')).toEqual(['add-tracking', 'create-consignment'])
  expect(offered('Ready To Collect', true)).toEqual(['record-collection', 'create-consignment'])
  expect(offered('Collected', true)).toEqual(['record-payment'])
})

test('an order is paid and packed in one go until it is packed or shipped', () => {
  for (const given of cases) {
    const offer = canPayAndPack(orderOf(given))
    expect(offer.offered).toBe(!given.ready && !given.shipped)
    expect(offer.reason === null).toBe(offer.offered)
  }
})

describe('the day of a payment', () => {
  test.each([
    ['2026-11-20', null],
    ['2026-11-19', null],
    ['2000-01-01', null],
    ['1999-12-31', 'The payment may not be before the year 2000.'],
    ['0030-10-20', 'The payment may not be before the year 2000.'],
    ['2026-11-21', 'The payment may not be in the future.'],
    ['', 'Enter the date of the payment.'],
    ['32/11', 'Enter a date such as 22/11/2026.'],
    ['20/11/2026', 'Enter a date such as 22/11/2026.'],
  ])('a payment of %j on 20 November 2026: %j', (day, fault) => {
    expect(paymentDayFault(day, '2026-11-20')).toBe(fault)
  })
})

describe('taking back', () => {
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
})
