import { describe, expect, test } from 'vitest'
import { shownPricing } from '../../src/domain/records/customer-pricing.ts'
import { LISTED_STOCK, shownStock } from '../../src/domain/records/product.ts'

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
