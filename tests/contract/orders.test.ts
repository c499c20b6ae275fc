import { describe, expect, test } from 'vitest'
import {
  joinCodes,
  listOrders,
  MOST_CODES,
  Order,
  OrderItem,
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
  cancelled_by: null,
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
    terms: null,
    credit_stop: false,
    credit_stop_warns: false,
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
    cancelled_at: null,
    refunded_at: null,
    ordered_at_relative: null,
    shipped_at_relative: null,
  },
  items: [],
}

/** The same record with all fields null except for its code. */
const nulled = Object.fromEntries(Object.keys(BARE).map((key) => [key, key === 'code' ? '48213' : null]))
/** The same record with every field of its groups null. */
const nulledWithin = {
  ...BARE,
  delivery_address: { ...ADDRESS, is_rural: null },
  freight: { ...BARE.freight, is_pickup: null },
}

// API-1
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

// API-5
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
  [1, true],
  ['1', true],
  ['true', true],
  [true, true],
  [0, false],
  ['0', false],
  ['false', false],
  [null, false],
])('yes and no may be numbers or text: %j', (is_pickup, expected) => {
  expect(Order.parse({ code: '1', freight: { is_pickup } }).freight.is_pickup).toBe(expected)
})

test.each([2, 'yes', '', '2', []])('%j is neither yes nor no', (is_pickup) => {
  expect(Order.safeParse({ code: '1', freight: { is_pickup } }).success).toBe(false)
})

// API-5
describe('numbers as text', () => {
  test.each([
    ['176302', 176302],
    ['-500', -500],
    [' 0 ', 0],
    ['', null],
    [' ', null],
  ])('cents %j are %j', (total, expected) => {
    expect(Order.parse({ code: '1', costs: { total } }).costs.total).toBe(expected)
  })

  test.each(['12.50', '1,763', '$5', '1e3', '0x10', 'Infinity', 'NaN', 'n/a', true])(
    '%j are no cents',
    (total) => {
      expect(Order.safeParse({ code: '1', costs: { total } }).success).toBe(false)
    },
  )

  test.each([
    ['2', 2],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['2.000', 2],
    ['-1.25', -1.25],
    ['', null],
  ])('a quantity %j is %j', (quantity, expected) => {
    expect(Order.parse({ code: '1', items: [{ id: 1, quantity }] }).items[0]?.quantity).toBe(expected)
  })

  test.each(['two', '1,5', '1e3', '.', '--1'])('%j is no quantity', (quantity) => {
    expect(OrderItem.safeParse({ id: 1, quantity }).success).toBe(false)
  })

  test('are the numbers that they say', () => {
    fc.assert(
      fc.property(fc.integer(), (total) => {
        expect(Order.parse({ code: '1', costs: { total: String(total) } }).costs.total).toBe(total)
      }),
    )
  })
})

test.each([
  [{ code: null, id: 48213 }, '48213'],
  [{ code: '', id: 'A1' }, 'A1'],
  [{ code: '  ', id: 'A1' }, 'A1'],
  [{ id: 'A1' }, 'A1'],
  [{ code: 'C1', id: 'A1' }, 'C1'],
  [{ code: 'C1', id: null }, 'C1'],
])('an order %j is known as %s', (raw, code) => expect(Order.parse(raw).code).toBe(code))

describe('an unreadable item', () => {
  const ITEMS = [{ id: 1, quantity: 2 }, { quantity: 1 }, { id: 3, quantity: 'two' }, null, { id: 5 }]

  test('is left out and counted, and does not lose its order', () => {
    const order = Order.parse({ code: '1', status: 'Paid', items: ITEMS })
    expect(order.items.map(({ id }) => id)).toEqual(['1', '5'])
    expect([order.status, order.unreadable]).toEqual(['Paid', { items: 3 }])
  })

  test('is not counted where there is none', () => {
    expect(Order.parse({ code: '1', items: [{ id: 1 }] })).not.toHaveProperty('unreadable')
  })

  test('leaves an order that is unreadable itself unreadable', () => {
    expect(Order.safeParse({ code: '1', costs: { total: 'n/a' }, items: ITEMS }).success).toBe(false)
  })

  test('leaves the readable ones, whatever is between them', () => {
    const entries = fc.array(fc.oneof(fc.record({ id: fc.nat() }), fc.jsonValue()))
    fc.assert(
      fc.property(entries, (items) => {
        const order = Order.parse({ code: '1', items })
        const readable = items.filter((item) => OrderItem.safeParse(item).success)
        expect(order.items).toEqual(readable.map((item) => OrderItem.parse(item)))
        expect(order.unreadable?.items ?? 0).toBe(items.length - readable.length)
      }),
    )
  })
})

// API-5
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
    fulfilled_quantity: null,
    costs: { subtotal: null },
    product: { code: '20', name: null, price: null },
  })
})

// LIST-7
test('one unreadable order never loses the list', () => {
  const unreadable = [
    {},
    { code: null },
    { code: '' },
    { code: '  ' },
    { code: '2', costs: { total: '12.50' } },
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
