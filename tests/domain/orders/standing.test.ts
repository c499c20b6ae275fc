import { expect, test } from 'vitest'
import { DEFAULT_ORDER_FILTER, orderBelongsTo } from '../../../src/domain/lists/order-filter.ts'
import {
  canHold,
  canPayAndPack,
  canRelease,
  canSkip,
  cautionBefore,
  type OrderStep,
  orderCan,
} from '../../../src/domain/orders/order-actions.ts'
import { isPaid, shownStatus, statusOf } from '../../../src/domain/orders/order-status.ts'
import {
  standingOf,
  standingOfWord,
  standingReason,
  standingWords,
} from '../../../src/domain/orders/standing.ts'
import { exampleOrder } from '../example-records.ts'

const AT = '2026-11-25T01:10:00Z'

/** Written out as the product rules have them (ORD-40), not taken from the implementation. */
const STOPPING = ['cancelled', 'canceled', 'refunded', 'voided', 'expired', 'failed', 'declined', 'rejected']
const HOLDING = ['on hold', 'hold', 'awaiting approval', 'pending payment review']
const OTHERS = [
  '',
  'Ordered',
  'Unpaid',
  'Paid',
  'Ready To Ship',
  'Ready To Collect',
  'Shipped',
  'Collected',
  'Bananas',
  'Processing',
  'void',
]

const ACTIONS: OrderStep[] = [
  'record-payment',
  'pack',
  'record-collection',
  'add-tracking',
  'pack-on-account',
  'create-consignment',
  'another-consignment',
]
const CREDIT_REFUSES: OrderStep[] = ['pack', 'pack-on-account', 'create-consignment', 'another-consignment']

const inAnyCase = (words: readonly string[]) =>
  words.flatMap((word) => [
    word,
    word.toUpperCase(),
    word[0]?.toUpperCase() + word.slice(1),
    word.replaceAll(' ', '-'),
  ])

const yesNo = [false, true]
const stages = yesNo.flatMap((paid) =>
  yesNo.flatMap((ready) =>
    yesNo.flatMap((shipped) =>
      yesNo.flatMap((pickup) =>
        yesNo.flatMap((stop) => yesNo.map((account) => ({ paid, ready, shipped, pickup, stop, account }))),
      ),
    ),
  ),
)
type Stage = (typeof stages)[number]

function orderOf(
  { paid, ready, shipped, pickup, stop, account }: Stage,
  parts: object = {},
  dates: object = {},
) {
  return exampleOrder({
    freight: { is_pickup: pickup },
    customer: { ...(stop && { credit_stop: 'true' }), ...(account && { terms: 'Account' }) },
    ...parts,
    dates: {
      paid_at: paid ? AT : null,
      ready_at: ready ? AT : null,
      shipped_at: shipped ? AT : null,
      ...dates,
    },
  })
}

test('ORD-40 stops by word, in any case and with any dates, pick-up or credit', () => {
  for (const status of inAnyCase(STOPPING)) {
    expect(standingOfWord(status), status).toBe('stopped')
    for (const stage of stages) {
      const order = orderOf(stage, { status })
      expect(standingOf(order).is, status).toBe('stopped')
      for (const action of ACTIONS) expect(orderCan(action, order).offered, `${action} ${status}`).toBe(false)
      for (const can of [canSkip, canHold, canRelease, canPayAndPack]) expect(can(order).offered).toBe(false)
      for (const filter of ['paid', 'ready', 'unpaid'] as const) {
        expect(orderBelongsTo({ ...DEFAULT_ORDER_FILTER, daterange: 'all', status: filter }, order, 0)).toBe(
          false,
        )
      }
      const shipped = { ...DEFAULT_ORDER_FILTER, daterange: 'all', status: 'shipped' } as const
      expect(orderBelongsTo(shipped, order, 0)).toBe(stage.shipped)
    }
  }
})

test('ORD-40 stops by the date of a cancellation or a refund, whatever the word is', () => {
  for (const status of [null, ...OTHERS, ...HOLDING]) {
    for (const dates of [{ cancelled_at: AT }, { refunded_at: AT }]) {
      for (const stage of stages) {
        const order = orderOf(stage, { status }, dates)
        expect(standingOf(order).is).toBe('stopped')
        for (const action of ACTIONS) expect(orderCan(action, order).offered).toBe(false)
      }
    }
  }
})

test('ORD-40 holds by word and asks; refuses what can be released', () => {
  for (const status of inAnyCase(HOLDING)) {
    expect(standingOfWord(status), status).toBe('held')
    for (const stage of stages) {
      const open = orderOf({ ...stage, stop: false }, { status: 'Bananas' })
      const word = orderOf({ ...stage, stop: false }, { status })
      const hold = orderOf(stage, { status, hold: { at: AT, by: null, reason: null } })
      expect(standingOf(word)).toMatchObject({ is: 'held', by: 'word' })
      expect(standingOf(hold)).toMatchObject({ is: 'held', by: 'hold' })
      for (const action of ACTIONS) {
        // Nobody is locked out where the back end knows no releases.
        expect(orderCan(action, word), action).toEqual(orderCan(action, open))
        expect(cautionBefore(action, word)).toBe(standingReason(word))
        expect(orderCan(action, hold).offered, action).toBe(false)
      }
      expect(canRelease(hold).offered).toBe(true)
      expect(canRelease(word).offered).toBe(false)
    }
  }
})

