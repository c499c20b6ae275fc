import { describe, expect, test } from 'vitest'
import {
  factsOf,
  isPickupMethod,
  SHOPIFY_FINANCIAL,
  SHOPIFY_FULFILLMENT,
  SHOPIFY_LINE_FULFILLMENT,
  WOOCOMMERCE_STATUS,
} from '../../../src/server/import/profiles/shop-words.ts'

describe('the words of a shop', () => {
  test.each([
    [SHOPIFY_FINANCIAL, 'paid', 'is_paid'],
    [SHOPIFY_FINANCIAL, 'PARTIALLY_REFUNDED', 'is_paid'],
    [SHOPIFY_FINANCIAL, 'refunded', 'is_paid is_refunded'],
    [SHOPIFY_FINANCIAL, 'partially_paid', ''],
    [SHOPIFY_FINANCIAL, 'authorized', ''],
    [SHOPIFY_FINANCIAL, 'pending', ''],
    [SHOPIFY_FINANCIAL, 'voided', 'is_voided'],
    [SHOPIFY_FINANCIAL, 'expired', 'is_expired'],
    [SHOPIFY_FULFILLMENT, 'fulfilled', 'is_shipped'],
    [SHOPIFY_FULFILLMENT, 'partial', ''],
    [SHOPIFY_FULFILLMENT, 'unfulfilled', ''],
    [SHOPIFY_FULFILLMENT, 'On hold', 'is_held'],
    [SHOPIFY_FULFILLMENT, 'restocked', 'is_cancelled'],
    [SHOPIFY_LINE_FULFILLMENT, 'fulfilled', 'items.is_sent'],
    [SHOPIFY_LINE_FULFILLMENT, 'partial', 'items.is_partly_sent'],
    [SHOPIFY_LINE_FULFILLMENT, 'pending', ''],
    [WOOCOMMERCE_STATUS, 'Pending payment', ''],
    [WOOCOMMERCE_STATUS, 'wc-on-hold', ''],
    [WOOCOMMERCE_STATUS, 'On hold', ''],
    [WOOCOMMERCE_STATUS, 'processing', 'is_paid'],
    [WOOCOMMERCE_STATUS, 'wc-completed', 'is_paid is_shipped'],
    [WOOCOMMERCE_STATUS, 'Refunded', 'is_paid is_refunded'],
    [WOOCOMMERCE_STATUS, 'cancelled', 'is_cancelled'],
    [WOOCOMMERCE_STATUS, 'failed', 'is_failed'],
    [WOOCOMMERCE_STATUS, 'checkout-draft', 'is_left_out'],
  ])('%#: %s means %s', (words, word, facts) => {
    expect(factsOf<string>(words, word)?.join(' ')).toBe(facts)
  })

  test('say nothing if there is none, and are unknown if the table has no such word', () => {
    expect(factsOf(SHOPIFY_FINANCIAL, null)).toEqual([])
    expect(factsOf(SHOPIFY_FINANCIAL, ' ')).toEqual([])
    expect(factsOf(SHOPIFY_FINANCIAL, 'half paid')).toBeNull()
    expect(factsOf(WOOCOMMERCE_STATUS, 'constructor')).toBeNull()
  })
})

describe('a shipping method', () => {
  const LOCATIONS = ['Ōtaki Store', 'Hornby']
  test.each([
    'Collect from Ponsonby Store',
    'Collection',
    'Pick up at the warehouse',
    'Pick-up',
    'PICKUP',
    'pickup_location',
    'Local pickup',
    'local_pickup:5',
    'Free local pickup',
    'In-store pickup',
    'Click & Collect',
    'click and collect',
    'otaki store',
    ' Hornby ',
  ])('%s is a pick-up', (method) => expect(isPickupMethod(method, LOCATIONS)).toBe(true))

  test.each([
    '',
    'Standard',
    'Courier collects from Hornby',
    'Hornby to Ōtaki',
    'Collectors Post',
    'Pickupless Freight',
    'Flat rate',
  ])('%s is none', (method) => expect(isPickupMethod(method, LOCATIONS)).toBe(false))
})
