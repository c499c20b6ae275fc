import { describe, expect, test } from 'vitest'
import { shownPricing } from '../../../src/domain/records/customer-pricing.ts'
import {
  LISTED_STOCK,
  nameBeside,
  pricesOf,
  shownStock,
  tiersOf,
} from '../../../src/domain/records/product.ts'

const NONE = { cost: null, drip: null, wholesale: null, retail: null }

// PRD-2
describe('the tiers of a product, in cents', () => {
  test.each([
    [10_000, { cost: 5000, drip: 7524, wholesale: 8262, retail: 11_500 }],
    [1, { cost: 1, drip: 1, wholesale: 1, retail: 1 }],
    [3, { cost: 2, drip: 2, wholesale: 2, retail: 3 }],
    [0, { cost: 0, drip: 0, wholesale: 0, retail: 0 }],
    [null, NONE],
  ])('%s', (price, tiers) => expect(tiersOf(price)).toEqual(tiers))
})

test('the prices of the answer win where present', () => {
  expect(pricesOf({ price: 10_000, pricing: { ...NONE, drip: 7000, retail: 0 } })).toEqual({
    cost: 5000,
    drip: 7000,
    wholesale: 8262,
    retail: 0,
  })
  expect(pricesOf({ price: null, pricing: { ...NONE, cost: 5 } })).toEqual({ ...NONE, cost: 5 })
})

describe('the name beside a code', () => {
  test.each([
    ['ELBOW-20', 'Elbow, 20 mm', 'Elbow, 20 mm'],
    ['Cutting fee', 'cutting fee ', null],
    ['ELBOW-20', ' ', null],
    [null, 'Cutting fee', 'Cutting fee'],
  ])('%s, %s: %s', (code, name, expected) => expect(nameBeside({ code, name })).toBe(expected))
})

describe('the pricing badge', () => {
  // CUS-4
  test.each([
    ['stop', 'Stop Credit', 'red'],
    ['Stop', 'Stop Credit', 'red'],
    ['drip', 'Drip', 'amber'],
    ['wholesale', 'Wholesale', 'sky'],
    ['WHOLESALE', 'WHOLESALE', 'sky'],
    ['retail', 'Retail', 'lime'],
    ['staff', 'Staff', 'lime'],
    ['ōtaki', 'Ōtaki', 'lime'],
    [null, 'Retail', 'lime'],
    ['  ', 'Retail', 'lime'],
  ])('%s: %s, %s', (type, label, tone) => expect(shownPricing(type)).toEqual({ label, tone }))
})

describe('the stock badge', () => {
  // PRD-3
  test.each([
    [0, 0, 'Out of stock', 'red'],
    [0, 5, 'Out of stock', 'red'],
    [-1, 0, 'Out of stock', 'red'],
    [1, 0, 'In stock', 'green'],
    [6, 5, 'In stock', 'green'],
    [5, 5, 'Low stock', 'orange'],
    [0.5, 1, 'Low stock', 'orange'],
  ])('%d with a warning at %d: %s, %s', (level, warning, label, tone) =>
    expect(shownStock({ level, warning })).toEqual({ label, tone }),
  )
  // PRD-3
  test('of the list is fixed', () => {
    expect(LISTED_STOCK).toEqual({ level: 1, warning: 0 })
    expect(shownStock(LISTED_STOCK).label).toBe('In stock')
  })
})