test('ORD-40 a stop of the customer’s credit refuses only what sends goods away', () => {
  for (const status of [null, ...OTHERS]) {
    for (const stage of stages) {
      const open = orderOf({ ...stage, stop: false }, { status })
      const stopped = orderOf({ ...stage, stop: true }, { status })
      expect(standingOf(open)).toEqual({ is: 'open' })
      expect(standingOf(stopped)).toMatchObject({ is: 'held', by: 'credit' })
      for (const action of ACTIONS) {
        const handsOver = action === 'record-collection' && !isPaid(open)
        const expected = CREDIT_REFUSES.includes(action) || handsOver ? false : orderCan(action, open).offered
        expect(orderCan(action, stopped).offered, `${action} ${status}`).toBe(expected)
      }
    }
  }
})

test('ORD-61 a credit stop that only warns refuses nothing, and asks', () => {
  for (const status of [null, ...OTHERS]) {
    for (const stage of stages) {
      const open = orderOf({ ...stage, stop: false }, { status })
      const { customer } = orderOf({ ...stage, stop: true }, { status })
      const warned = { ...open, customer: { ...customer, credit_stop_warns: true } }
      for (const action of ACTIONS) {
        expect(orderCan(action, warned), `${action} ${status}`).toEqual(orderCan(action, open))
        const asks = CREDIT_REFUSES.includes(action)
        expect(cautionBefore(action, warned)).toBe(asks ? 'The customer’s credit is stopped' : null)
      }
      expect(canPayAndPack(warned)).toEqual(canPayAndPack(open))
    }
  }
})

test('ORD-41 says who stopped or held an order, and when', () => {
  const reason = (parts: object) => standingReason(exampleOrder(parts))
  expect(reason({ status: 'Cancelled' })).toBe('Cancelled in the shop')
  expect(reason({ status: 'CANCELED', dates: { cancelled_at: AT } })).toBe(
    'Cancelled in the shop, 25/11/2026 14:10',
  )
  expect(reason({ status: 'Paid', cancelled_by: 'Mere', cancelled_at: AT })).toBe(
    'Cancelled by Mere, 25/11/2026 14:10',
  )
  expect(reason({ status: 'Refunded', dates: { refunded_at: AT } })).toBe(
    'Refunded in the shop, 25/11/2026 14:10',
  )
  expect(reason({ status: 'Paid', dates: { refunded_at: AT } })).toBe(
    'Refunded in the shop, 25/11/2026 14:10',
  )
  expect(reason({ status: 'hold' })).toBe('On hold')
  expect(reason({ status: 'Paid', hold: { at: AT, by: 'Wiremu', reason: 'short' } })).toBe(
    'On hold by Wiremu, 25/11/2026 14:10: short',
  )
  expect(reason({ status: 'Awaiting approval', hold: { at: AT } })).toBe(
    'Awaiting approval in the shop, 25/11/2026 14:10',
  )
  expect(reason({ customer: { credit_stop: true } })).toBe('The customer’s credit is stopped')
  expect(reason({ status: 'Bananas' })).toBeNull()
})

test('ORD-42 is found by the words for its standing', () => {
  const words = (parts: object) => standingWords(exampleOrder(parts))
  expect(words({ status: 'Canceled' })).toEqual(['cancelled', 'stopped'])
  expect(words({ status: 'Paid', dates: { refunded_at: AT } })).toEqual(['refunded', 'stopped'])
  expect(words({ status: 'Paid', hold: { at: AT } })).toEqual(['on hold'])
  expect(words({ status: 'Paid' })).toEqual([])
  const found = (query: string, parts: object) =>
    orderBelongsTo({ ...DEFAULT_ORDER_FILTER, daterange: 'all', query }, exampleOrder(parts), 0)
  expect(found('stopped', { status: 'Voided' })).toBe(true)
  expect(found('stopped', { status: 'On hold' })).toBe(false)
  expect(found('on hold', { status: 'Paid', hold: {} })).toBe(true)
})

test('ORD-10 the badge of a stopped order is its word, neutral', () => {
  expect(shownStatus('Cancelled')).toEqual({ label: 'Cancelled', tone: 'neutral' })
  expect(
    statusOf({ paid_at: AT, ready_at: null, shipped_at: null }, { is_pickup: false, tracking_code: null }),
  ).toBe('Paid')
})

test('ORD-43 asks before an unpaid order is booked', () => {
  expect(cautionBefore('create-consignment', exampleOrder({ status: 'Ordered' }))).toBe(
    'The order is not paid yet',
  )
  expect(cautionBefore('create-consignment', exampleOrder({ dates: { paid_at: AT } }))).toBeNull()
  expect(cautionBefore('pack', exampleOrder({ dates: { paid_at: AT } }))).toBeNull()
  // ORD-60
  const account = { status: 'Ordered', customer: { terms: 'account' } }
  expect(cautionBefore('create-consignment', exampleOrder(account))).toBeNull()
})
