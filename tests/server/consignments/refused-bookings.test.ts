import { expect, it } from 'vitest'
import { onEmbedded } from '../databases.ts'
import { booked, bookingOnTest } from './booking-on-test.ts'

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

  it('books any number of consignments of no order', async () => {
    const payload = target.payload({ order_id: ' ' })
    const [one, two] = [await quote(payload), await quote(payload)]
    const answers = await Promise.all([book(one, payload), book(two, payload)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(target.swift.made).toHaveLength(2)
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
