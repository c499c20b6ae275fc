import { beforeEach, describe, expect, it } from 'vitest'
import { settleDeletions } from '../../../src/server/consignments/delete.ts'
import { trackConsignments } from '../../../src/server/consignments/track.ts'
import { timestamp } from '../../../src/server/db/times.ts'
import {
  claimDueDeliveries,
  LONGEST_RETRY_WAIT_MS,
  settleDelivery,
} from '../../../src/server/webhooks/queue.ts'
import { deleteOldEvents } from '../../../src/server/webhooks/sender.ts'
import { connectEndpoints, disableEndpoint, enableEndpoint } from '../../../src/server/webhooks/store.ts'
import { PATIENT } from '../../time-outs.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { fails } from '../consignments/fake-courier.ts'
import { onEachDatabase, onEmbedded } from '../databases.ts'
import { CUSTOMER, importFolder, ORDER } from '../import/harness.ts'
import { NOW } from '../orders/harness.ts'
import {
  COLLECTED,
  now,
  PAYMENT,
  paid,
  pickup,
  READY,
  ready,
  SHIPPED,
  sent,
} from '../orders/order-on-test.ts'
import { spawnServer, withoutDemo } from '../server-process.ts'
import { SECRET, webhooksOnTest } from './webhooks-on-test.ts'

const AT = Date.parse('2026-11-20T01:00:00.000Z')
const MINUTE = 60_000

onEachDatabase((database) => {
  const { write, deliveries } = webhooksOnTest(database)
  const endpointId = async () =>
    (await database.db.selectFrom('webhook_endpoints').select('id').executeTakeFirstOrThrow()).id
  const claim = async (now: number, db = database.db, most = 4) =>
    claimDueDeliveries({ db, clock: () => now }, await endpointId(), { most, retries: most })

  it('gives each delivery to one of many that ask at once, until the lease is over', async () => {
    await write('order.paid 1', 'order.paid 2', 'order.paid 3', 'order.paid 4', 'order.paid 5')
    const connections = [database.db, await database.openAgain(), await database.openAgain()]
    const askAll = async (now: number) =>
      (await Promise.all([...connections, ...connections].map((db) => claim(now, db, 2)))).flat()
    const claimed: number[] = []
    for (let round = 0; round < 8; round++) claimed.push(...(await askAll(AT)).map(({ id }) => id))
    expect(claimed).toHaveLength(5)
    expect(new Set(claimed).size).toBe(5)
    expect(await askAll(AT + MINUTE - 1)).toEqual([])
    expect(await claim(AT + MINUTE)).toHaveLength(4)
  })

  it('claims the oldest events first, one of each order, up to the requested number', async () => {
    await write('order.paid 1', 'order.ready 1', 'order.paid 2', 'order.paid 3')
    const bodies = (await claim(AT, database.db, 2)).map(({ body }) => JSON.parse(body).data.code)
    expect(bodies).toEqual(['1', '2'])
    expect((await claim(AT)).map(({ body }) => JSON.parse(body).data.code)).toEqual(['3'])
  })

  it('claims first attempts before retries, but always one retry, and no more retries than requested', async () => {
    await write('order.paid 1', 'order.paid 2', 'order.paid 3')
    await database.db.updateTable('webhook_deliveries').set({ attempts: 1 }).execute()
    await write('order.paid 4', 'order.paid 5', 'order.paid 6')
    const next = async (most: number, retries: number) =>
      (await claimDueDeliveries({ db: database.db, clock: () => AT }, await endpointId(), { most, retries }))
        .map(({ body }) => JSON.parse(body).data.code)
        .sort()
    expect(await next(1, 0)).toEqual(['4'])
    expect(await next(2, 2)).toEqual(['1', '5'])
    expect(await next(4, 1)).toEqual(['2', '6'])
    expect(await next(4, 4)).toEqual(['3'])
  })

  it.each([
    ['claimed_until', MINUTE],
    ['next_try_at', 60 * MINUTE],
  ])(
    'is held up by %s no longer than a minute more than that, though the clock was set back',
    async (column, most) => {
      await write('order.paid 1')
      await database.db
        .updateTable('webhook_deliveries')
        .set({ claimed_by: 'dead', [column]: timestamp(AT + most + MINUTE) })
        .execute()
      expect(await claim(AT)).toEqual([])
      expect(await claim(AT - 1)).toHaveLength(1)
    },
  )

  it.each([1, 3000, MINUTE])('are left to a process whose clock is %i ms ahead', async (ahead) => {
    await write('order.paid 1')
    const [first] = await claim(AT + ahead)
    if (!first) throw new Error('Nothing was due.')
    expect(await claim(AT)).toEqual([])
    // Its next attempt is due after the longest delay, not at once.
    const next_try_at = timestamp(AT + ahead + LONGEST_RETRY_WAIT_MS)
    await settleDelivery(database, first, { attempts: 9, next_try_at })
    expect(await claim(AT)).toEqual([])
    expect(await claim(AT + ahead + LONGEST_RETRY_WAIT_MS)).toHaveLength(1)
  })

  it('keeps the result of the process that claimed last', async () => {
    await write('order.paid 1')
    const [first] = await claim(AT)
    const [second] = await claim(AT + 2 * MINUTE)
    if (!first || !second) throw new Error('Nothing was due.')
    await settleDelivery(database, first, { delivered_at: timestamp(AT) })
    expect(await deliveries()).toMatchObject([{ delivered_at: null, claimed_by: second.claimedBy }])
    // Regardless of the clock at that time.
    await settleDelivery(database, second, { delivered_at: timestamp(AT) })
    expect(await deliveries()).toMatchObject([{ delivered_at: timestamp(AT), claimed_by: null }])
  })

  it('claims nothing for an endpoint that is not configured', async () => {
    await write('order.paid 1')
    const id = await endpointId()
    await connectEndpoints(database.db, [], AT)
    expect(
      await claimDueDeliveries({ db: database.db, clock: () => AT }, id, { most: 4, retries: 4 }),
    ).toEqual([])
  })
})

