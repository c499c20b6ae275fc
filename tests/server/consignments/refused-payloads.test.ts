import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsignmentBooking, ConsignmentPayload } from '../../../src/contract/consignments.ts'
import { payloadHash } from '../../../src/server/consignments/payload.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { signedInApp } from '../orders/harness.ts'
import { openNew } from '../templates.ts'
import { fakeCourier } from './fake-courier.ts'
import { PARCEL, payloadFor } from './payload-for.ts'

let db: Kysely<Database>
const folder = mkdtempSync(join(tmpdir(), 'console-payloads-'))
const swift = fakeCourier('swift')

beforeAll(async () => {
  db = await openNew(folder)
})
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const price = async (payload: unknown) => {
  const answer = await signedInApp(db, undefined, undefined, { couriers: [swift] }).post(
    '/api/v1/consignments/pricing',
    payload,
  )
  return { status: answer.status, body: await answer.json() }
}
const whole = payloadFor('104823')
const withParcel = (changed: object) => ({ ...whole, parcels: [{ ...PARCEL, ...changed }] })
const NOTHING = { height: 0, length: 0, width: 0, weight: 0 }

describe('a payload is refused, naming the field,', () => {
  it.each<[string, unknown, string, string]>([
    [
      'no pieces',
      withParcel({ quantity: 0 }),
      'parcels.0.quantity',
      'Parcel 1 quantity: must be at least 1.',
    ],
    ['fewer', withParcel({ quantity: -3 }), 'parcels.0.quantity', 'Parcel 1 quantity: must be at least 1.'],
    [
      'half',
      withParcel({ quantity: 1.5 }),
      'parcels.0.quantity',
      'Parcel 1 quantity: must be a whole number.',
    ],
    [
      'text',
      withParcel({ quantity: '2' }),
      'parcels.0.quantity',
      'Parcel 1 quantity: must be a whole number.',
    ],
    [
      'endless',
      withParcel({ quantity: 1e300 }),
      'parcels.0.quantity',
      'Parcel 1 quantity: must be a whole number.',
    ],
    ['too many', withParcel({ quantity: 501 }), 'parcels', 'Parcels: may be at most 500 pieces.'],
    ['not a number', withParcel({ weight: null }), 'parcels.0.weight', 'Parcel 1 weight: must be a number.'],
    ['negative', withParcel({ weight: -1 }), 'parcels.0.weight', 'Parcel 1 weight: may not be less than 0.'],
    [
      'negative',
      withParcel({ height: -0.1 }),
      'parcels.0.height',
      'Parcel 1 height: may not be less than 0.',
    ],
    ['vast', withParcel({ length: 2001 }), 'parcels.0.length', 'Parcel 1 length: may be at most 2000.'],
    ['heavy', withParcel({ weight: 10_001 }), 'parcels.0.weight', 'Parcel 1 weight: may be at most 10000.'],
    ['weightless', withParcel({ weight: 0 }), 'weight', 'Weight: must be more than 0.'],
    ['flat', withParcel({ width: 0 }), 'volume', 'Volume: must be more than 0.'],
    ['nothing', withParcel(NOTHING), 'weight', 'Weight: must be more than 0.'],
    ['no parcel', { ...whole, parcels: [] }, 'parcels', 'Parcels: there must be at least one.'],
    ['a type', withParcel({ package_type: 'crate' }), 'parcels.0.package_type', 'Parcel 1 package type: '],
    [
      'second parcel',
      { ...whole, parcels: [PARCEL, { ...PARCEL, weight: -1 }] },
      'parcels.1.weight',
      'Parcel 2 weight: may not be less than 0.',
    ],
    [
      'a row of the console behind one that was left empty',
      {
        ...whole,
        parcels: [
          { ...PARCEL, id: '1' },
          { ...PARCEL, id: '3', weight: 10_001 },
        ],
      },
      'parcels.1.weight',
      'Parcel 3 weight: may be at most 10000.',
    ],
    ['no pieces of it', withParcel({ id: '12', quantity: 0 }), 'parcels.0.quantity', 'Parcel 12 quantity: '],
    ['an id of its own', withParcel({ id: '0', quantity: 0 }), 'parcels.0.quantity', 'Parcel 1 quantity: '],
    [
      'a mark',
      withParcel({ reference: 'a\0b' }),
      'parcels.0.reference',
      'Parcel 1 reference: a character is not allowed.',
    ],
    [
      'long',
      withParcel({ reference: 'x'.repeat(201) }),
      'parcels.0.reference',
      'Parcel 1 reference: may have at most 200 characters.',
    ],
    ['no street', { ...whole, street: ' ' }, 'street', 'Street: is required.'],
    ['no postcode', { ...whole, postcode: '' }, 'postcode', 'Postcode: must have four digits.'],
    ['a postcode', { ...whole, postcode: '61O1' }, 'postcode', 'Postcode: must have four digits.'],
    ['a saturday', { ...whole, saturday_delivery: true }, 'saturday_delivery', 'Saturday delivery: '],
    [
      'long text',
      { ...whole, instructions: 'x'.repeat(1001) },
      'instructions',
      'Instructions: may have at most 1000 characters.',
    ],
    ['no flag', { ...whole, is_rural: undefined }, 'is_rural', 'Is rural: '],
  ])('with %s (%#)', async (_, payload, field, message) => {
    const { status, body } = await price(payload)
    expect(status).toBe(422)
    expect(body).toEqual({ success: false, field, message: expect.stringContaining(message) })
    expect(swift.asked).toEqual([])
  })
})

it.each([
  ['blank suburb and city', { suburb: '', city: '' }],
  ['nobody named', { company: '', contact: '', phone: '', email: '' }],
  ['no order', { order_id: '', customer_id: '' }],
  ['one light row among them', { parcels: [PARCEL, { ...PARCEL, ...NOTHING }] }],
])('a payload is priced with %s', async (_, changed) => {
  expect(await price({ ...whole, ...changed })).toMatchObject({
    status: 200,
    body: [{ cost: expect.any(Number) }],
  })
})

it('a price is valid for the values of all fields, in any order', () => {
  const hash = (payload: object) => payloadHash(ConsignmentPayload.parse(payload))
  const reversed = Object.fromEntries(Object.entries(whole).reverse())
  expect(hash({ ...reversed, more: 1 })).toBe(hash(whole))
  const { quote_id, ...booked } = ConsignmentBooking.parse({ quote_id: 'q', ...reversed })
  expect([quote_id, payloadHash(booked)]).toEqual(['q', hash(whole)])
  const others = [
    ...Object.keys(whole)
      .filter((name) => typeof Reflect.get(whole, name) === 'string')
      .map((name) => ({ ...whole, [name]: 'other' })),
    { ...whole, is_rural: true },
    { ...whole, send_tracking: false },
    ...Object.keys(PARCEL)
      .filter((name) => typeof Reflect.get(PARCEL, name) === 'number')
      .map((name) => withParcel({ [name]: 7 })),
    { ...whole, parcels: [PARCEL, PARCEL] },
  ]
  expect(new Set([whole, ...others].map(hash)).size).toBe(others.length + 1)
})
