import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { trackConsignments } from '../../../src/server/consignments/track.ts'
import type { Courier, Tracked } from '../../../src/server/couriers/courier.ts'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { isSigned, readPushed } from '../../../src/server/couriers/go-sweet-spot/webhook.ts'
import { readConfig } from '../../../src/server/platform/config.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { fakeCourier } from '../consignments/fake-courier.ts'
import { onEachDatabase } from '../databases.ts'
import { signedInApp, TEST_CONFIG } from '../orders/harness.ts'
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

it('tracks the others beside a shipment that is unreadable, which a look-up never takes for none', async () => {
  const readable = { ConsignmentNo: 'ABC1', Delivered: '2026-11-20T03:00:00Z' }
  const wrong = [null, 7, {}, { ConsignmentNo: null }, { ConsignmentNo: 'ABC2', TotalCost: '12.50' }]
  gateway.lies.set('GET /api/shipments', { body: { Results: [...wrong, readable] } })
  const tracked = await courier.track(['ABC1', 'ABC2'], never)
  expect([...tracked].map(([code, { deliveredAt }]) => [code, deliveredAt])).toEqual([
    ['ABC1', '2026-11-20T03:00:00.000Z'],
  ])
  await expect(courier.track(['ABC1', 'ABC2'], never, true)).rejects.toThrow(
    'GoSweetSpot answered with a shipment that cannot be read.',
  )
  await expect(courier.find({ bookingReference: 'one', orderCode: '104823' }, never)).rejects.toThrow(
    'GoSweetSpot answered with a shipment that cannot be read.',
  )
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

const SECRET = '0123456789abcdef'
const MINUTE = 60_000

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const gateway = fakeCourier('gosweetspot')
  let code = ''
  beforeEach(async () => {
    code = await target.bookAlone()
    await database.db.updateTable('consignments').set({ courier: 'gosweetspot' }).execute()
    gateway.tracked.length = 0
    await track()
  })
  const track = async () => trackConsignments({ ...target.deps, couriers: [gateway] })
  const appWith = (secret: string) => {
    const { accounts } = readConfig({ GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '1', GSS_WEBHOOK_SECRET: secret })
    return signedInApp(database.db, undefined, { ...TEST_CONFIG, accounts }).app
  }
  const push = async (body: string, query = signed(body), app = appWith(SECRET)) =>
    app.request(`/api/v1/couriers/gosweetspot?${query}`, { method: 'POST', body })
  const signed = (body: string) =>
    new URLSearchParams({ hmac: createHmac('sha256', SECRET).update(body).digest('base64') })
  const about = (...codes: string[]) => JSON.stringify(codes.map((ConsignmentNo) => ({ ConsignmentNo })))

  it('makes a changed consignment due for the next round of tracking', async () => {
    await track()
    expect(gateway.tracked).toEqual([code])
    const answer = await push(about('UNKNOWN1', code))
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
    await track()
    expect(gateway.tracked).toEqual([code, code])
    // Repeating it costs a look-up and changes nothing.
    await push(about(code))
    await track()
    expect(gateway.tracked).toHaveLength(3)
    expect((await target.get(code)).dates.delivered_at).toBeNull()
  })

  it('ignores delivered consignments and those of other couriers', async () => {
    const at = '2026-11-19T22:45:00.000Z'
    await database.db.updateTable('consignments').set({ delivered_at: at }).execute()
    await push(about(code))
    await database.db.updateTable('consignments').set({ delivered_at: null, courier: 'nzpost' }).execute()
    await push(about(code))
    const rows = await database.db.selectFrom('consignments').select('tracked_at').execute()
    expect(rows).toEqual([{ tracked_at: expect.any(String) }])
  })

  it.each<[string, (body: string) => string | URLSearchParams]>([
    ['no signature', () => ''],
    ['the signature of another body', () => signed('[]')],
    ['a wrong signature', () => 'hmac=AAAA'],
  ])('refuses a body with %s', async (_, query) => {
    const body = about(code)
    const answer = await push(body, new URLSearchParams(query(body)))
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { success: false, message: 'The signature is not valid.' },
    ])
    target.later(MINUTE)
    await track()
    expect(gateway.tracked).toEqual([code])
  })

  it('refuses a request without a signature before its body has arrived', async () => {
    let hasPulled = false
    const body = new ReadableStream(
      {
        pull() {
          hasPulled = true
        },
      },
      { highWaterMark: 0 },
    )
    const answer = await appWith(SECRET).request('/api/v1/couriers/gosweetspot?hmac=AAAA', {
      ...{ method: 'POST', body },
      // Required for a streamed body, but missing in the type of requests.
      ...{ duplex: 'half' },
    })
    expect([answer.status, hasPulled]).toEqual([401, false])
  })

  /** Begins requests whose bodies do not end before `end` is called. */
  const slowPushes = (app: ReturnType<typeof appWith>, count: number) =>
    Array.from({ length: count }, () => {
      const ends: (() => void)[] = []
      const body = new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) })
      const query = new URLSearchParams(signed('[]'))
      const url = `/api/v1/couriers/gosweetspot?${query}`
      const answer = app.request(url, { method: 'POST', body, ...{ duplex: 'half' } })
      return { answer, end: () => ends[0]?.() }
    })

  it('handles a request while others are sending their bodies', async () => {
    const app = appWith(SECRET)
    const slow = slowPushes(app, 60)
    expect((await push(about(code), undefined, app)).status).toBe(200)
    for (const { end } of slow) end()
    for (const { answer } of slow) expect((await answer).status).toBe(401)
  })

  it('receives at most 64 bodies at once', async () => {
    const app = appWith(SECRET)
    const slow = slowPushes(app, 64)
    const refused = await push(about(code), undefined, app)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    for (const { end } of slow) end()
    for (const { answer } of slow) await answer
    expect((await push(about(code), undefined, app)).status).toBe(200)
  })

  it('refuses a signed body that is not a list, or is too long', async () => {
    expect((await push('{"ConsignmentNo":"A"}')).status).toBe(422)
    expect((await push(about(...new Array(1001).fill('A')))).status).toBe(422)
    expect((await push('x'.repeat(1024 * 1024 + 1))).status).toBe(413)
    expect((await push('[]')).status).toBe(200)
  })

  it('is not there without a secret', async () => {
    expect((await push(about(code), undefined, appWith(''))).status).toBe(404)
    expect((await push(about(code), undefined, signedInApp(database.db).app)).status).toBe(404)
    expect((await appWith(SECRET).request('/api/v1/couriers/gosweetspot')).status).toBe(404)
  })
})

