import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Piece } from '../../../src/server/couriers/courier.ts'
import { RATE_CARDS } from '../../../src/server/couriers/rate-cards/cards.ts'
import { priceConsignment } from '../../../src/server/couriers/rate-cards/price.ts'
import { priceParts } from '../../../src/server/couriers/rate-cards/price-parts.ts'
import type { RateCard, Zone } from '../../../src/server/couriers/rate-cards/rate-card.ts'
import { freight, piece } from './freight.ts'

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
  const price = priceConsignment(card, service, zone, request)
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
