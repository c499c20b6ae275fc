import { afterEach, beforeEach, expect, it, test } from 'vitest'
import type { Courier, Tracked } from '../../../src/server/couriers/courier.ts'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { freight } from './freight.ts'
import { event, siteAt, startGateway } from './stand-in-gateway.ts'

const never = new AbortController().signal

let gateway: Awaited<ReturnType<typeof startGateway>>
let courier: Courier
beforeEach(async () => {
  gateway = await startGateway()
  courier = goSweetSpot(siteAt(gateway.url))
})
afterEach(() => gateway.stop())

const book = async (bookingReference: string) => {
  const key = { bookingReference, orderCode: '104823', courierQuote: 'q' }
  return (await courier.book({ ...freight(), ...key }, never)).trackingCode
}

/** The reported tracking data of a shipment with these fields. */
const trackedOf = async (fields: object): Promise<Tracked | undefined> => {
  gateway.lies.set('GET /api/shipments', { body: { Results: [{ ConsignmentNo: 'ABC1', ...fields }] } })
  return (await courier.track(['ABC1'], never)).get('ABC1')
}

it('requests many consignments at once, and returns those in the response', async () => {
  const codes = [await book('one'), await book('two')]
  gateway.calls.length = 0
  const tracked = await courier.track([...codes, 'ABC1'], never)
  expect([...tracked.keys()]).toEqual(codes)
  expect(gateway.calls.map(({ query }) => query.toString())).toEqual([
    `shipments=${[...codes, 'ABC1'].join('%2C')}&pagesize=250`,
  ])
})

it('requests a list that is refused as too long in two halves', async () => {
  const codes = [await book('one'), await book('two'), await book('three')]
  gateway.lies.set('GET /api/shipments', async ({ query }, truth) =>
    (query.get('shipments') ?? '').split(',').length > 2 ? { status: 414, body: 'Too long' } : truth(),
  )
  gateway.calls.length = 0
  expect([...(await courier.track(codes, never)).keys()]).toEqual(codes)
  expect(gateway.calls).toHaveLength(3)
})

test.each([
  ['one consignment', 1, 400, 1],
  ['too many calls', 2, 429, 1],
  ['no access', 2, 403, 1],
  ['an error', 2, 500, 1],
  ['both halves', 4, 400, 2],
])('does not ask for ever smaller lists: %s', async (_, length, status, calls) => {
  gateway.lies.set('GET /api/shipments', { status, body: '' })
  const codes = Array.from({ length }, (_, index) => `ABC${index}`)
  await expect(courier.track(codes, never)).rejects.toThrow()
  expect(gateway.calls).toHaveLength(calls)
})

it('accepts up to 250 consignments a call, and is called less often with the webhook', () => {
  expect(courier.tracking).toEqual({ most: 250, everyMs: 10 * 60_000 })
  const { tracking } = goSweetSpot(siteAt(gateway.url, { hasWebhook: true }))
  expect(tracking).toEqual({ most: 250, everyMs: 60 * 60_000 })
})

it('reports events oldest first, in UTC', async () => {
  const code = await book('one')
  expect((await courier.track([code], never)).get(code)?.events).toEqual([
    {
      at: '2026-11-19T20:00:00.000Z',
      type: 'created',
      code: 'CR',
      description: 'Tracking number allocated & order ready',
      location: 'PENROSE (AKL)',
    },
    expect.objectContaining({ at: '2026-11-20T09:57:57.047Z', type: 'delivered' }),
  ])
})

test.each([
  ['CR', 'created'],
  ['COUR', 'collected'],
  ['PUP', 'collected'],
  ['COURU', 'updated'],
  ['INTL', 'updated'],
  ['CUST', 'updated'],
  ['UPD', 'updated'],
  ['DEL', 'delivered'],
  ['del', 'delivered'],
  ['EXP', 'exception'],
  ['?', 'exception'],
])('treats %s as %s', async (code, type) => {
  const tracked = await trackedOf({ Events: [event('2026-07-01T12:00:00', code, null)] })
  // Winter: New Zealand is twelve hours ahead.
  expect(tracked?.events).toMatchObject([{ at: '2026-07-01T00:00:00.000Z', type, description: code }])
})

it('reports an event of several pieces once, and omits events without a time', async () => {
  const picked = event('2026-11-20T10:00:00Z', 'COUR', 'Picked up')
  const Items = [
    { Events: [picked] },
    { Events: [picked, event(null, 'DEL', ''), event('yesterday', 'DEL', ''), 'no event'] },
    { Events: null },
  ]
  expect((await trackedOf({ Items }))?.events).toMatchObject([
    { at: '2026-11-20T10:00:00.000Z', type: 'collected' },
  ])
})

it('reports each barcode of a piece in its events once, in their order', async () => {
  const Events = [
    event('2026-11-20T10:00:00Z', 'CR', '', 'ABC102'),
    event('2026-11-20T10:00:00Z', 'CR', '', 'ABC101'),
    event(null, 'UPD', '', 'ABC103'),
    event('2026-11-20T11:00:00Z', 'UPD', '', 'ABC102'),
    event('2026-11-20T12:00:00Z', 'UPD', '', ''),
  ]
  expect((await trackedOf({ Events }))?.partCodes).toEqual(['ABC102', 'ABC101', 'ABC103'])
})

test.each<[string, object, Partial<Tracked>]>([
  ['nothing', {}, { manifestedAt: null, pickedAt: null, deliveredAt: null }],
  ['blank dates', { ManifestedAt: '', Picked: ' ', Delivered: null }, { manifestedAt: null, pickedAt: null }],
  [
    'dates on the wall clock of New Zealand',
    { ManifestedAt: '2026-11-20T16:00:00', Picked: '2026-11-20T17:06:00.36' },
    { manifestedAt: '2026-11-20T03:00:00.000Z', pickedAt: '2026-11-20T04:06:00.360Z', deliveredAt: null },
  ],
  [
    'a date with an offset',
    { ManifestedAt: '2026-11-20T16:00:00Z' },
    { manifestedAt: '2026-11-20T16:00:00.000Z' },
  ],
  ['no date', { ManifestedAt: 'soon' }, { manifestedAt: null }],
  [
    'a delivery without an event, in the words of its status',
    { Delivered: '2026-07-01T12:00:00', Status: 'Delivered to SANDRA' },
    {
      deliveredAt: '2026-07-01T00:00:00.000Z',
      events: [
        {
          at: '2026-07-01T00:00:00.000Z',
          type: 'delivered',
          code: 'DEL',
          description: 'Delivered to SANDRA',
          location: '',
        },
      ],
    },
  ],
  [
    'a delivery without an event and status',
    { Delivered: '2026-07-01T12:00:00' },
    { events: [expect.objectContaining({ description: 'Delivered' })] },
  ],
  [
    'the event of a delivery as it is',
    {
      Delivered: '2026-07-01T12:00:31',
      Status: 'Delivered to SANDRA',
      Events: [event('2026-07-01T12:00:00', 'DEL', 'Left at the door')],
    },
    { events: [expect.objectContaining({ description: 'Left at the door' })] },
  ],
  ['a status that is no delivery', { Status: 'On courier vehicle' }, { deliveredAt: null, events: [] }],
])('reads %s', async (_, fields, expected) => {
  expect(await trackedOf(fields)).toMatchObject(expected)
})
