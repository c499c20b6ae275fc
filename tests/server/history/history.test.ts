import { beforeEach, describe, expect, it } from 'vitest'
import { History, MOST_ENTRIES } from '../../../src/contract/history.ts'
import { connectEndpoints } from '../../../src/server/webhooks/store.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { fails } from '../consignments/fake-courier.ts'
import { onEachDatabase } from '../databases.ts'
import { NOW } from '../orders/harness.ts'
import { COLLECTED, PAYMENT, paid, pickup, READY, ready, SHIPPED } from '../orders/order-on-test.ts'

const MINUTE = 60_000
const MERE = 'Mere Parata'

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, quote, book, remove } = target
  const trackingCode = (made = 0) => target.swift.made[made]?.booking.trackingCode ?? ''
  const connect = (...urls: string[]) => connectEndpoints(database.db, urls, NOW)
  const act = async (action: string, body: unknown) => {
    const answer = await target.app().post(`/api/v1/orders/${target.code}/${action}`, body)
    expect(answer.status).toBe(200)
  }
  const print = async (code = trackingCode()) =>
    (await target.app().post(`/api/v1/consignments/${code}/printed`, '')).status
  const read = async (path: string) => {
    const answer = await target.app().get(`/api/v1/${path}/history`)
    expect(answer.status).toBe(200)
    const { data, metadata } = History.parse(await answer.json())
    expect(data.unreadable).toBe(0)
    expect(new Set(data.rows.map(({ id }) => id)).size).toBe(data.rows.length)
    return { entries: data.rows, hasMore: metadata.has_more }
  }
  const ofOrder = async () => (await read(`orders/${target.code}`)).entries
  const ofConsignment = async (code = trackingCode()) => (await read(`consignments/${code}`)).entries
  const summary = (entries: Awaited<ReturnType<typeof ofOrder>>) =>
    entries.map(({ type, staff_name, details }) =>
      [type, details.status, staff_name].filter((word) => word !== null).join(' '),
    )
  beforeEach(() => connect())

  describe('of an order', () => {
    it('is empty before anything is done', async () => {
      await putOrder()
      expect(await ofOrder()).toEqual([])
    })

    it.each([
      [
        'payment',
        PAYMENT,
        {},
        'record-payment',
        { date_paid: '2026-11-20', payment_amount: 11_500, payment_method: 'card', reference: 'till 2' },
      ],
      [
        'ready',
        { ...READY, send_notification: false },
        paid,
        'pack',
        { is_pickup: false, send_notification: false },
      ],
      ['collected', COLLECTED, { ...ready, ...pickup }, 'record-collection', COLLECTED],
      [
        'shipped',
        SHIPPED,
        paid,
        'add-tracking',
        { shipping_company: 'titus', tracking_code: SHIPPED.tracking_code },
      ],
    ])('has %s with the user, the time and the values', async (action, body, parts, type, details) => {
      await putOrder(parts)
      target.later(MINUTE)
      await act(action, body)
      expect(await ofOrder()).toMatchObject([
        { type, at: '2026-11-19T23:01:00.000Z', staff_name: MERE, details },
      ])
    })

    it('has the action below the e-mail and the event that it caused, newest first', async () => {
      await connect('https://shop.example/hooks')
      await putOrder()
      await act('payment', PAYMENT)
      target.later(MINUTE)
      await act('ready', READY)
      expect(summary(await ofOrder())).toEqual([
        'event order.ready',
        'email queued',
        `pack ${MERE}`,
        'event order.paid',
        `record-payment ${MERE}`,
      ])
      const [event, email] = await ofOrder()
      expect(event?.details).toMatchObject({ delivered: 0, pending: 1, failed: 0, tracking_code: null })
      expect(email?.details).toMatchObject({
        recipient: 'aroha@example.com',
        subject: `Your order #${target.code} is packed and ready to ship`,
      })
    })

    it('counts the receivers that have an event, wait for it, or were given up', async () => {
      await connect('https://a.example', 'https://b.example', 'https://c.example', 'https://d.example')
      await putOrder()
      await act('payment', PAYMENT)
      const at = new Date(NOW).toISOString()
      const mark = async (url: string, set: { delivered_at: string } | { failed_at: string }) =>
        database.db
          .updateTable('webhook_deliveries')
          .set(set)
          .where('subject', '=', target.code)
          .where('endpoint_id', 'in', (from) =>
            from.selectFrom('webhook_endpoints').select('id').where('url', 'like', `${url}%`),
          )
          .execute()
      await mark('https://a.example', { delivered_at: at })
      await mark('https://b.example', { failed_at: at })
      // Removed receivers count only if they have received the event.
      await connect('https://b.example', 'https://c.example')
      expect((await ofOrder())[0]?.details).toMatchObject({ delivered: 1, pending: 1, failed: 1 })
    })

    it('has its consignments, printed labels and deletions', async () => {
      await putOrder(paid)
      await book(await quote())
      target.later(MINUTE)
      expect(await print()).toBe(200)
      target.later(MINUTE)
      await remove(trackingCode())
      const entries = await ofOrder()
      expect(summary(entries)).toEqual([
        `delete-consignment ${MERE}`,
        `print-labels ${MERE}`,
        `create-consignment ${MERE}`,
      ])
      const courier = { tracking_code: trackingCode(), shipping_company: 'swift' }
      expect(entries).toMatchObject([
        { at: '2026-11-19T23:02:00.000Z', details: courier },
        { at: '2026-11-19T23:01:00.000Z', details: { tracking_code: trackingCode() } },
        { at: '2026-11-19T23:00:00.000Z', details: courier },
      ])
    })

    it('has nothing of another order', async () => {
      await connect('https://shop.example/hooks')
      const payload = target.payload({ order_id: '' })
      await book(await quote(payload), payload)
      await print()
      await putOrder()
      expect(await ofOrder()).toEqual([])
    })

    it('is not found without the order', async () => {
      const answer = await target.app().get('/api/v1/orders/none/history')
      expect([answer.status, await answer.json()]).toMatchObject([404, { success: false }])
    })

    it('has the newest entries and says that there are older ones', async () => {
      await putOrder()
      const { id } = await database.db
        .selectFrom('orders')
        .select('id')
        .where('code', '=', target.code)
        .executeTakeFirstOrThrow()
      const put = (from: number, to: number) => {
        const rows = Array.from({ length: to - from }, (_, index) => ({
          order_id: id,
          action: 'record-payment',
          staff_id: 'local:mere',
          staff_name: `Staff ${from + index}`,
          at: new Date(NOW + from + index).toISOString(),
          details: '{}',
        }))
        return database.db.insertInto('order_events').values(rows).execute()
      }
      await put(0, MOST_ENTRIES)
      expect((await read(`orders/${target.code}`)).hasMore).toBe(false)
      await put(MOST_ENTRIES, MOST_ENTRIES + 3)
      const { entries, hasMore } = await read(`orders/${target.code}`)
      expect([hasMore, entries.length]).toEqual([true, MOST_ENTRIES])
      expect([entries[0]?.staff_name, entries.at(-1)?.staff_name]).toEqual([
        `Staff ${MOST_ENTRIES + 2}`,
        'Staff 3',
      ])
    })
  })

  describe('of a consignment', () => {
    it('has its booking, its prints and its events, and not those of its order', async () => {
      await connect('https://shop.example/hooks')
      await putOrder()
      await act('payment', PAYMENT)
      await book(await quote())
      target.later(MINUTE)
      await print()
      await print()
      expect(summary(await ofConsignment())).toEqual([
        `print-labels ${MERE}`,
        `print-labels ${MERE}`,
        'event consignment.booked',
        `create-consignment ${MERE}`,
      ])
    })

    it('is kept when it is deleted, and apart from the next one of its order', async () => {
      await connect('https://shop.example/hooks')
      await putOrder(paid)
      await book(await quote())
      const next = await quote()
      target.later(MINUTE)
      await remove(trackingCode())
      target.later(MINUTE)
      await book(next)
      expect(summary(await ofConsignment(trackingCode(0)))).toEqual([
        'event consignment.deleted',
        `delete-consignment ${MERE}`,
        'event consignment.booked',
        `create-consignment ${MERE}`,
      ])
      expect(summary(await ofConsignment(trackingCode(1)))).toEqual([
        'event consignment.booked',
        `create-consignment ${MERE}`,
      ])
      expect(await print(trackingCode(0))).toBe(404)
    })

    it('has a deletion that the courier has not confirmed as requested', async () => {
      await putOrder(paid)
      await book(await quote())
      target.swift.behave({ cancel: fails })
      target.later(MINUTE)
      await remove(trackingCode())
      expect(summary(await ofConsignment())).toEqual([
        `request-deletion ${MERE}`,
        `create-consignment ${MERE}`,
      ])
    })

    it('has its events without an order', async () => {
      await connect('https://shop.example/hooks')
      const payload = target.payload({ order_id: '' })
      await book(await quote(payload), payload)
      expect(summary(await ofConsignment())).toEqual([
        'event consignment.booked',
        `create-consignment ${MERE}`,
      ])
    })

    it('is not found without the consignment', async () => {
      const answer = await target.app().get('/api/v1/consignments/none/history')
      expect(answer.status).toBe(404)
      expect(await print('none')).toBe(404)
    })
  })
})