/** Its signature contains a plus sign. */
const BODY = '[{"ConsignmentNo":"ABC2"}]'
const signatureOf = (body: string, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('base64')

test('the example has a signature with a plus sign', () => {
  expect(signatureOf(BODY)).toContain('+')
})

test.each<[string, string[], boolean]>([
  ['its signature', [signatureOf(BODY)], true],
  ['its signature, decoded as a form', [signatureOf(BODY).replaceAll('+', ' ')], true],
  ['its signature among others', ['v2', '', signatureOf(BODY)], true],
  ['no value', [], false],
  ['a blank value', [''], false],
  ['the signature of another body', [signatureOf(`${BODY} `)], false],
  ['the signature of another key', [signatureOf(BODY, 'another key')], false],
  ['a part of its signature', [signatureOf(BODY).slice(0, -1)], false],
  ['more than its signature', [`${signatureOf(BODY)}=`], false],
])('a body with %s is signed: %s', (_, values, expected) => {
  expect(isSigned(SECRET, BODY, values)).toBe(expected)
})

const SHIPMENT = { ConsignmentNo: 'ABC1', Status: 'Delivered to SAM', Delivered: '2026-04-07T11:07:58' }

test.each<[string, string, string[] | null]>([
  ['a list', JSON.stringify([SHIPMENT, { consignmentNo: 'ABC2' }]), ['ABC1', 'ABC2']],
  ['a list in a string', JSON.stringify(JSON.stringify([SHIPMENT])), ['ABC1']],
  ['some that are unreadable', JSON.stringify([7, null, { ConsignmentNo: '' }, SHIPMENT, {}]), ['ABC1']],
  ['an empty list', '[]', []],
  ['one shipment', JSON.stringify(SHIPMENT), null],
  ['text', 'hello', null],
  ['text in a string', '"hello"', null],
  ['nothing', '', null],
])('reads the codes of %s', (_, body, codes) => {
  expect(readPushed(body)).toEqual(codes)
})
