import { describe, expect, test } from 'vitest'
import type { Piece } from '../../../src/server/couriers/courier.ts'
import { RATE_CARDS, type RateCard } from '../../../src/server/couriers/rate-cards/cards.ts'
import { consignmentPrice } from '../../../src/server/couriers/rate-cards/price.ts'
import { fc } from '../../properties.ts'
import { freight, piece } from './freight.ts'

const ZONES = ['local', 'short-haul', 'long-haul', 'inter-island'] as const

/** Parcels in whole grams and centimetres, within the limits of all cards. */
const parcels = fc
  .record({ grams: fc.integer({ min: 1, max: 25_000 }), height: fc.integer({ min: 1, max: 100 }) })
  .map(({ grams, height }) => piece({ weight: grams / 1000, height, length: 50, width: 20 }))

/** All prices of a card for a parcel, by service and zone. */
function pricesOf(card: RateCard, parcel: Piece, isRural = false): number[] {
  const request = freight({ isRural }, [parcel])
  return card.services.flatMap((service) =>
    ZONES.map((zone) => consignmentPrice(card, service, zone, request).totalCents),
  )
}

describe.each(RATE_CARDS.map((card) => [card.slug, card] as const))('the card of %s', (_, card) => {
  test('costs more the farther, in every service and for every parcel', () => {
    fc.assert(
      fc.property(parcels, (parcel) => {
        const prices = pricesOf(card, parcel)
        for (let start = 0; start < prices.length; start += ZONES.length) {
          const byZone = prices.slice(start, start + ZONES.length)
          expect(byZone).toEqual(byZone.toSorted((a, b) => a - b))
        }
      }),
    )
  })

  test('never costs less for more weight or volume, nor for the country', () => {
    fc.assert(
      fc.property(parcels, parcels, (one, other) => {
        const both = {
          ...one,
          weight: Math.max(one.weight, other.weight),
          height: Math.max(one.height, other.height),
        }
        const prices = pricesOf(card, one)
        expect(pricesOf(card, both).every((price, index) => price >= (prices[index] ?? 0))).toBe(true)
        expect(pricesOf(card, one, true).every((price, index) => price >= (prices[index] ?? 0))).toBe(true)
      }),
    )
  })

  test('prices each parcel by itself: n cost n times as much, and the pick-up once', () => {
    fc.assert(
      fc.property(parcels, fc.integer({ min: 2, max: 50 }), (parcel, quantity) => {
        const once = pricesOf(card, parcel).map((price) => price - card.pickupCents)
        const many = pricesOf(card, { ...parcel, quantity }).map((price) => price - card.pickupCents)
        expect(many).toEqual(once.map((price) => price * quantity))
      }),
    )
  })
})
