import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsignmentBooking, ConsignmentPayload } from '../../../src/contract/consignments.ts'
import { claimQuote } from '../../../src/server/consignments/claims.ts'
import { payloadHash } from '../../../src/server/consignments/payload.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { onEmbedded } from '../databases.ts'
import { signedInApp } from '../orders/harness.ts'
import { openNew } from '../templates.ts'
import { BRIEFLY, booked, bookingOnTest } from './booking-on-test.ts'
import { fakeCourier } from './fake-courier.ts'
import { PARCEL, payloadFor } from './payload-for.ts'

const MINUTE = 60_000
const refusal = (status: number, message: string) => ({ status, body: { success: false, message } })
const EXPIRED = refusal(409, 'The price has expired. Get the freight options again.')
const OTHER = refusal(409, 'The price is for another consignment. Get the freight options again.')
const DELETE_FAILED = 'Failed to delete the consignment, refresh the page and try again.'

onEmbedded((database) => {
  const target = bookingOnTest(database)
  const { putOrder, quote, book, remove, order, consignments } = target
  const trackingCode = () => target.swift.made[0]?.booking.trackingCode ?? ''
  const set = (dates: { picked_at?: string; manifested_at?: string; delivered_at?: string }) =>
    database.db.updateTable('consignments').set(dates).where('tracking_code', '=', trackingCode()).execute()

  // FRT-15, V2.3.2
  it('books a price for thirty minutes', async () => {
    await putOrder()
    const id = await quote()
    target.later(30 * MINUTE)
    expect(await book(id)).toEqual(EXPIRED)
    expect(await book('no-such-price')).toEqual(EXPIRED)
    const fresh = await quote()
    target.later(30 * MINUTE - 1)
    expect((await book(fresh)).status).toBe(200)
  })

  // FRT-15, V2.3.2
  it.each([{ street: '14 Queen Street' }, { is_rural: true }, { company: '' }, { parcels: [] }])(
    'books a price only for the payload that it was given for, not with %j',
    async (changed) => {
      await putOrder()
      const id = await quote()
      const answer = await book(id, target.payload(changed))
      if (changed.parcels) expect(answer).toMatchObject({ status: 422, body: { field: 'parcels' } })
      else expect(answer).toEqual(OTHER)
      expect(target.swift.made).toEqual([])
      expect((await book(id)).status).toBe(200)
      if (!changed.parcels) expect(await book(id, target.payload(changed))).toEqual(OTHER)
      expect(target.swift.made).toHaveLength(1)
    },
  )

  it.each([
    [{ shipped_at: '2026-11-19T20:00:00.000Z', tracking_code: 'X' }, 'The order has already been shipped.'],
    [{ shipped_at: '2026-11-19T20:00:00.000Z', is_pickup: 1 }, 'The order has already been collected.'],
  ])('does not book an order that is %j', async (parts, message) => {
    await putOrder(parts)
    expect(await book(await quote())).toEqual(refusal(409, message))
    expect(target.swift.made).toEqual([])
    expect(await database.db.selectFrom('claims').selectAll().execute()).toEqual([])
  })

  it('books an unpaid order and one to be collected', async () => {
    await putOrder({ is_pickup: 1 })
    expect((await book(await quote())).status).toBe(200)
    expect((await order()).status).toBe('Shipped')
  })

  it('books an invoice that the system does not know, once until it is delivered', async () => {
    expect(await book(await quote())).toEqual(booked(trackingCode()))
    const again = await quote()
    const message = `Order ${target.code} already has consignment ${trackingCode()}.`
    expect(await book(again)).toEqual(refusal(409, message))
    await set({ delivered_at: '2026-11-20T00:00:00.000Z' })
    expect((await book(again)).status).toBe(200)
    expect(await consignments()).toHaveLength(2)
  })

  // FRT-19
  it('does not book an order again whose consignment was booked and delivered before it came', async () => {
    expect(await book(await quote())).toEqual(booked(trackingCode()))
    await set({ delivered_at: '2026-11-20T00:00:00.000Z' })
    await putOrder()
    const message = `Order ${target.code} already has consignment ${trackingCode()}.`
    expect(await book(await quote())).toEqual(refusal(409, message))
    expect(await consignments()).toHaveLength(1)
  })

  it('books any number of consignments of no order', async () => {
    const payload = target.payload({ order_id: ' ' })
    const [one, two] = [await quote(payload), await quote(payload)]
    const answers = await Promise.all([book(one, payload), book(two, payload)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(target.swift.made).toHaveLength(2)
  })

  it.each([
    ['of an order', {}],
    ['without an order', { order_id: '' }],
  ])('reports a booking %s as unknown that another request does not finish', async (_, changed) => {
    await putOrder()
    const payload = target.payload(changed)
    const quoteId = await quote(payload)
    const staff = { id: 'local:mere', name: 'Mere', givenName: 'Mere', email: 'mere@example.com' }
    target.hurry({ others: BRIEFLY })
    // As a process leaves it that dies while the courier is called.
    await claimQuote(target.deps, { quoteId, payload, staff })
    for (const quote_id of [quoteId, await quote(payload)]) {
      const answer = await target.app().post('/api/v1/consignments', { ...payload, quote_id })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
      expect((await answer.json()).message).toBe('The order is being booked already. Try again shortly.')
    }
    expect(target.swift.made).toEqual([])
  })

  it('never books the price of a deleted consignment again', async () => {
    await putOrder()
    const id = await quote()
    await book(id)
    await remove(trackingCode())
    const message = 'The consignment of this price was deleted. Get the freight options again.'
    expect(await book(id)).toEqual(refusal(409, message))
    expect(target.swift.made).toHaveLength(1)
  })

  it.each([
    { picked_at: '2026-11-20T00:00:00.000Z' },
    { manifested_at: '2026-11-20T00:00:00.000Z' },
    { delivered_at: '2026-11-20T00:00:00.000Z' },
  ])('does not delete a consignment with %j', async (dates) => {
    await putOrder()
    await book(await quote())
    await set(dates)
    expect(await remove(trackingCode())).toEqual(refusal(409, DELETE_FAILED))
    expect(target.swift.cancelled.size).toBe(0)
    expect((await order()).status).toBe('Shipped')
  })

  it('deletes a consignment once, however often that is requested', async () => {
    await putOrder()
    await book(await quote())
    const answers = await Promise.all([1, 2, 3].map(() => remove(trackingCode())))
    expect(answers).toEqual(new Array(3).fill({ status: 200, body: { success: true, message: null } }))
    expect(await remove(trackingCode())).toMatchObject({ status: 200 })
    expect(await target.history()).toHaveLength(2)
    expect(await consignments()).toMatchObject([{ deleted_by_name: 'Mere Parata' }])
    const missing = 'Failed to find the consignment, check the consignment ID and try again.'
    expect(await remove('NONE')).toEqual(refusal(404, missing))
  })
})

let db: Connections
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

// V2.2.1, V2.2.2
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
