import { expect, it } from 'vitest'
import { onEachDatabase } from '../sign-in/databases.ts'
import { booked, bookingOnTest } from './booking-on-test.ts'

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, price, quote, book, remove, get, list, order, consignments, history } = target

  it('prices a payload with every courier, in their order', async () => {
    await putOrder()
    expect(await price()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        provider_name: 'Swift',
        provider_slug: 'swift',
        cost: 1200,
        type: 'Overnight',
        description: 'By fake van',
      },
      expect.objectContaining({ provider_slug: 'sure', cost: 1200 }),
    ])
  })

  it('books a price and shows the consignment', async () => {
    await putOrder()
    const answer = await book(await quote())
    const trackingCode = target.swift.made[0]?.booking.trackingCode
    expect(answer).toEqual(booked(trackingCode))
    const consignment = await get(trackingCode ?? '')
    expect(consignment).toMatchObject({
      tracking_code: trackingCode,
      order_code: target.code,
      shipping_company: 'swift',
      status: 'Awaiting pick-up',
      dates: { created_at: '2026-11-20 12:00:00', picked_at: null },
      destination: { building: 'Tāmaki Plumbing', street: '12 Queen Street', region: 'Auckland' },
      parts: [
        { part_number: '001', reference: 'Pipe', height: 10, volume: 0.006, weight: 1.5, cost: 100 },
        { part_number: '002', label: `${trackingCode}002` },
      ],
      services: [{ code: 'BASE', description: 'Base charge', total: 1000 }],
      events: [],
    })
    expect(await list('date=2026-11-20&query=&provider=')).toContainEqual(consignment)
  })

  it('marks the order shipped, and says who did it', async () => {
    await putOrder({ paid_at: '2026-11-19T00:00:00.000Z' })
    await book(await quote())
    const trackingCode = target.swift.made[0]?.booking.trackingCode
    const tracking = {
      tracking_company: 'swift',
      tracking_code: trackingCode,
      tracking_url: `https://fake.example/${trackingCode}`,
    }
    expect(await order()).toMatchObject({
      status: 'Shipped',
      dates: { shipped_at: '2026-11-19T23:00:00.000Z' },
      freight: tracking,
    })
    expect(await history()).toEqual([
      {
        action: 'create-consignment',
        staff_id: 'local:mere',
        staff_name: 'Mere Parata',
        details: JSON.stringify(tracking),
      },
    ])
    expect(await consignments()).toMatchObject([{ staff_id: 'local:mere', staff_name: 'Mere Parata' }])
  })

  it('takes everything back when it is deleted before it is picked up', async () => {
    await putOrder({ paid_at: '2026-11-19T00:00:00.000Z' })
    await book(await quote())
    const trackingCode = target.swift.made[0]?.booking.trackingCode ?? ''
    expect(await remove(trackingCode)).toEqual({ status: 200, body: { success: true, message: null } })
    expect(target.swift.cancelled).toEqual(new Set([trackingCode]))
    expect(await order()).toMatchObject({
      status: 'Paid',
      dates: { shipped_at: null },
      freight: { tracking_company: null, tracking_code: null, tracking_url: null },
    })
    expect((await history()).map(({ action }) => action)).toEqual([
      'create-consignment',
      'delete-consignment',
    ])
    expect(await get(trackingCode)).toMatchObject({ success: false })
    expect((await book(await quote())).status).toBe(200)
  })
})
