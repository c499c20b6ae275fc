import * as fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { deliveryReference } from '../../../src/server/couriers/go-sweet-spot/reference.ts'

const BOOKING = '5f0c2c1e-1111-4222-8333-444455556666'

test.each([
  ['104823', /^104823-[0-9a-z]{10}$/],
  ['#1001', /^#1001-[0-9a-z]{10}$/],
  [' INV/48213 ', /^INV\/48213-[0-9a-z]{10}$/],
  ['A,B c', /^A-B-c-[0-9a-z]{10}$/],
  ['Ōtara 1', /^-tara-1-[0-9a-z]{10}$/],
  ['', /^[0-9a-z]{10}$/],
  ['  ', /^[0-9a-z]{10}$/],
  ['9'.repeat(60), /^9{39}-[0-9a-z]{10}$/],
])('the delivery reference begins with order %j', (orderCode, expected) => {
  expect(deliveryReference({ orderCode, bookingReference: BOOKING })).toMatch(expected)
})

it('is the same for the same booking, and differs between bookings of an order', () => {
  const of = (bookingReference: string) => deliveryReference({ orderCode: '104823', bookingReference })
  expect(of(BOOKING)).toBe(of(BOOKING))
  const all = Array.from({ length: 1000 }, (_, index) => of(`${BOOKING}${index}`))
  expect(new Set(all).size).toBe(1000)
})

it('has at most 50 characters and no comma, whatever the codes are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (orderCode, bookingReference) => {
      expect(deliveryReference({ orderCode, bookingReference })).toMatch(/^[A-Za-z0-9#/._-]{10,50}$/)
    }),
  )
})
