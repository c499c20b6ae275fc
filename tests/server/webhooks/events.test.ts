import { beforeEach, expect, it } from 'vitest'
import { settleDeletions } from '../../../src/server/consignments/delete.ts'
import { trackConsignments } from '../../../src/server/consignments/track.ts'
import { connectEndpoints } from '../../../src/server/webhooks/store.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { fails } from '../consignments/fake-courier.ts'
import { onEachDatabase } from '../databases.ts'
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
