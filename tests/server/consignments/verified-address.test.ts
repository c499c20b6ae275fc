import { expect, it } from 'vitest'
import { keepDetail } from '../../../src/server/addresses/verified.ts'
import { onEachDatabase } from '../databases.ts'
import { NOW } from '../orders/harness.ts'
import { bookingOnTest } from './booking-on-test.ts'

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
