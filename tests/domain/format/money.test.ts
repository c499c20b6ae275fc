import { describe, expect, test } from 'vitest'
import {
  formatCents,
  fractionOf,
  gstOf,
  lineSubtotal,
  orderCosts,
  parseCents,
  totalQuantity,
} from '../../../src/domain/format/money.ts'
import { tiersOf } from '../../../src/domain/records/product.ts'
import { fc } from '../../properties.ts'

describe('formatCents', () => {
  // FMT-1
  test.each([
    [176302, '$1,763.02'],
    [0, '$0.00'],
    [-0, '$0.00'],
    [1, '$0.01'],
    [1086, '$10.86'],
    [100000000, '$1,000,000.00'],
    [-500, '-$5.00'],
    [-0.4, '$0.00'],
    [100.5, '$1.01'],
    [null, '—'],
    [Number.NaN, '—'],
  ])('%s cents reads %s', (cents, shown) => {
    expect(formatCents(cents)).toBe(shown)
  })
})

describe('parseCents', () => {
  test.each([
    ['2927.24', 292724],
    ['$2,927.24', 292724],
    ['$ 2927.24', 292724],
    [' 17.08 ', 1708],
    ['$0.00', 0],
    ['-$5.00', -500],
    ['-0.00', 0],
    ['$1,000,000.00', 100000000],
    ['2,927', 292700],
    ['$20', 2000],
    ['$20.5', 2050],
    ['NZ$ 1,250', 125000],
    ['nzd 20', 2000],
    ['20 dollars', 2000],
    ['$-5.00', -500],
    ['total 2927.24', 292724],
  ])('reads %j as %i cents', (text, cents) => expect(parseCents(text)).toBe(cents))

  test.each([
    '',
    '2927',
    '2927.2',
    '2927.245',
    '$2,92.24',
    '108,858',
    'total 2927',
    '20 dollars each',
    '1.2.34',
    'PO 17.08',
    '9999999999999.00',
  ])('%j is not an amount', (text) => expect(parseCents(text)).toBeNull())

  test('reads back what formatCents shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
        expect(parseCents(formatCents(cents))).toBe(cents)
      }),
    )
  })
})

describe('rounding', () => {
  test.each([
    [10, 15, 100, 2], // 1.5
    [-10, 15, 100, -2], // a credit reverses exactly its charge
    [3, 15, 100, 0], // 0.45
    [1250, 7524, 10000, 941], // 940.5, which floating point may put just under
    [-1, 15, 100, 0],
    [0, 15, 100, 0],
  ])('%i × %i ÷ %i is %i', (cents, numerator, denominator, expected) => {
    expect(fractionOf(cents, numerator, denominator)).toBe(expected)
  })

  test('is exact, half up, and the same for credits', () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
    const part = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(cents, part, part, (amount, numerator, denominator) => {
        const halves = 2n * BigInt(Math.abs(amount)) * BigInt(numerator) + BigInt(denominator)
        const exact = Number(halves / (2n * BigInt(denominator)))
        expect(fractionOf(amount, numerator, denominator)).toBe(exact === 0 ? 0 : Math.sign(amount) * exact)
      }),
    )
  })
})

test.each([
  [153306, 22996], // the order of the reference pictures
  [1086, 163],
  [10, 2],
  [-10, -2],
  [0, 0],
])('GST on %i cents is %i', (amount, gst) => {
  expect(gstOf(amount)).toBe(gst)
})

test.each([
  [9640, 2, 19280],
  [685, 40, 27400],
  [333, 0.5, 167],
  [100, 1.005, 101], // 100.49999999999999 in floating point
  [-333, 0.5, -167],
  [333, -0.5, -167],
  [685, 0, 0],
  [null, 2, null],
  [685, null, null],
])('%s cents × %s is %s', (price, quantity, subtotal) => {
  expect(lineSubtotal(price, quantity)).toBe(subtotal)
})

test('an order costs its items and freight, GST on both, and the sum', () => {
  const lines = [19280, 19280, 27400, 21480, 21840, 24800, 6390, 11750]
  expect(orderCosts(lines, 1086)).toEqual({ subtotal: 153306, tax: 22996, total: 176302 })
  expect(orderCosts([], 0)).toEqual({ subtotal: 0, tax: 0, total: 0 })
})

test.each([
  [10000, { cost: 5000, drip: 7524, wholesale: 8262, retail: 11500 }],
  [1250, { cost: 625, drip: 941, wholesale: 1033, retail: 1438 }],
  [1, { cost: 1, drip: 1, wholesale: 1, retail: 1 }],
  [0, { cost: 0, drip: 0, wholesale: 0, retail: 0 }],
  [null, { cost: null, drip: null, wholesale: null, retail: null }],
])('the tiers of %s', (price, tiers) => {
  expect(tiersOf(price)).toEqual(tiers)
})

test.each([
  [[0.1, 0.2], 0.3],
  [[2.5, null, 1], 3.5],
  [[], 0],
])('the quantities %j are %s together', (quantities, sum) => {
  expect(totalQuantity(quantities)).toBe(sum)
})
