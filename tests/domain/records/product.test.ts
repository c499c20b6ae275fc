import { describe, expect, test } from 'vitest'
import { pricesOf, tiersOf } from '../../../src/domain/records/product.ts'

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