describe('endpoints', () => {
  const DAY = 24 * 60 * 60_000
  const SHOP = 'https://shop.example/hooks'
  const BOOKS = 'https://books.example/hooks'

  onEachDatabase((database) => {
    const { time, write, deliveries } = webhooksOnTest(database)
    const connect = async (...urls: string[]) =>
      (await connectEndpoints(database.db, urls, time.now)).map(({ url }) => url)
    const events = async () => (await deliveries()).map(({ subject }) => subject)

    it('are those of the last start, each with its own deliveries', async () => {
      expect(await connect(SHOP, BOOKS)).toEqual([SHOP, BOOKS])
      await write('order.paid 1')
      expect(await connect(BOOKS)).toEqual([BOOKS])
      await write('order.paid 2')
      expect(await connect()).toEqual([])
      await write('order.paid 3')
      expect(await events()).toEqual(['1', '1', '2'])
      expect(await database.db.selectFrom('webhook_events').select('subject').execute()).toHaveLength(2)
    })

    it('are created once by concurrent starts', async () => {
      await Promise.all(Array.from({ length: 4 }, () => connect(SHOP)))
      await write('order.paid 1')
      expect(await events()).toEqual(['1'])
    })

    it('stay disabled across a start, until they are enabled or configured again', async () => {
      const state = async () =>
        database.db.selectFrom('webhook_endpoints').select('disabled_at').where('url', '=', SHOP).execute()
      const [endpoint] = await connectEndpoints(database.db, [SHOP], time.now)
      if (!endpoint) throw new Error('There is no endpoint.')
      await disableEndpoint(database.db, endpoint, time.now)
      await connect(SHOP)
      await connect(SHOP, BOOKS)
      expect(await state()).toEqual([{ disabled_at: '2026-11-20T01:00:00.000Z' }])
      expect(await enableEndpoint(database.db, SHOP)).toBe(true)
      expect(await state()).toEqual([{ disabled_at: null }])
      await disableEndpoint(database.db, endpoint, time.now)
      await connect(BOOKS)
      expect(await enableEndpoint(database.db, SHOP)).toBe(false)
      await connect(SHOP)
      expect(await state()).toEqual([{ disabled_at: null }])
    })

    it('keep delivered events for 30 days, and pending ones longer', async () => {
      await connect(SHOP)
      await write('order.paid delivered', 'order.paid pending', 'order.paid failed')
      const at = '2026-11-20T01:00:00.000Z'
      const update = database.db.updateTable('webhook_deliveries')
      await update.set({ delivered_at: at }).where('subject', '=', 'delivered').execute()
      await update.set({ failed_at: at }).where('subject', '=', 'failed').execute()
      time.now += 30 * DAY
      const deps = { db: database.db, clock: () => time.now }
      await deleteOldEvents(deps)
      expect(await events()).toEqual(['delivered', 'pending', 'failed'])
      time.now += 1
      await deleteOldEvents(deps)
      expect(await events()).toEqual(['pending'])
      await connect(BOOKS)
      await deleteOldEvents(deps)
      expect(await events()).toEqual([])
    })
  })
})

