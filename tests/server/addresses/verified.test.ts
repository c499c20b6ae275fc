import { beforeEach, describe, expect, it, test } from 'vitest'
import type { AddressDetail } from '../../../src/contract/addresses.ts'
import { cachedAddresses, isRuralAddress, keepDetail } from '../../../src/server/addresses/verified.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { onEachDatabase } from '../databases.ts'
import { NOW } from '../orders/harness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Urban by its postcode. */
const QUEEN_STREET: AddressDetail = {
  street: '12 Queen Street',
  suburb: 'Auckland Central',
  city: 'Auckland',
  region: 'Auckland',
  postcode: '1010',
  is_rural: false,
}
/** Rural by its postcode. */
const PEPPERILL_ROAD: AddressDetail = {
  street: '238 Pepperill Road',
  suburb: 'Lichfield',
  city: 'Putāruru',
  region: 'Waikato',
  postcode: '3482',
  is_rural: true,
}

onEachDatabase((database) => {
  let now = NOW
  let known: Record<string, AddressDetail> = {}
  let asked: string[] = []
  const book = () =>
    cachedAddresses(
      {
        search: async (query) => [{ id: '1', full_address: query }],
        find: async (id) => {
          asked.push(id)
          return known[id] ?? null
        },
      },
      { db: database.db, clock: () => now },
    )
  beforeEach(async () => {
    now = NOW
    known = {}
    asked = []
    await database.db.deleteFrom('verified_addresses').execute()
  })

  describe('details', () => {
    it('are requested once a day', async () => {
      known = { a: QUEEN_STREET }
      for (const later of [0, HOUR, DAY - 1, DAY]) {
        now = NOW + later
        expect(await book().find('a')).toEqual(QUEEN_STREET)
      }
      expect(asked).toEqual(['a', 'a'])
    })

    it('are renewed after a day', async () => {
      known = { a: QUEEN_STREET }
      await book().find('a')
      now += DAY + 1
      known = { a: { ...QUEEN_STREET, suburb: 'City Centre' } }
      expect((await book().find('a'))?.suburb).toBe('City Centre')
      expect((await book().find('a'))?.suburb).toBe('City Centre')
      expect(asked).toEqual(['a', 'a'])
    })

    it('are requested again if the clock was set back', async () => {
      known = { a: QUEEN_STREET }
      await book().find('a')
      now -= HOUR
      await book().find('a')
      expect(asked).toEqual(['a', 'a'])
    })

    it('that are unknown are not cached', async () => {
      expect([await book().find('x'), await book().find('x')]).toEqual([null, null])
      expect(asked).toEqual(['x', 'x'])
    })

    it('are dropped after sixty days', async () => {
      known = { a: QUEEN_STREET, b: PEPPERILL_ROAD }
      await book().find('a')
      now += 60 * DAY + 1
      await book().find('b')
      const rows = await database.db.selectFrom('verified_addresses').select('id').execute()
      expect(rows).toEqual([{ id: 'b' }])
    })
  })

  it('searches are not cached', async () => {
    expect(await book().search('12 Que')).toEqual([{ id: '1', full_address: '12 Que' }])
  })

  describe('whether an address is rural', () => {
    const urban = {
      street: '12 Queen Street',
      suburb: 'Auckland Central',
      city: 'Auckland',
      postcode: '1010',
    }
    const rural = { street: '238 Pepperill Road', suburb: 'Lichfield', city: 'Putaruru', postcode: '3482' }

    it('is decided by the postcode if it was not verified', async () => {
      expect(await isRuralAddress(database.db, urban)).toBe(false)
      expect(await isRuralAddress(database.db, rural)).toBe(true)
    })

    it('is decided by the address service against the postcode', async () => {
      known = { a: { ...QUEEN_STREET, is_rural: true }, b: { ...PEPPERILL_ROAD, is_rural: false } }
      await book().find('a')
      await book().find('b')
      expect(await isRuralAddress(database.db, urban)).toBe(true)
      expect(await isRuralAddress(database.db, rural)).toBe(false)
    })

    test.each<[string, Partial<typeof urban>, boolean]>([
      ['written otherwise', { street: ' 12  QUEEN street ', suburb: 'auckland central' }, true],
      ['without suburb and city', { suburb: '', city: ' ' }, true],
      ['in another suburb', { suburb: 'Grey Lynn' }, false],
      ['in another city', { city: 'Hamilton' }, false],
      ['with another postcode', { postcode: '1011' }, false],
      ['with a unit', { street: 'Unit 2, 12 Queen Street' }, false],
      ['of another number', { street: '1 Queen Street' }, false],
    ])('follows the verified address %s: %s', async (_, changed, expected) => {
      known = { a: { ...QUEEN_STREET, is_rural: true } }
      await book().find('a')
      expect(await isRuralAddress(database.db, { ...urban, ...changed })).toBe(expected)
    })

    it('stores the latest response', async () => {
      known = { a: { ...QUEEN_STREET, is_rural: true }, b: QUEEN_STREET }
      await book().find('a')
      now += HOUR
      await book().find('b')
      expect(await isRuralAddress(database.db, urban)).toBe(false)
    })

    it('of an address without a suburb follows it only without one', async () => {
      known = { a: { ...QUEEN_STREET, suburb: null, is_rural: true } }
      await book().find('a')
      expect(await isRuralAddress(database.db, { ...urban, suburb: '' })).toBe(true)
      expect(await isRuralAddress(database.db, urban)).toBe(false)
    })
  })
})

onEachDatabase((database) => {
  const target = bookingOnTest(database)

  it.each([
    ['as the address service says of an address that it verified', '12 Queen Street', 1],
    ['by the postcode for any other', '14 Queen Street', 0],
  ])('a consignment is booked as rural %s', async (_, street, isRural) => {
    const detail = { street: '12 Queen Street', suburb: 'Auckland Central', city: 'Auckland', region: null }
    await keepDetail(database.db, 'a', { ...detail, postcode: '1010', is_rural: true }, NOW)
    await target.putOrder()
    // The field of the form must not count.
    const payload = target.payload({ street, is_rural: isRural === 0 })
    await target.book(await target.quote(payload), payload)
    expect(target.swift.made[0]?.request.destination.isRural).toBe(isRural === 1)
    expect(await target.consignments()).toMatchObject([{ is_rural: isRural }])
  })
})
