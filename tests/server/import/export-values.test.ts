import { describe, expect, test } from 'vitest'
import { costsOf } from '../../../src/server/import/profiles/costs.ts'
import {
  centsWithoutGst,
  parseAmount,
  readBranch,
  readCode,
  readCountry,
  readFlag,
  readPhone,
  readText,
  toCents,
} from '../../../src/server/import/profiles/fields.ts'
import { exportedPlace } from '../../../src/server/import/profiles/places.ts'
import { saleLineOf } from '../../../src/server/import/profiles/sales.ts'
import {
  factsOf,
  isPickupMethod,
  SHOPIFY_FINANCIAL,
  SHOPIFY_FULFILLMENT,
  SHOPIFY_LINE_FULFILLMENT,
  WOOCOMMERCE_STATUS,
} from '../../../src/server/import/profiles/shop-words.ts'
import type { Values } from '../../../src/server/import/profiles/values.ts'
import { fc } from '../../properties.ts'

const CONTEXT = { business: { pickupLocations: [] }, isMonthFirst: false }

describe('an amount', () => {
  test.each([
    ['12', 1200],
    ['12.5', 1250],
    ['$1,234.50', 123450],
    ['NZ$ 1,234.50', 123450],
    ['1,234,567.89', 123456789],
    ['12,50', 1250],
    ['1.234,50', 123450],
    ['-12.50', -1250],
    ['-$12.50', -1250],
    ['$-12.50', -1250],
    ['(12.50)', -1250],
    ['12.50-', -1250],
    ['12.50 NZD', 1250],
    ['.5', 50],
    ['12.3450', 1235],
    ['-12.3450', -1235],
    ['0.00', 0],
    ['-0.00', 0],
  ])('%s is %i cents', (cell, cents) => expect(toCents(parseAmount(cell) ?? Number.NaN)).toBe(cents))

  test.each(['', '-', '.', '$', 'twelve', '1,23,4', '12,345,6', '1.2.3', '50%', '1e3', '123456789.00'])(
    '%j is none',
    (cell) => expect(parseAmount(cell)).toBeNull(),
  )

  test.each([
    ['11.50', 1000],
    ['12.49', 1086],
    ['0.01', 1],
    ['-11.50', -1000],
  ])('%s with GST is %i cents without', (cell, cents) =>
    expect(centsWithoutGst(parseAmount(cell) ?? Number.NaN)).toBe(cents),
  )

  test('is read as it is written, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (cents) => {
        expect(toCents(parseAmount((cents / 100).toFixed(2)) ?? Number.NaN)).toBe(cents)
      }),
    )
  })
})

describe('a cell', () => {
  const zero = (number: string) => `has no zero at the beginning, ${number}: read as 0${number}`
  test.each([
    [readPhone, '09 555 0123', { value: '09 555 0123' }],
    [readPhone, "'+64 21 555 0188", { value: '+64 21 555 0188' }],
    [readPhone, '215550188', { value: '0215550188', note: zero('215550188') }],
    [readPhone, '95550123', { value: '095550123', note: zero('95550123') }],
    [readPhone, '800555012', { value: '0800555012', note: zero('800555012') }],
    [readPhone, '5550123', { value: '5550123' }],
    [readPhone, '64215550188', { value: '64215550188' }],
    [readPhone, '6.42156E+10', { value: '', note: 'was rounded by a spreadsheet, 6.42156E+10: left out' }],
    [readText, "'0610", { value: '0610' }],
    [readText, "O'Brien", { value: "O'Brien" }],
    [readCode, '*None', { value: '' }],
    [readCode, 'CUS000045', { value: 'CUS000045' }],
    [readBranch, 'Christchurch Warehouse', { value: 'christchurch' }],
    [readBranch, 'Shop 3', { value: 'auckland' }],
    [readCountry, 'NZ', { value: 'New Zealand' }],
    [readCountry, 'Australia', { value: 'Australia' }],
    [readFlag, 'no', { value: '' }],
    [readFlag, '2026-11-18', { value: 'yes' }],
  ])('%o reads %s', (read, cell, reading) => expect(read(cell, CONTEXT)).toEqual(reading))
})

