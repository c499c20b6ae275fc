import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { accountProblems, startAccountCheck } from '../../../src/server/couriers/ask-couriers.ts'
import { type BookingRequest, type Courier, CourierRefused } from '../../../src/server/couriers/courier.ts'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { deliveryReference } from '../../../src/server/couriers/go-sweet-spot/request.ts'
import type { LabelFormat } from '../../../src/server/platform/courier-settings.ts'
import { fakeCourier } from '../consignments/fake-courier.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { freight, piece } from './freight.ts'
import { RATES, type Script, siteAt, startGateway } from './stand-in-gateway.ts'

const never = new AbortController().signal
const REFERENCE = '5f0c2c1e-1111-4222-8333-444455556666'
const KEY_OF_BOOKING = { bookingReference: REFERENCE, orderCode: '104823' }
const DELIVERY_REFERENCE = deliveryReference(KEY_OF_BOOKING)
const log = spyOnLog()
beforeEach(() => log.clear())

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

  // FRT-22
  it('ask for a signature if a courier rule requires one', async () => {
    await courier.book(booking({ ...freight(), isSignatureRequired: true }), never)
    expect(gateway.calls.at(-1)?.body).toMatchObject({ IsSignatureRequired: true })
  })

  it('are made once for each reference', async () => {
    const [first, again] = [await courier.book(booking(), never), await courier.book(booking(), never)]
    expect(again.trackingCode).toBe(first.trackingCode)
    expect(called().filter((call) => call === 'POST /api/shipments')).toHaveLength(1)
  })

  // FRT-16
  it('are made by the site of their branch only, as the order may have got another one since its price', async () => {
    const site = goSweetSpot(siteAt(gateway.url, { branch: 'auckland' }))
    const lost = booking({ ...freight({}, [piece()], 'christchurch') })
    await expect(site.book(lost, never)).rejects.toThrow(
      new CourierRefused('The order is sent from Christchurch now. Get the freight options again.'),
    )
    expect(called()).not.toContain('POST /api/shipments')
    // One that was made before is what it is.
    const { trackingCode } = await site.book(booking(), never)
    expect((await site.book(lost, never)).trackingCode).toBe(trackingCode)
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
    const Notifications = ['Signature is not available.', { Message: 'Rural was added.' }, { Kind: 7 }]
    const body = { Consignments: [{ Connote: 'ABC1', Cost: 5 }], Notifications }
    gateway.lies.set('POST /api/shipments', { body })
    await courier.book(booking(), never)
    gateway.lies.clear()
    await courier.book(booking({ bookingReference: 'without' }), never)
    const notifications = ['Signature is not available.', 'Rural was added.', '{"kind":7}']
    expect(log.entries()).toMatchObject([{ reference: DELIVERY_REFERENCE, notifications }])
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

describe('cancelling', () => {
  it('succeeds, also when repeated', async () => {
    const { trackingCode } = await courier.book({ ...freight(), ...KEY_OF_BOOKING, courierQuote: 'q' }, never)
    await courier.cancel(trackingCode, never)
    await courier.cancel(trackingCode, never)
    expect(gateway.shipments.size).toBe(0)
    expect(await courier.find(KEY_OF_BOOKING, never)).toEqual([])
  })

  test.each([
    ['Cannot be deleted. Already in transit.', true],
    ['Cannot be deleted. Already manifested.', true],
    ['Cannot be deleted. Already delivered.', true],
    ['Invalid ticket number', true],
    [null, false],
  ])('answered %s', async (outcome, isRefusal) => {
    gateway.lies.set('DELETE /api/shipments', { body: { abc1: outcome } })
    const answer = courier.cancel('ABC1', never)
    await (isRefusal
      ? expect(answer).rejects.toEqual(new CourierRefused(outcome ?? ''))
      : expect(answer).rejects.toThrow('did not say'))
  })
})

test.each([400, 404, 429])('cancelling answered with status %d may have happened', async (status) => {
  gateway.lies.set('DELETE /api/shipments', { status, body: '' })
  const answer = courier.cancel('ABC1', never)
  await expect(answer).rejects.toThrow('did not say whether it deleted ABC1')
  await expect(answer).rejects.not.toBeInstanceOf(CourierRefused)
})

const MANIFEST = 'POST /v2/publishmanifest'
const PICKUP = 'POST /api/bookpickup'
const LOAD = { trackingCodes: ['4WD0002186', '4WD0002187'], pieces: 3, weight: 12.5 }

beforeEach(() => {
  gateway.lies.set(MANIFEST, { body: { CZA0001: 'JVBERi0xLjc=' } })
  gateway.lies.set(PICKUP, { body: '"Success. Your booking has been accepted. #NC12345678"' })
})

it('publishes a manifest of consignment numbers', async () => {
  await courier.manifest?.(LOAD.trackingCodes, never)
  expect(gateway.calls).toMatchObject([
    { method: 'POST', path: '/v2/publishmanifest', body: LOAD.trackingCodes },
  ])
})

it('does not count on the form of the summaries', async () => {
  gateway.lies.set(MANIFEST, { body: ['iVBORw0KGgo', 'iVBORw0KGgo'] })
  await expect(courier.manifest?.(LOAD.trackingCodes, never)).resolves.toBeUndefined()
})

test.each([
  [400, true],
  [429, true],
  [500, false],
])('a manifest answered with status %d is refused: %s', async (status, isRefusal) => {
  gateway.lies.set(MANIFEST, { status, body: { Message: 'Invalid consignment numbers' } })
  const answer = courier.manifest?.(LOAD.trackingCodes, never)
  await expect(answer).rejects.toThrow()
  if (isRefusal) await expect(answer).rejects.toBeInstanceOf(CourierRefused)
  else await expect(answer).rejects.not.toBeInstanceOf(CourierRefused)
})

test.each([
  ['nzcouriers', 'NZCouriers'],
  ['nzpost', 'NZPost'],
  ['posthaste', 'PostHaste'],
  ['castleparcels', 'CastleParcel'],
])('calls a driver of %s', async (courierSlug, carrier) => {
  expect(await courier.bookPickup?.({ ...LOAD, courierSlug }, never)).toBe(
    'Success. Your booking has been accepted. #NC12345678',
  )
  expect(gateway.calls).toMatchObject([
    {
      method: 'POST',
      path: '/api/bookpickup',
      body: { Carrier: carrier, Consignments: LOAD.trackingCodes, TotalKg: 12.5, Parts: 3 },
    },
  ])
})

it('calls no driver of a carrier that GoSweetSpot does not call', async () => {
  expect(await courier.bookPickup?.({ ...LOAD, courierSlug: 'aramex' }, never)).toBeNull()
  expect(gateway.calls).toEqual([])
})

it('treats a response without JSON as booked, because only its status counts', async () => {
  gateway.lies.set(PICKUP, { body: 'Success. Your booking has been accepted.' })
  expect(await courier.bookPickup?.({ ...LOAD, courierSlug: 'nzpost' }, never)).toBe('Booked.')
})

const courierWith = (labelFormat: LabelFormat) => goSweetSpot(siteAt(gateway.url, { labelFormat }))
/** The requested formats. */
const formats = () => gateway.calls.map(({ query }) => query.get('format'))
/** The gateway has labels in this format only, and sends a different response for others. */
const only =
  (format: string, otherwise: { status?: number; body: unknown }): Script =>
  async ({ query }, truth) =>
    query.get('format') === format ? truth() : otherwise

test('labels are one PDF of 100 × 175 mm by default', async () => {
  const label = await goSweetSpot(siteAt(gateway.url)).label('ABC1', never)
  expect(Buffer.from(label ?? []).toString()).toBe('%PDF-1.7 a label')
  expect(gateway.calls[0]?.query.toString()).toBe('format=LABEL_PDF_100X175&connote=ABC1')
})

test.each([
  ['100x175', 'LABEL_PDF_100X175'],
  ['100x150', 'LABEL_PDF_100X150'],
  ['A4', 'LABEL_PDF'],
  ['ZPL', 'LABEL_PDF_100X175'],
] as const)('the setting %s requests %s', async (setting, format) => {
  await courierWith(setting).label('ABC1', never)
  expect(formats()).toEqual([format])
})

test.each([
  ['an empty list', { body: [] }],
  ['a picture', { body: ['iVBORw0KGgo='] }],
  ['a refusal', { status: 400, body: { Message: 'Not available for this carrier.' } }],
  ['a text', { body: 'Not available' }],
])('a carrier without labels of 100 × 150 mm (%s) prints those of 100 × 175 mm', async (_, otherwise) => {
  gateway.lies.set('GET /api/labels', only('LABEL_PDF_100X175', otherwise))
  const label = await courierWith('100x150').label('ABC1', never)
  expect(Buffer.from(label ?? []).toString()).toBe('%PDF-1.7 a label')
  expect(formats()).toEqual(['LABEL_PDF_100X150', 'LABEL_PDF_100X175'])
  expect(log.entries().at(-1)).toMatchObject({ trackingCode: 'ABC1', format: '100x150' })
})

test.each([
  ['none', []],
  ['two', ['JVBERi0=', 'JVBERi0=']],
  ['a picture', ['iVBORw0KGgo=']],
  ['text', 'Not a valid consignment number'],
])('%s as the label in every format: an error', async (_, body) => {
  gateway.lies.set('GET /api/labels', { body })
  await expect(courierWith('100x175').label('ABC1', never)).rejects.toThrow()
  expect(formats()).toHaveLength(1)
  await expect(courierWith('A4').label('ABC1', never)).rejects.toThrow()
  expect(formats()).toHaveLength(3)
})

test.each([503, 401, 429])('no other format is requested after status %d', async (status) => {
  gateway.lies.set('GET /api/labels', { status, body: '' })
  await expect(courierWith('A4').label('ABC1', never)).rejects.toThrow()
  expect(formats()).toHaveLength(1)
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('labels in ZPL are those of all pieces', async () => {
  gateway.lies.set('GET /api/labels', { body: [base64('^XA one ^XZ'), base64('^XA two ^XZ')] })
  expect(await courierWith('ZPL').zpl('ABC1', never)).toBe('^XA one ^XZ\n^XA two ^XZ')
  expect(formats()).toEqual(['LABEL_ZPL_100X175'])
})

test.each([
  ['none', []],
  ['a PDF', [base64('%PDF-1.7')]],
  ['text', 'Not available'],
])('%s instead of ZPL is an error', async (_, body) => {
  gateway.lies.set('GET /api/labels', { body })
  await expect(courierWith('ZPL').zpl('ABC1', never)).rejects.toThrow(/no (ZPL|JSON)/)
})

it('requests no ZPL unless it is the setting', async () => {
  expect(await courierWith('100x175').zpl('ABC1', never)).toBeNull()
  expect(gateway.calls).toEqual([])
})

describe('the check of the account', () => {
  const never = new AbortController().signal
  const PROBLEM =
    'GoSweetSpot site 4180 has no stock size "Bug Tim" for bug_tim: set GSS_BAGS to one of GSS A5, Bug Bronze, BUG SILVER, Bug Plat, Castle Max Pack.'

  let gateway: Awaited<ReturnType<typeof startGateway>>
  beforeEach(async () => {
    gateway = await startGateway()
  })
  afterEach(() => gateway.stop())

  const log = spyOnLog()

  it('names bags that are no stock size of the account', async () => {
    const site = siteAt(gateway.url)
    expect(await accountProblems([fakeCourier('swift'), goSweetSpot(site)], never)).toEqual([PROBLEM])
    const bagNames = { ...site.bagNames, bug_tim: 'castle max pack' }
    expect(await accountProblems([goSweetSpot({ ...site, bagNames })], never)).toEqual([])
  })

  it.each([
    ['another shape', { body: { StockSizes: [] } }, /^GoSweetSpot could not be checked: /],
    [
      'an error',
      { status: 500, body: 'down' },
      /^GoSweetSpot could not be checked: GoSweetSpot answered 500: down$/,
    ],
    ['no access', { status: 401, body: '' }, /check GSS_ACCESS_KEY and GSS_SITE_ID/],
  ])('reports an account that cannot be checked: %s', async (_, lie, expected) => {
    gateway.lies.set('GET /api/stocksizes', lie)
    expect(await accountProblems([goSweetSpot(siteAt(gateway.url))], never)).toEqual([
      expect.stringMatching(expected),
    ])
  })

  it('gives up after ten seconds', async () => {
    vi.useFakeTimers()
    const silent = {
      ...fakeCourier('swift'),
      check: (signal: AbortSignal) =>
        new Promise<string[]>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }
    const problems = accountProblems([silent], never)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(await problems).toEqual([
      expect.stringMatching(/could not be checked: Took longer than 10000 ms$/),
    ])
  })

  it('logs the problems after the start', async () => {
    const check = startAccountCheck([goSweetSpot(siteAt(gateway.url))])
    await expect.poll(() => log.entries().map(({ message }) => message)).toContain(PROBLEM)
    await check.stop()
  })

  it('stops while the gateway does not answer, and logs nothing', async () => {
    gateway.lies.set('GET /api/stocksizes', 'silence')
    const before = log.entries().length
    await startAccountCheck([goSweetSpot(siteAt(gateway.url))]).stop()
    expect(log.entries()).toHaveLength(before)
  })
})
