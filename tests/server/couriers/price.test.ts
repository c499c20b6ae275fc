import { describe, expect, test } from 'vitest'
import type { FreightRequest, Piece } from '../../../src/server/couriers/courier.ts'
import {
  type CardService,
  RATE_CARDS,
  type Rate,
  type RateCard,
  type Zone,
} from '../../../src/server/couriers/rate-cards/cards.ts'
import {
  consignmentPrice,
  priceParts,
  pricePiece,
  unitsOf,
} from '../../../src/server/couriers/rate-cards/price.ts'
import { destinationArea, refusePieces } from '../../../src/server/couriers/rate-cards/refuse.ts'
import { areaOfPostcode, zoneOf } from '../../../src/server/couriers/rate-cards/zones.ts'
import { fc } from '../../properties.ts'
import { freight, piece } from './freight.ts'

const ticket = (kg: number, m3: number, cents: number): Rate => ({
  unit: { kg, m3 },
  firstCents: cents,
  nextCents: cents,
})

const service: CardService = {
  code: 'overnight',
  type: 'Overnight',
  standard: 'Next working day',
  rates: {
    local: ticket(25, 0.1, 500),
    'short-haul': ticket(15, 0.025, 600),
    'long-haul': ticket(5, 0.025, 700),
    'inter-island': { unit: { kg: 1, m3: 0.005 }, firstCents: 900, nextCents: 100 },
  },
}

/** A card with round figures, so that prices can be calculated by hand and the real cards may change. */
const card: RateCard = {
  slug: 'nzcouriers',
  services: [service],
  bags: { a5: { cents: 595, kg: 3 } },
  limits: { kg: 25, m3: 0.1, longestCm: 150 },
  rural: ticket(15, 0.075, 480),
  variablePerMille: 125,
  pickupCents: 0,
  checksSuburb: true,
  deliversToBoxes: false,
}

/** A box with this volume in litres and a base of one square decimetre. */
const litres = (volume: number, weight = 1) => piece({ height: volume * 10, length: 10, width: 10, weight })

describe('units of a parcel', () => {
  test.each([
    ['inter-island', 'a gram is a kilogram begun', litres(1, 0.001), 1],
    ['inter-island', '1 kg exactly', litres(1, 1), 1],
    ['inter-island', '1.001 kg', litres(1, 1.001), 2],
    ['inter-island', '0.005 m³ weighs 1 kg (200 kg/m³)', litres(5, 1), 1],
    ['inter-island', '0.0051 m³ weighs 1.02 kg', litres(5.1, 1), 2],
    ['long-haul', '5 kg exactly', litres(1, 5), 1],
    ['long-haul', '5.001 kg', litres(1, 5.001), 2],
    ['long-haul', '10 kg exactly', litres(1, 10), 2],
    ['long-haul', '25 kg ÷ 5', litres(1, 25), 5],
    ['long-haul', '0.025 m³ exactly', litres(25), 1],
    ['long-haul', '0.02501 m³', litres(25.01), 2],
    ['long-haul', '0.1 m³ ÷ 0.025', litres(100), 4],
    ['long-haul', 'weight needs 3, volume 2: the more', litres(30, 12), 3],
    ['long-haul', 'weight needs 1, volume 3: the more', litres(60, 3), 3],
    ['short-haul', '15 kg exactly', litres(1, 15), 1],
    ['short-haul', '15.001 kg', litres(1, 15.001), 2],
    ['short-haul', '0.025 m³ exactly', litres(25, 15), 1],
    ['local', '25 kg exactly', litres(1, 25), 1],
    ['local', '0.1 m³ exactly', litres(100, 25), 1],
    ['local', 'nothing at all is one unit', piece({ height: 0, length: 0, width: 0, weight: 0 }), 1],
    [
      'local',
      'lengths that binary fractions miss: 0.1 m³ of 46.1 × 46.9 × 46.2',
      piece({ height: 46.1, length: 46.9, width: 46.2 }),
      1,
    ],
  ] as const)('%s: %s', (zone, _, parcel, units) => expect(unitsOf(service.rates[zone], parcel)).toBe(units))
})