describe('an address', () => {
  const lines = (...given: string[]) =>
    Object.fromEntries(given.map((line, index) => [`delivery.line${index + 1}`, line]))
  test.each<[string, Values, string[]]>([
    ['of one line', lines('42 Hugo Johnston Drive'), ['42 Hugo Johnston Drive', '', '', '']],
    ['with a town', lines('5 Port Road', 'Ōtaki'), ['5 Port Road', '', 'Ōtaki', '']],
    [
      'with suburb and city',
      { ...lines('5 Port Road', 'Seaview'), 'delivery.city': 'Lower Hutt', 'delivery.postcode': '5010' },
      ['5 Port Road', 'Seaview', 'Lower Hutt', '5010'],
    ],
    [
      'with a building after the street',
      { ...lines('12 Hugo Johnston Drive', 'Unit 3'), 'delivery.city': 'Auckland' },
      ['12 Hugo Johnston Drive, Unit 3', '', 'Auckland', ''],
    ],
    [
      'with a building before the street',
      { ...lines('Level 2', '5 Tory Street'), 'delivery.city': 'Wellington' },
      ['Level 2, 5 Tory Street', '', 'Wellington', ''],
    ],
    [
      'in the country',
      { ...lines('123 McGregor Road', 'RD 2'), 'delivery.city': 'Papakura' },
      ['123 McGregor Road, RD 2', '', 'Papakura', ''],
    ],
    [
      'of four lines',
      lines('Aroha Ngata', '8 Riccarton Road', 'Riccarton', 'Christchurch 8011'),
      ['8 Riccarton Road', 'Riccarton', 'Christchurch', '8011'],
    ],
    [
      'with a country',
      lines('8 Riccarton Road', 'Riccarton', 'Christchurch, 8011', 'New Zealand'),
      ['8 Riccarton Road', 'Riccarton', 'Christchurch', '8011'],
    ],
    [
      'with the postcode on a line of its own',
      lines('9 Bank Street', 'Whangārei', '110'),
      ['9 Bank Street', '', 'Whangārei', '110'],
    ],
    ['that is blank', {}, ['', '', '', '']],
  ])('%s', (_, values, [street, suburb, city, postcode]) => {
    expect(exportedPlace(values, 'delivery', ['Aroha Ngata'])).toMatchObject({
      street,
      suburb,
      city,
      postcode,
    })
  })
})

describe('a line', () => {
  const lineOf = (values: Values) => saleLineOf({ line: 1, values })
  test.each<[Values, boolean]>([
    [{ 'items.code': 'FREIGHT' }, true],
    [{ 'items.code': 'Freight-NI' }, true],
    [{ 'items.code': 'FRT01' }, true],
    [{ 'items.code': 'Courier charge' }, true],
    [{ 'items.code': 'DELIVERY-HOSE-20' }, false],
    [{ 'items.code': 'PEX-20', 'items.name': 'Freight' }, false],
    [{ 'items.name': 'Freight' }, true],
    [{ 'items.name': 'Freight to Hamilton' }, true],
    [{ 'items.name': 'Rural delivery' }, true],
    [{ 'items.name': 'Shipping - North Island' }, true],
    [{ 'items.name': 'Courier bags, 100' }, false],
    [{ 'items.name': 'Delivery hose' }, false],
  ])('%j is freight: %s', (values, isFreight) => expect(lineOf(values).isFreight).toBe(isFreight))

  test.each<[string, Values, object]>([
    ['has a price from its total', { 'items.quantity': '4', 'items.total': '10000000' }, { price: 2500000 }],
    ['is one if only an amount is given', { 'items.total': '500000' }, { quantity: 1, price: 500000 }],
    ['is none if it is a text', { 'items.name': 'Thank you' }, { quantity: 0, total: 0, code: 'Thank you' }],
    [
      'has its discount taken off',
      { 'items.quantity': '2.5', 'items.price': '1000000', 'items.discount': '500000' },
      { total: 2000000 },
    ],
  ])('%s', (_, values, expected) => expect(lineOf(values)).toMatchObject(expected))
})

