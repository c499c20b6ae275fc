import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { type BookingRequest, type Courier, CourierRefused } from '../../../src/server/couriers/courier.ts'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { deliveryReference } from '../../../src/server/couriers/go-sweet-spot/reference.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { freight, piece } from './freight.ts'
import { RATES, siteAt, startGateway } from './stand-in-gateway.ts'

const never = new AbortController().signal
const REFERENCE = '5f0c2c1e-1111-4222-8333-444455556666'
const KEY_OF_BOOKING = { bookingReference: REFERENCE, orderCode: '104823' }
const DELIVERY_REFERENCE = deliveryReference(KEY_OF_BOOKING)

let gateway: Awaited<ReturnType<typeof startGateway>>
let courier: Courier
beforeEach(async () => {
  gateway = await startGateway()
  courier = goSweetSpot(siteAt(gateway.url))
})
afterEach(() => gateway.stop())

const booking = (changes: Partial<BookingRequest> = {}): BookingRequest => ({
  ...freight(),
  ...KEY_OF_BOOKING,
  courierQuote: RATES.Available[0]?.QuoteId ?? '',
  ...changes,
})

/** Method and path of the received calls. */
const called = () => gateway.calls.map(({ method, path }) => `${method} ${path}`)

describe('bookings', () => {
  it('carry the quote, our reference and the order', async () => {
    const booked = await courier.book(booking(freight({ instructions: 'Ring twice' })), never)
    expect(booked).toEqual({
      trackingCode: 'SSPOT014111',
      trackingUrl: 'https://track.example/SSPOT014111',
      parts: [{ partNumber: '001', label: 'SSPOT014111001', costCents: 1001, services: [] }],
      services: [],
    })
    expect(gateway.calls.at(-1)?.body).toMatchObject({
      QuoteId: '3104eb7e-0000-4000-8000-000000000001',
      DeliveryReference: DELIVERY_REFERENCE,
      PrintToPrinter: 'false',
      Destination: { DeliveryInstructions: 'Ring twice' },
      Packages: [{ Kg: 1 }],
    })
  })

  it('are made once for each reference', async () => {
    const [first, again] = [await courier.book(booking(), never), await courier.book(booking(), never)]
    expect(again.trackingCode).toBe(first.trackingCode)
    expect(called().filter((call) => call === 'POST /api/shipments')).toHaveLength(1)
  })

  it('are found by their reference if there was no response', async () => {
    gateway.lies.set('POST /api/shipments', 'do it and hang up')
    const lost = courier.book(booking({ pieces: [piece({ quantity: 2 })] }), never)
    await expect(lost).rejects.toThrow('fetch failed')
    await expect(lost).rejects.not.toBeInstanceOf(CourierRefused)
    const found = await courier.find(KEY_OF_BOOKING, never)
    expect(found).toMatchObject([
      { trackingCode: 'SSPOT014111', parts: [{ costCents: 1001 }, { costCents: 1001 }] },
    ])
    expect(gateway.calls.at(-1)?.query.toString()).toBe(
      `ordernumbers=${DELIVERY_REFERENCE}%2C${REFERENCE}&excludeDeletedShipments=true`,
    )
    expect(await courier.find({ ...KEY_OF_BOOKING, bookingReference: 'another' }, never)).toEqual([])
    expect(await courier.find({ ...KEY_OF_BOOKING, orderCode: '104824' }, never)).toEqual([])
  })

  it('may have happened after a time-out', async () => {
    gateway.lies.set('POST /api/shipments', 'silence')
    const timeOut = new AbortController()
    const given = courier.book(booking(), timeOut.signal)
    await expect.poll(called).toContain('POST /api/shipments')
    timeOut.abort(new Error('too late'))
    await expect(given).rejects.toThrow('too late')
    await expect(given).rejects.not.toBeInstanceOf(CourierRefused)
  })

  it('are found by a reference returned in capitals, but not by a part of it', async () => {
    const shipment = (PackingSlipNo: string) => ({
      ConsignmentNo: 'ABC1',
      PackingSlipNo,
      Parts: 1,
      TotalCost: 5,
    })
    gateway.lies.set('GET /api/shipments', {
      body: { Results: [shipment(`${DELIVERY_REFERENCE}0`), shipment(DELIVERY_REFERENCE.toUpperCase())] },
    })
    expect(await courier.find(KEY_OF_BOOKING, never)).toMatchObject([{ trackingCode: 'ABC1' }])
    // As earlier versions sent it.
    gateway.lies.set('GET /api/shipments', { body: { Results: [shipment(REFERENCE)] } })
    expect(await courier.find(KEY_OF_BOOKING, never)).toMatchObject([{ trackingCode: 'ABC1' }])
    gateway.lies.set('GET /api/shipments', { body: { Results: [shipment(`${DELIVERY_REFERENCE}0`)] } })
    expect(await courier.find(KEY_OF_BOOKING, never)).toEqual([])
  })

  it('are all found where there are several', async () => {
    const Results = ['ABC1', 'ABC2'].map((ConsignmentNo) => ({
      ConsignmentNo,
      PackingSlipNo: DELIVERY_REFERENCE,
    }))
    gateway.lies.set('GET /api/shipments', { body: { Results } })
    const found = await courier.find(KEY_OF_BOOKING, never)
    expect(found.map(({ trackingCode }) => trackingCode)).toEqual(['ABC1', 'ABC2'])
  })

  test.each<[string, object, number, number[], [string, number][]]>([
    ['cost in equal parts, the odd cents first', { Cost: 10 }, 3, [334, 333, 333], []],
    [
      'what each piece costs',
      { Cost: 10, Items: [{ Charge_LineTotal: 4 }, { Charge_LineTotal: 6 }] },
      2,
      [400, 600],
      [],
    ],
    [
      'and the rest once',
      { Cost: 11.5, Items: [{ Charge_LineTotal: 4 }, { Charge_LineTotal: 6 }] },
      2,
      [400, 600],
      [['OTHER', 150]],
    ],
    ['not of some pieces only', { Cost: 10, Items: [{ Charge_LineTotal: 4 }] }, 2, [500, 500], []],
    [
      'not more than the whole',
      { Cost: 9, Items: [{ Charge_LineTotal: 4 }, { Charge_LineTotal: 6 }] },
      2,
      [450, 450],
      [],
    ],
    ['nothing told', {}, 2, [0, 0], []],
  ])('say %s', async (_, consignment, quantity, costs, services) => {
    const body = {
      Consignments: [{ Connote: 'ABC0001234', TrackingUrl: 'javascript:alert(1)', ...consignment }],
    }
    gateway.lies.set('POST /api/shipments', { body })
    const booked = await courier.book(booking({ pieces: [piece({ quantity })] }), never)
    expect(booked.parts.map(({ costCents }) => costCents)).toEqual(costs)
    expect(booked.services.map(({ code, totalCents }) => [code, totalCents])).toEqual(services)
    expect(booked.trackingUrl).toBeNull()
  })

  it('take the barcodes from the response, if it has them', async () => {
    const body = { Consignments: [{ Connote: 'ABC1', Cost: 5, Items: [{ Barcode: 'ABC101' }] }] }
    gateway.lies.set('POST /api/shipments', { body })
    expect((await courier.book(booking(), never)).parts).toMatchObject([{ label: 'ABC101', costCents: 500 }])
  })

  test.each<[string, Parameters<typeof gateway.lies.set>[1], string]>([
    [
      'reasons',
      {
        body: { Consignments: [], Errors: ['Suburb is not known.', { Property: 'x', Message: 'Nor is y.' }] },
      },
      'Suburb is not known. Nor is y.',
    ],
    [
      'reasons and no list',
      { body: { Consignments: null, Errors: ['Suburb is not known.'], Message: 'Failed.' } },
      'Suburb is not known.',
    ],
    ['reasons alone', { body: { Errors: ['Suburb is not known.'] } }, 'Suburb is not known.'],
    [
      'a message alone',
      { body: { Consignments: [], Errors: [], Message: 'The quote has expired.' } },
      'The quote has expired.',
    ],
    [
      '400',
      { status: 400, body: { message: 'One or more fields failed.' } },
      'GoSweetSpot refused: One or more fields failed.',
    ],
    ['409 and text', { status: 409, body: 'Quote used' }, 'GoSweetSpot refused: Quote used'],
    ['422 and nothing', { status: 422, body: '' }, 'GoSweetSpot refused: 422'],
    ['429', { status: 429, body: '' }, 'GoSweetSpot takes no more calls right now.'],
  ])('are refused: %s', async (_, lie, message) => {
    gateway.lies.set('POST /api/shipments', lie)
    await expect(courier.book(booking(), never)).rejects.toEqual(new CourierRefused(message))
  })

  test.each<[string, Parameters<typeof gateway.lies.set>[1]]>([
    ['500', { status: 500, body: { Message: 'An error has occurred.' } }],
    ['408', { status: 408, body: '' }],
    ['text', { body: 'OK' }],
    ['nothing of use', { body: {} }],
    ['no list and a message alone', { body: { Consignments: null, Message: 'Connote created.' } }],
    ['no consignment and no reason', { body: { Consignments: [], Errors: [] } }],
    ['a consignment without a number', { body: { Consignments: [{ Cost: 1 }] } }],
    ['too much to read', { body: 'x'.repeat(5 * 1024 * 1024) }],
    ['a closed door', 'hang up'],
  ])('may have happened: %s', async (_, lie) => {
    gateway.lies.set('POST /api/shipments', lie)
    const answer = courier.book(booking(), never)
    await expect(answer).rejects.toThrow()
    await expect(answer).rejects.not.toBeInstanceOf(CourierRefused)
  })

  it('are not made with a text that would be cut', async () => {
    const { destination } = freight({ street: `Level 2, 5 ${'Long'.repeat(12)} Street` })
    await expect(courier.book(booking({ destination }), never)).rejects.toEqual(
      new CourierRefused('Street: 57 characters, the courier accepts 50.'),
    )
    expect(called()).toEqual(['GET /api/shipments'])
  })

  it('log what the gateway notifies', async () => {
    const log = spyOnLog()
    const Notifications = ['Signature is not available.', { Message: 'Rural was added.' }, { Kind: 7 }]
    const body = { Consignments: [{ Connote: 'ABC1', Cost: 5 }], Notifications }
    gateway.lies.set('POST /api/shipments', { body })
    await courier.book(booking(), never)
    gateway.lies.clear()
    await courier.book(booking({ bookingReference: 'without' }), never)
    const notifications = ['Signature is not available.', 'Rural was added.', '{"kind":7}']
    expect(log.entries()).toMatchObject([{ reference: DELIVERY_REFERENCE, notifications }])
    log.restore()
  })

  it('that are split are cancelled and refused', async () => {
    const body = {
      Consignments: [
        { Connote: 'ABC1', Cost: 5 },
        { Connote: 'ABC2', Cost: 5 },
      ],
    }
    gateway.lies.set('POST /api/shipments', { body })
    await expect(courier.book(booking(), never)).rejects.toThrow(CourierRefused)
    const deleted = gateway.calls
      .filter(({ method }) => method === 'DELETE')
      .map(({ query }) => query.get('id'))
    expect(deleted).toEqual(['ABC1', 'ABC2'])
    gateway.lies.set('DELETE /api/shipments', { body: { ABC1: 'Cannot be deleted. Already manifested.' } })
    const answer = courier.book(booking(), never)
    await expect(answer).rejects.toThrow('delete ABC1, ABC2 there')
    await expect(answer).rejects.not.toBeInstanceOf(CourierRefused)
  })
})