describe('price of a parcel', () => {
  test.each([
    ['local', false, litres(1), 'one ticket 500 + 12.5 % 62.5, half up', 500, [63]],
    ['local', true, litres(1), 'and a rural ticket', 500, [63, 480]],
    ['local', true, litres(80, 20), 'rural: 0.08 m³ ÷ 0.075 is two', 500, [63, 960]],
    ['local', true, litres(75, 15), 'rural: 15 kg and 0.075 m³ exactly are one', 500, [63, 480]],
    ['short-haul', false, litres(30, 10), '0.03 m³ ÷ 0.025: 2 × 600 + 150', 1200, [150]],
    ['long-haul', false, litres(20, 17.5), '17.5 kg ÷ 5: 4 × 700 + 350', 2800, [350]],
    ['inter-island', false, litres(1, 3.2), '900 + 3 × 100, + 150', 1200, [150]],
    ['inter-island', false, piece({ packageType: 'a5', weight: 3 }), 'a bag: flat', 595, []],
    ['inter-island', true, piece({ packageType: 'a5', weight: 3 }), 'a rural bag', 595, [480]],
  ] as const)('%s, rural %s: %o: %s', (zone, isRural, parcel, _, cost, services) => {
    const price = pricePiece(card, service, zone, isRural, parcel)
    expect(price.costCents).toBe(cost)
    expect(price.services.map(({ totalCents }) => totalCents)).toEqual(services)
  })

  test('is rounded for each parcel, not for all together', () => {
    const request = freight({}, [piece({ quantity: 3 })])
    // 3 × (500 + 63) = 1689; 1500 + 12.5 % would be 1687.5.
    expect(consignmentPrice(card, service, 'local', request).totalCents).toBe(1689)
  })

  test('of several kinds, with charges that apply once', () => {
    const request = freight({ isRural: true }, [
      piece({ quantity: 2, weight: 6 }),
      piece({ packageType: 'a5' }),
    ])
    const price = consignmentPrice({ ...card, pickupCents: 850 }, service, 'long-haul', request)
    // 2 × (2 × 700 + 175 + 480) + (595 + 480) + 850
    expect(price.totalCents).toBe(6035)
    expect(price.parts.map(({ costCents }) => costCents)).toEqual([1400, 1400, 595])
    expect(price.services).toEqual([{ code: 'PICKUP', description: 'Pick-up', totalCents: 850 }])
    expect(price.parts[0]?.services).toEqual([
      { code: 'VAR', description: 'Variable charge 12.5%', totalCents: 175 },
      { code: 'RURAL', description: 'Rural delivery', totalCents: 480 },
    ])
  })
})

describe('zones', () => {
  test.each([
    ['auckland', '1061', 'Penrose', 'local'],
    ['auckland', '0632', 'Rosedale', 'local'],
    ['auckland', '2013', 'East Tamaki', 'local'],
    ['auckland', '0110', 'Whangarei', 'short-haul'],
    ['auckland', '3200', 'Hamilton', 'short-haul'],
    ['auckland', '2580', 'Karaka', 'short-haul'],
    ['auckland', '0295', 'Kerikeri', 'long-haul'],
    ['auckland', '6011', 'Wellington', 'long-haul'],
    ['auckland', '4010', 'Gisborne', 'long-haul'],
    ['auckland', '7010', 'Nelson', 'inter-island'],
    ['auckland', '9810', 'Invercargill', 'inter-island'],
    ['christchurch', '8024', 'Addington', 'local'],
    ['christchurch', '7614', 'Rolleston', 'short-haul'],
    ['christchurch', '7910', 'Timaru', 'short-haul'],
    ['christchurch', '7010', 'Nelson', 'long-haul'],
    ['christchurch', '9300', 'Queenstown', 'long-haul'],
    ['christchurch', '6011', 'Wellington', 'inter-island'],
    ['christchurch', '0110', 'Whangarei', 'inter-island'],
  ] as const)('from %s to %s %s: %s', (origin, postcode, _, zone) =>
    expect(zoneOf(origin, areaOfPostcode(postcode) ?? '')).toBe(zone),
  )
})