describe('the costs of an order', () => {
  const dollars = (values: Record<string, number>) =>
    Object.fromEntries(Object.entries(values).map(([field, sum]) => [field, String(Math.round(sum * 1e6))]))
  const costs = (own: Values, items: Values[]) =>
    costsOf(
      own,
      items.map((values, index) => saleLineOf({ line: index, values: { 'items.code': 'P', ...values } })),
    )

  test.each<[string, Values, Values[], object]>([
    [
      'include GST if the amounts add up to the total',
      dollars({ freight: 11.5, gst: 4.5, total: 34.5 }),
      [dollars({ 'items.total': 23 })],
      { freight: 1000, subtotal: 3000, tax: 450, total: 3450 },
    ],
    [
      'exclude GST if the total is more by it',
      dollars({ freight: 10, gst: 4.5, total: 34.5 }),
      [dollars({ 'items.total': 20 })],
      { freight: 1000, subtotal: 3000, tax: 450, total: 3450 },
    ],
    [
      'are read with the subtotal after a discount of the order',
      dollars({ subtotal: 20.7, freight: 11.5, gst: 4.2, total: 32.2 }),
      [dollars({ 'items.total': 23 })],
      { freight: 1000, subtotal: 2800, tax: 420, total: 3220 },
    ],
    [
      'without GST are as they are',
      dollars({ freight: 10, gst: 0, total: 30 }),
      [dollars({ 'items.total': 20 })],
      { freight: 1000, subtotal: 3000, tax: 0, total: 3000 },
    ],
    [
      'are left to be calculated if no GST is given',
      dollars({ freight: 10 }),
      [dollars({ 'items.total': 20 })],
      { freight: 1000, subtotal: null, tax: null, total: null },
    ],
    [
      'have the GST of a total that includes it',
      { ...dollars({ total: 34.5 }), includes_gst: 'yes' },
      [dollars({ 'items.total': 34.5 })],
      { freight: 0, subtotal: 3000, tax: 450, total: 3450 },
    ],
    [
      'have the GST of their lines',
      { ...dollars({ freight: 11.5, freight_gst: 1.5 }), includes_gst: 'yes' },
      [dollars({ 'items.total': 23, 'items.gst': 3 })],
      { freight: 1000, subtotal: 3000, tax: 450, total: 3450 },
    ],
    [
      'exclude GST if a line has both amounts, whatever the order says',
      { includes_gst: 'yes' },
      [dollars({ 'items.total': 20, 'items.total_with_gst': 23 })],
      { freight: 0, subtotal: 2000, tax: 300, total: 2300 },
    ],
    [
      'have freight lines as freight',
      dollars({ gst: 4.5, total: 34.5 }),
      [dollars({ 'items.total': 20 }), { ...dollars({ 'items.total': 10 }), 'items.code': 'FREIGHT' }],
      { freight: 1000, subtotal: 3000, tax: 450, total: 3450 },
    ],
  ])('%s', (_, own, items, expected) => expect(costs(own, items)).toMatchObject(expected))

  test('leave untaxed freight as it is, and their lines add up, whatever was sold', () => {
    const cents = fc.integer({ min: 100, max: 500_000 })
    const sold = fc.array(fc.record({ price: cents, quantity: fc.integer({ min: 1, max: 20 }) }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        sold,
        cents,
        fc.boolean(),
        fc.integer({ min: 0, max: 90 }),
        (lines, freight, isTaxed, off) => {
          const whole = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
          const goods = whole - Math.round((whole * off) / 100)
          const gst = Math.round(((isTaxed ? goods + freight : goods) * 3) / 23)
          const order = { subtotal: goods, freight, gst, total: goods + freight }
          const found = costs(
            dollars(Object.fromEntries(Object.entries(order).map(([field, sum]) => [field, sum / 100]))),
            lines.map(({ price, quantity }) => ({
              ...dollars({ 'items.price': price / 100 }),
              'items.quantity': String(quantity),
            })),
          )
          expect([found.total, found.tax]).toEqual([goods + freight, gst])
          expect(Math.abs(found.freight - (isTaxed ? (freight * 20) / 23 : freight))).toBeLessThanOrEqual(1)
          const sum = found.items.reduce((all, { total }) => all + total, found.freight)
          expect(sum).toBe(goods + freight - gst)
        },
      ),
    )
  })
})

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
