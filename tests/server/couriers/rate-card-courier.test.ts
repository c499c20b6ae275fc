import { describe, expect, it, test } from 'vitest'
import { CourierRefused, type Piece } from '../../../src/server/couriers/courier.ts'
import { createCouriers } from '../../../src/server/couriers/known/api-couriers.ts'
import { codeNumber, trackingCode } from '../../../src/server/couriers/rate-cards/bookings.ts'
import { RATE_CARDS, type RateCard } from '../../../src/server/couriers/rate-cards/cards.ts'
import { consignmentPrice } from '../../../src/server/couriers/rate-cards/price.ts'
import { readAccounts } from '../../../src/server/platform/courier-settings.ts'
import { fc } from '../../properties.ts'
import { onEachDatabase, type TestDatabase } from '../databases.ts'
import { bookingOf, freight, optionsOf, piece, reasonOf } from './freight.ts'

const AT = Date.parse('2026-11-20T01:02:03.004Z')
const never = new AbortController().signal
const keyOf = (bookingReference: string) => ({ bookingReference, orderCode: '104823' })

function couriersOf({ db }: Pick<TestDatabase, 'db'>) {
  const config = { titusHost: 'track.titus.example', accounts: readAccounts({}) }
  const couriers = createCouriers({ config, db, clock: () => AT })
  const courier = (slug: string) => {
    const found = couriers.find((one) => one.slug === slug)
    if (!found) throw new Error(`There is no ${slug}.`)
    return found
  }
  return { couriers, courier }
}

describe('tracking codes', () => {
  test.each([
    ['posthaste', 14123, 'COC00014123'],
    ['nzcouriers', 1602541, 'LH1602541'],
    ['nzpost', 9259423, 'CL092594237NZ'],
    // 8×0+6×0+4×0+2×0+3×0+5×0+9×0+7×3 = 21; 11 − 21 mod 11 = 1
    ['nzpost', 3, 'CL000000031NZ'],
    // 7×8 = 56; 11 − 1 = 10, written 0
    ['nzpost', 8, 'CL000000080NZ'],
    // 0; 11 − 0 = 11, written 5
    ['nzpost', 0, 'CL000000005NZ'],
    ['aramex', 1000001, 'ARX001000001'],
    ['castleparcels', 1000001, 'CPL01000001'],
    ['titus', 1000001, 'TTS01000001'],
  ] as const)('of %s, number %i: %s', (slug, number, code) => {
    expect(trackingCode(slug, number)).toBe(code)
    expect(codeNumber(slug, code)).toBe(number)
  })

  test.each([
    ['nzpost', 'CL092594236NZ'],
    ['nzpost', 'LH1602541'],
    ['nzcouriers', 'LH01602541'],
    ['nzcouriers', 'LH1602541001'],
    ['aramex', ''],
  ] as const)('of %s: %s is none', (slug, code) => expect(codeNumber(slug, code)).toBeNull())
})