describe('places that a courier serves', () => {
  type To = Partial<FreightRequest['destination']>
  const whyNot = (to: To, changes: Partial<RateCard> = {}) => {
    const answer = destinationArea({ ...card, ...changes }, freight(to).destination)
    return 'reason' in answer ? answer.reason : answer.area
  }
  test.each<[string, To, Partial<RateCard>, string]>([
    ['by the postcode', {}, {}, '10'],
    ['with no suburb and city', { suburb: '', city: '' }, {}, '10'],
    ['with a suburb not known here', { suburb: 'Nowhere Bay' }, {}, '10'],
    ['by the suburb where there is no postcode', { suburb: 'Te Aro', postcode: ' ' }, {}, '60'],
    ['a suburb with its macron', { suburb: 'East Tāmaki', postcode: '2013' }, {}, '20'],
    ['a name that two towns have', { suburb: 'Frankton', postcode: '3204' }, {}, '32'],
    ['and the other town', { suburb: 'Frankton', postcode: '9300' }, {}, '93'],
    ['not without either', { suburb: '', postcode: '' }, {}, 'The postcode is missing.'],
    ['not by half a postcode', { postcode: '106' }, {}, 'The postcode must have four digits.'],
    ['not by letters', { postcode: '10O1' }, {}, 'The postcode must have four digits.'],
    [
      'not where they differ',
      { suburb: ' Penrose ', postcode: '8024' },
      {},
      'The suburb Penrose and the postcode 8024 do not match.',
    ],
    ['by the postcode where the card does not look', { postcode: '8024' }, { checksSuburb: false }, '80'],
    ['to the country', { isRural: true }, {}, '10'],
    ['not to the country without rural service', { isRural: true }, { rural: null }, 'Has no rural service.'],
    ['not to a box', { street: 'PO Box 12' }, {}, 'Does not deliver to a PO Box.'],
    ['not to a box, however written', { street: ' P.O. BOX 12' }, {}, 'Does not deliver to a PO Box.'],
    ['to a box where it does', { street: 'PO Box 12' }, { deliversToBoxes: true }, '10'],
    ['to a street that begins like one', { street: 'Pobox Lane 3' }, {}, '10'],
  ])('%s', (_, to, changes, answer) => expect(whyNot(to, changes)).toBe(answer))
})

describe('parcels that a courier accepts', () => {
  const reason = (...pieces: ReturnType<typeof piece>[]) => refusePieces(card, { pieces })
  test.each([
    ['25 kg exactly', piece({ weight: 25 }), null],
    ['not a gram more', piece({ weight: 25.001 }), 'A parcel of 25.001 kg is too heavy: 25 kg at most.'],
    ['0.1 m³ exactly', piece({ height: 100, length: 50, width: 20 }), null],
    [
      'not a litre more',
      piece({ height: 101, length: 50, width: 20 }),
      'A parcel of 0.101 m³ is too big: 0.1 m³ at most.',
    ],
    [
      'nor a drop',
      piece({ height: 100.1, length: 50.1, width: 20 }),
      'A parcel of 0.1004 m³ is too big: 0.1 m³ at most.',
    ],
    ['150 cm exactly', piece({ length: 150 }), null],
    ['not a millimetre more', piece({ width: 150.1 }), 'A parcel of 150.1 cm is too long: 150 cm at most.'],
    ['a bag it has', piece({ packageType: 'a5', weight: 3 }), null],
    ['a bag of any measures', piece({ packageType: 'a5', height: 500 }), null],
    [
      'not a full bag',
      piece({ packageType: 'a5', weight: 3.5 }),
      'A bag of 3.5 kg is too heavy: 3 kg at most.',
    ],
    ['no bag it has not', piece({ packageType: 'bug_tim' }), 'Does not carry Bug Tim bags.'],
    ['999 parcels', piece({ quantity: 999 }), null],
    ['not 1000', piece({ quantity: 1000 }), 'Takes at most 999 parcels in one consignment.'],
    ['not none', piece({ quantity: 0 }), 'There is no parcel.'],
  ])('%s', (_, parcel, expected) => expect(reason(parcel)).toBe(expected))

  test('every parcel must be accepted', () =>
    expect(reason(piece(), piece({ weight: 30 }))).toBe('A parcel of 30 kg is too heavy: 25 kg at most.'))
})