describe('a killed process', () => {
  // Not on PostgreSQL too, because the tests of the queue let leases end on each database.
  onEmbedded((database) => {
    const webhooks = webhooksOnTest(database)
    const { time, start, write, poll, untilDelivered } = webhooks

    it('delivers what a killed server had begun to send, with the same id', PATIENT, async () => {
      webhooks.receiver.script.answer = () => 'silence'
      const server = spawnServer({
        ...withoutDemo(database.place.dataDir),
        WEBHOOK_URL: webhooks.receiver.url,
        WEBHOOK_SECRET: SECRET,
      })
      await server.url
      time.now = Date.now()
      await write('order.paid 1', 'order.ready 1')
      await poll(() => webhooks.receiver.received.length).toBe(1)
      server.child.kill('SIGKILL')
      await server.ended
      webhooks.receiver.script.answer = () => 200
      // Its claim lasts a minute.
      time.now = Date.now() + 2 * 60_000
      await start()
      await untilDelivered(2)
      expect(webhooks.receiver.events()).toEqual(['order.paid 1', 'order.paid 1', 'order.ready 1'])
      const [first, again] = webhooks.receiver.received
      expect(again?.id).toBe(first?.id)
    })
  })
})

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, quote, book, remove, get, order } = target
  const folder = importFolder()
  const trackingCode = () => target.swift.made[0]?.booking.trackingCode ?? ''
  const connect = (...urls: string[]) => connectEndpoints(database.db, urls, NOW)
  const act = async (action: string, body: unknown) =>
    (await target.app().post(`/api/v1/orders/${target.code}/${action}`, body)).status
  /** The events about the order, oldest first. */
  const events = async () => {
    const rows = await database.db
      .selectFrom('webhook_events')
      .select('body')
      .where('subject', '=', target.code)
      .orderBy('id')
      .execute()
    return rows.map(({ body }): { type: string; timestamp: string; data: object } => JSON.parse(body))
  }
  const types = async () => (await events()).map(({ type }) => type)
  beforeEach(() => connect('https://shop.example/hooks'))

  it.each([
    ['payment', PAYMENT, {}, 'order.paid'],
    ['ready', READY, paid, 'order.ready'],
    ['collected', COLLECTED, { ...ready, ...pickup }, 'order.collected'],
    ['shipped', SHIPPED, paid, 'order.shipped'],
  ])('%s writes its event with the order as it then is, once', async (action, body, parts, type) => {
    await putOrder(parts)
    expect(await act(action, body)).toBe(200)
    const data = await order()
    expect(await events()).toEqual([{ type, timestamp: now, data }])
    expect(await act(action, body)).toBe(409)
    expect(await types()).toEqual([type])
  })

  it('is written once, however often an action is requested at the same time', async () => {
    await putOrder()
    const answers = await Promise.all([1, 2, 3].map(() => act('payment', PAYMENT)))
    expect(answers.sort()).toEqual([200, 409, 409])
    expect(await types()).toEqual(['order.paid'])
  })

  it.each([
    ['payment', { ...PAYMENT, payment_amount: 1 }, {}],
    ['ready', READY, {}],
    ['shipped', SHIPPED, sent],
  ])('a %s that is refused writes none', async (action, body, parts) => {
    await putOrder(parts)
    expect(await act(action, body)).toBeGreaterThan(400)
    expect(await types()).toEqual([])
  })

  it('a booking writes the consignment and the order, once for a repeated request', async () => {
    await putOrder(paid)
    const quoteId = await quote()
    await Promise.all([book(quoteId), book(quoteId)])
    expect(await events()).toEqual([
      { type: 'consignment.booked', timestamp: now, data: await get(trackingCode()) },
      { type: 'order.shipped', timestamp: now, data: await order() },
    ])
  })

  it('a booking of an order that was shipped meanwhile writes only the consignment', async () => {
    await putOrder(paid)
    const quoteId = await quote()
    target.swift.behave({
      book: async (make) => {
        await act('shipped', SHIPPED)
        return make()
      },
    })
    await book(quoteId)
    expect(await types()).toEqual(['order.shipped', 'consignment.booked'])
  })

  it('a consignment without an order has its own subject', async () => {
    const payload = target.payload({ order_id: '' })
    await book(await quote(payload), payload)
    const rows = await database.db
      .selectFrom('webhook_events')
      .select('type')
      .where('subject', '=', trackingCode())
      .execute()
    expect(rows).toEqual([{ type: 'consignment.booked' }])
  })

  it('a deletion writes the consignment after the courier’s confirmation, in the process that completes it', async () => {
    await putOrder(paid)
    await book(await quote())
    target.swift.behave({ cancel: fails })
    expect((await remove(trackingCode())).status).toBe(503)
    const isPending = ['consignment.booked', 'order.shipped']
    expect(await types()).toEqual(isPending)
    target.swift.behave()
    const data = await get(trackingCode())
    await Promise.all([settleDeletions(target.deps), settleDeletions(target.deps), remove(trackingCode())])
    expect(await types()).toEqual([...isPending, 'consignment.deleted'])
    expect((await events()).at(-1)).toEqual({ type: 'consignment.deleted', timestamp: now, data })
  })

  it('the first report of a delivery writes the consignment', async () => {
    await putOrder(paid)
    await book(await quote())
    const event = { type: 'collected', code: 'C', description: 'Picked up', location: 'Penrose' } as const
    target.swift.events = [{ ...event, at: '2026-11-19T23:05:00.000Z' }]
    const track = async () => {
      target.later(60 * 60_000)
      await trackConsignments(target.deps)
    }
    await track()
    expect(await types()).toHaveLength(2)
    target.swift.events.push({ ...event, type: 'delivered', code: 'D', at: '2026-11-20T00:30:00.000Z' })
    await Promise.all([track(), track()])
    const data = await get(trackingCode())
    await track()
    expect((await events()).slice(2)).toEqual([
      { type: 'consignment.delivered', timestamp: '2026-11-20T02:00:00.000Z', data },
    ])
    expect(data).toMatchObject({ status: 'Delivered', events: [{ code: 'C' }, { code: 'D' }] })
  })

  it('the import writes none, because its source has the data', async () => {
    const order = { ...ORDER, code: target.code, dates: { ordered_at: now, paid_at: now } }
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [order] })
    expect((await folder.run(database.db)).said).toEqual([])
    expect((await target.order()).dates.paid_at).toBe(now)
    expect(await types()).toEqual([])
  })

  it('writes nothing while no endpoint is configured', async () => {
    await connect()
    await putOrder()
    await act('payment', PAYMENT)
    await book(await quote())
    expect(await types()).toEqual([])
  })
})
