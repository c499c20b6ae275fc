import { describe, expect, test } from 'vitest'
import {
  joinCodes,
  listOrders,
  MOST_CODES,
  Order,
  OrderListQuery,
  splitCodes,
} from '../../src/contract/orders.ts'
import { fc } from '../properties.ts'

const ADDRESS = {
  street: null,
  suburb: null,
  city: null,
  region: null,
  postcode: null,
  is_rural: false,
  country: null,
}

const BARE = {
  code: '48213',
  reference: null,
  status: null,
  notes: null,
  payment_method: null,
  payment_reference: null,
  collected_by: null,
  delivery_address: ADDRESS,
  customer_address: ADDRESS,
  customer: {
    code: null,
    name: null,
    company: null,
    phone: null,
    mobile: null,
    email: null,
    first_name: null,
  },
  freight: {
    branch: null,
    is_pickup: false,
    subtotal: null,
    tracking_code: null,
    tracking_url: null,
    tracking_company: null,
  },
  costs: { subtotal: null, tax: null, total: null },
  dates: {
    created_at: null,
    ordered_at: null,
    paid_at: null,
    ready_at: null,
    shipped_at: null,
    ordered_at_relative: null,
    shipped_at_relative: null,
  },
  items: [],
}

/** The same record with all fields null except for its code. */
const nulled = Object.fromEntries(Object.keys(BARE).map((key) => [key, key === 'code' ? '48213' : null]))
/** The same record with all fields of its groups null. */
const nulledWithin = {
  ...BARE,
  delivery_address: { ...ADDRESS, is_rural: null },
  freight: { ...BARE.freight, is_pickup: null },
}

test.each([
  ['with nothing but its code', { code: '48213' }],
  ['with a numeric code', { code: 48213 }],
  ['with every field null', nulled],
  [
    'with empty groups',
    { code: '48213', customer: {}, freight: {}, costs: {}, dates: {}, delivery_address: {} },
  ],
  ['with every field in its groups null', nulledWithin],
  ['with fields that nobody knows', { ...BARE, colour: 'red', dates: { ...BARE.dates, packed_at: 1 } }],
  ['as it comes out', BARE],
])('an order %s reads as one shape', (_, raw) => {
  expect(Order.parse(raw)).toEqual(BARE)
})

describe('dates', () => {
  const AT = '2026-11-20T01:00:00Z'
  const LATER = '2026-11-21T01:00:00Z'

  test.each([
    ['in their group', { dates: { paid_at: AT } }, AT],
    ['flat', { paid_at: AT }, AT],
    ['flat beside an absent group', { paid_at: AT, dates: null }, AT],
    ['flat beside a group of others', { paid_at: AT, dates: { ready_at: LATER } }, AT],
    ['both: the group’s wins', { paid_at: LATER, dates: { paid_at: AT } }, AT],
    ['flat and null', { paid_at: null }, null],
  ])('%s', (_, parts, paid_at) => {
    expect(Order.parse({ code: '1', ...parts }).dates.paid_at).toBe(paid_at)
  })
})

test.each([
  [{ code: '1', freight: { is_pickup: 1 } }, true],
  [{ code: '1', freight: { is_pickup: 0 } }, false],
  [{ code: '1', freight: { is_pickup: true } }, true],
])('yes and no may be numbers: %j', (raw, is_pickup) => {
  expect(Order.parse(raw).freight.is_pickup).toBe(is_pickup)
})

test('ids, codes and postcodes that are numbers are kept as text', () => {
  const order = Order.parse({
    code: 1,
    customer: { code: 10482 },
    delivery_address: { postcode: 3482 },
    items: [{ id: 7, quantity: 2, product: { code: 20 } }],
  })
  expect([order.code, order.customer.code, order.delivery_address.postcode]).toEqual(['1', '10482', '3482'])
  expect(order.items[0]).toEqual({
    id: '7',
    quantity: 2,
    costs: { subtotal: null },
    product: { code: '20', name: null, price: null },
  })
})

test('one unreadable order never loses the list', () => {
  const unreadable = [
    {},
    { code: null },
    { code: '' },
    { code: '2', costs: { total: '12.50' } },
    { code: '3', items: [{}] },
  ]
  const answer = [{ code: '1' }, ...unreadable, { code: '4' }]
  const read = listOrders.answer.parse(answer)
  expect(read.rows.map((order) => order.code)).toEqual(['1', '4'])
  expect(read.unreadable).toBe(unreadable.length)
})

test.each([
  [{ code: '1', dates: 'yesterday' }],
  [{ code: '1', freight: [] }],
  [{ code: '1', items: 'none' }],
  [{ code: { value: 1 } }],
  [[]],
  [null],
  ['48213'],
])('%j is no order', (raw) => {
  expect(Order.safeParse(raw).success).toBe(false)
})

describe('codes in an address', () => {
  test.each([
    ['', []],
    [' , ,', []],
    ['108856', ['108856']],
    ['108856, 108846,108856', ['108856', '108846']],
    ['A/1 #2,W1', ['A/1 #2', 'W1']],
  ])('%j are %j', (text, codes) => expect(splitCodes(text)).toEqual(codes))

  test('are read as they were written', () => {
    const codes = fc.uniqueArray(fc.stringMatching(/^[A-Z0-9/#-]{1,8}$/))
    fc.assert(
      fc.property(codes, (some) => {
        expect(splitCodes(joinCodes(some))).toEqual(some)
      }),
    )
  })

  test('are at most 500', () => {
    const codes = (count: number) => joinCodes(Array.from({ length: count }, (_, index) => String(index)))
    expect(OrderListQuery.safeParse({ codes: codes(MOST_CODES) }).success).toBe(true)
    expect(OrderListQuery.safeParse({ codes: codes(MOST_CODES + 1) }).success).toBe(false)
  })
})