onEachDatabase((database) => {
  it('has one courier for each of the filter, in its order', () => {
    const named = couriersOf(database).couriers.map(({ name }) => name)
    expect(named).toEqual(['Aramex', 'Castle Parcels', 'NZ Couriers', 'NZ Post', 'Post Haste', 'Titus'])
  })

  it('gives prices that differ, and the same ones every time', async () => {
    const { couriers } = couriersOf(database)
    const ask = () =>
      Promise.all(
        couriers.map((courier) => optionsOf(courier, freight({ postcode: '6011', suburb: 'Te Aro' }))),
      )
    const options = (await ask()).flat()
    expect(options).toHaveLength(7)
    expect(new Set(options.map(({ costCents }) => costCents)).size).toBe(7)
    expect(options.every(({ costCents }) => Number.isInteger(costCents) && costCents > 300)).toBe(true)
    expect(new Set(options.map(({ type }) => type))).toEqual(
      new Set(['Standard', 'Economy', 'Overnight', 'Freight']),
    )
    expect((await ask()).flat()).toEqual(options)
  })

  it('describes service, distance and country', async () => {
    const { courier } = couriersOf(database)
    const [option] = await optionsOf(
      courier('nzcouriers'),
      freight({ suburb: '', postcode: '7672', isRural: true }),
    )
    // 968 + 13.7 % 132.6 → 133, + 541 rural
    expect(option).toEqual({
      courierName: 'NZ Couriers',
      courierSlug: 'nzcouriers',
      costCents: 1642,
      parts: [
        { description: 'Base rate, inter-island: 1 parcel', cents: 968 },
        { description: 'Variable charge 13.7%', cents: 133 },
        { description: 'Rural delivery', cents: 541 },
      ],
      type: 'Overnight',
      description: 'next working day (inter-island, rural)',
      courierQuote: 'overnight 1642',
    })
  })

  it('prices bags alone once, whatever the services', async () => {
    const { courier } = couriersOf(database)
    const bags = freight({}, [piece({ packageType: 'a5', quantity: 2, weight: 0.5 })])
    const options = await optionsOf(courier('nzpost'), bags)
    expect(options.map(({ type, costCents }) => [type, costCents])).toEqual([['Bag', 1150]])
    const mixed = freight({}, [piece({ packageType: 'a5', weight: 0.5 }), piece()])
    expect((await optionsOf(courier('nzpost'), mixed)).map(({ type }) => type)).toEqual([
      'Overnight',
      'Economy',
    ])
  })

  it('prices for more couriers once the suburb is deleted, as the info note says', async () => {
    const { couriers } = couriersOf(database)
    const refusing = async (suburb: string) => {
      const reasons = await Promise.all(
        couriers.map((courier) => reasonOf(courier, freight({ suburb, postcode: '8024' }))),
      )
      return reasons.filter((reason) => reason !== null)
    }
    expect(await refusing('Penrose')).toEqual(
      Array(3).fill('The suburb Penrose and the postcode 8024 do not match.'),
    )
    expect(await refusing('')).toEqual([])
  })

  it('books, once for each reference, and finds the booking by it', async () => {
    const { courier } = couriersOf(database)
    const request = freight({ isRural: true }, [piece({ quantity: 2 }), piece({ packageType: 'a5' })])
    const booking = await bookingOf(courier('nzpost'), request, 'ref-1')
    const booked = await courier('nzpost').book(booking, never)
    expect(booked.trackingCode).toMatch(/^CL\d{9}NZ$/)
    expect(booked.trackingUrl).toBeNull()
    expect(booked.parts.map(({ partNumber, label }) => [partNumber, label])).toEqual(
      ['001', '002', '003'].map((number) => [number, booked.trackingCode + number]),
    )
    const [option] = await optionsOf(courier('nzpost'), request)
    const services = [...booked.services, ...booked.parts.flatMap((part) => part.services)]
    const total = [
      ...booked.parts.map(({ costCents }) => costCents),
      ...services.map(({ totalCents }) => totalCents),
    ]
    expect(total.reduce((sum, cents) => sum + cents, 0)).toBe(option?.costCents)

    expect(await courier('nzpost').book(booking, never)).toEqual(booked)
    expect(await courier('nzpost').find(keyOf('ref-1'), never)).toEqual([booked])
    expect(await courier('nzpost').find(keyOf('ref-2'), never)).toEqual([])
    expect(await courier('aramex').find(keyOf('ref-1'), never)).toEqual([])
  })

  it('gives one booking to two processes that book the same reference at once', async () => {
    const other = { db: await database.openAgain() }
    const booking = await bookingOf(couriersOf(database).courier('aramex'), freight(), 'ref-twice')
    const booked = await Promise.all(
      [database, other, database, other].map((one) => couriersOf(one).courier('aramex').book(booking, never)),
    )
    expect(new Set(booked.map(({ trackingCode }) => trackingCode)).size).toBe(1)
  })

  it('gives every booking a unique code', async () => {
    const { courier } = couriersOf(database)
    const references = Array.from({ length: 30 }, (_, index) => `many-${index}`)
    const booked = await Promise.all(
      references.map(async (reference) =>
        courier('titus').book(await bookingOf(courier('titus'), freight(), reference), never),
      ),
    )
    expect(new Set(booked.map(({ trackingCode }) => trackingCode)).size).toBe(30)
    expect(booked[0]?.trackingUrl).toBe(`https://track.titus.example/parcels/${booked[0]?.trackingCode}`)
  })

  it('books exactly the quoted price or refuses', async () => {
    const { courier } = couriersOf(database)
    const booking = await bookingOf(courier('posthaste'), freight(), 'ref-price')
    const book = (changes: Partial<typeof booking>) =>
      courier('posthaste').book({ ...booking, ...changes }, never)
    const changed = new CourierRefused('The price has changed since it was quoted.')
    await expect(book({ pieces: [piece({ quantity: 2 })] })).rejects.toEqual(changed)
    await expect(book({ courierQuote: 'overnight 1' })).rejects.toEqual(changed)
    await expect(book({ pieces: [piece({ weight: 30 })] })).rejects.toThrow('too heavy')
    expect(await courier('posthaste').find(keyOf('ref-price'), never)).toEqual([])
  })

  it('cancels, also twice, and does not book a cancelled reference again', async () => {
    const { courier } = couriersOf(database)
    const booking = await bookingOf(courier('castleparcels'), freight(), 'ref-cancel')
    const { trackingCode } = await courier('castleparcels').book(booking, never)
    await courier('castleparcels').cancel(trackingCode, never)
    await courier('castleparcels').cancel(trackingCode, never)
    await courier('castleparcels').cancel('CPL00000001', never)
    expect(await courier('castleparcels').find(keyOf('ref-cancel'), never)).toEqual([])
    await expect(courier('castleparcels').book(booking, never)).rejects.toThrow(CourierRefused)
  })

  it('reports its own bookings as made, and no others', async () => {
    const { courier } = couriersOf(database)
    const request = freight({}, [piece()], 'christchurch')
    const { trackingCode } = await courier('nzcouriers').book(
      await bookingOf(courier('nzcouriers'), request, 'ref-track'),
      never,
    )
    const created = {
      at: '2026-11-20T01:02:03.004Z',
      type: 'created',
      code: 'CR',
      description: 'Tracking number allocated & order ready',
      location: 'Christchurch',
    }
    const none = { manifestedAt: null, pickedAt: null, deliveredAt: null, partCodes: [] }
    expect(await courier('nzcouriers').track([trackingCode, 'LH0000001'], never)).toEqual(
      new Map([[trackingCode, { events: [created], ...none }]]),
    )
    expect(await courier('nzcouriers').label(trackingCode, never)).toBeNull()
  })
})

describe('the cards', () => {
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
})