const rate = { unit: { kg: 5, m3: 0.025 }, firstCents: 700, nextCents: 300 }

const ROUND: RateCard = {
  slug: 'nzcouriers',
  services: [
    {
      code: 'economy',
      type: 'Economy',
      standard: '2 days',
      rates: { local: rate, 'short-haul': rate, 'long-haul': rate, 'inter-island': rate },
    },
  ],
  bags: { a5: { cents: 595, kg: 3 } },
  limits: { kg: 25, m3: 0.1, longestCm: 150 },
  rural: { unit: { kg: 15, m3: 0.075 }, firstCents: 480, nextCents: 480 },
  variablePerMille: 125,
  pickupCents: 250,
  checksSuburb: true,
  deliversToBoxes: false,
}

function partsOf(card: RateCard, zone: Zone, isRural: boolean, pieces: readonly Piece[]) {
  const [service] = card.services
  if (!service) throw new Error('The card has no service.')
  const request = freight({ isRural }, pieces)
  const price = consignmentPrice(card, service, zone, request)
  return { parts: priceParts(card, service, zone, request, price), total: price.totalCents }
}

test('names the zone, the weight, the bags, the variable charge, rural delivery and the pick-up', () => {
  const { parts, total } = partsOf(ROUND, 'long-haul', true, [
    piece({ weight: 12, quantity: 2 }),
    piece({ packageType: 'a5' }),
  ])
  expect(parts).toEqual([
    { description: 'Base rate, long-haul: 2 parcels', cents: 1400 },
    { description: 'Weight: 4 more × 5 kg or 0.025 m³', cents: 1200 },
    { description: '1 bag', cents: 595 },
    { description: 'Variable charge 12.5%', cents: 326 },
    { description: 'Rural delivery', cents: 1440 },
    { description: 'Pick-up', cents: 250 },
  ])
  expect(total).toBe(5211)
})

test('omits what costs nothing', () => {
  const { parts } = partsOf({ ...ROUND, variablePerMille: 0, pickupCents: 0 }, 'long-haul', false, [piece()])
  expect(parts.map(({ description }) => description)).toEqual(['Base rate, long-haul: 1 parcel'])
})

test('the parts add up to the price, for any card and parcels', () => {
  const parcel = fc.record({
    packageType: fc.constantFrom(null, 'a5' as const, 'bug_tim' as const),
    quantity: fc.integer({ min: 1, max: 40 }),
    weight: fc.integer({ min: 1, max: 25_000 }).map((grams) => grams / 1000),
    height: fc.integer({ min: 1, max: 100 }),
    length: fc.integer({ min: 1, max: 100 }),
    width: fc.integer({ min: 1, max: 100 }),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...RATE_CARDS, ROUND),
      fc.constantFrom<Zone>('local', 'short-haul', 'long-haul', 'inter-island'),
      fc.boolean(),
      fc.array(parcel, { minLength: 1, maxLength: 5 }),
      (card, zone, isRural, parcels) => {
        const { parts, total } = partsOf(card, zone, isRural, parcels.map(piece))
        expect(parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(total)
        expect(parts.every(({ cents }) => Number.isInteger(cents) && cents > 0)).toBe(true)
      },
    ),
  )
})
