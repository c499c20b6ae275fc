import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bookings } from '../../../src/server/platform/metrics.ts'
import { onEachDatabase } from '../databases.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { readPdf } from '../labels/read-pdf.ts'
import { NOW } from '../orders/harness.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { booked, bookingOnTest, UNKNOWN } from './booking-on-test.ts'
import { booksThen, fails, lateBooking, refuses, silence } from './fake-courier.ts'
import { PARCEL } from './payload-for.ts'

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, price, quote, book, remove, get, list, order, consignments, history } = target

  // API-1
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

  // FRT-13, FRT-18, FRT-19
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

  it('marks the order as shipped, and records by whom', async () => {
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

  describe('an order that comes after it was consigned as an invoice', () => {
    const HOUR = 3_600_000
    const send = async (hours: number, more: object = {}) => {
      const ordered_at = new Date(NOW + hours * HOUR).toISOString()
      const { put } = await intakeOnTest(database.db)
      // The customer of the consignment.
      await put('customers', { code: '1', name: 'Hana Ruru' })
      await put('customers', { code: 'C-900', name: 'Wiremu Ngata' })
      const item = { quantity: 1, product: { code: 'PEX-20', name: 'Pipe', price: 1000 } }
      const parts = { customer: { code: '1' }, items: [item], dates: { ordered_at, paid_at: ordered_at } }
      const [result] = await put('orders', {
        code: target.code,
        freight: { branch: 'auckland' },
        ...parts,
        ...more,
      })
      return result?.outcome
    }
    const isToPack = async () => {
      const queue: { code: string }[] = await (await target.app().get('/api/v1/orders?query=to+pack')).json()
      return queue.some(({ code }) => code === target.code)
    }

    // FRT-19, CON-6
    it('is shipped by it, is not to be packed, and is as it came once it is deleted', async () => {
      await book(await quote())
      const trackingCode = target.swift.made[0]?.booking.trackingCode ?? ''
      expect(await send(-2)).toBe('created')
      expect(await order()).toMatchObject({
        status: 'Shipped',
        dates: { shipped_at: new Date(NOW).toISOString() },
        freight: { tracking_code: trackingCode, tracking_company: 'swift' },
      })
      expect((await history()).map(({ action }) => action)).toEqual(['create-consignment'])
      expect(await isToPack()).toBe(false)
      expect(await send(-2)).toBe('unchanged')
      await remove(trackingCode)
      expect(await order()).toMatchObject({ status: 'Paid', dates: { shipped_at: null } })
      expect(await isToPack()).toBe(true)
      expect(await send(-2)).toBe('unchanged')
      expect((await order()).status).toBe('Paid')
    })

    // FRT-19
    it('is shipped by it when it comes again, if it is here already', async () => {
      await book(await quote())
      await putOrder()
      await send(-2)
      expect((await order()).status).toBe('Shipped')
    })

    // FRT-19
    it('is not shipped by the consignment of another invoice with its number', async () => {
      await book(await quote())
      await send(1)
      expect([(await order()).status, await isToPack()]).toEqual(['Paid', true])
    })

    // FRT-19
    it('is not shipped by the consignment of another customer, to which its number was typed', async () => {
      await book(await quote())
      await send(-2, { customer: { code: 'C-900' } })
      expect([(await order()).status, await isToPack()]).toEqual(['Paid', true])
    })

    // FRT-19, ORD-44
    it('is not shipped if it comes cancelled', async () => {
      await book(await quote())
      await send(-2, { status: 'Cancelled' })
      expect([(await order()).status, (await order()).dates.shipped_at]).toEqual(['Cancelled', null])
      expect(await history()).not.toContainEqual(expect.objectContaining({ action: 'create-consignment' }))
    })
  })

  // CON-4, CON-5, CON-6, CON-11
  it('undoes everything when the consignment is deleted before pick-up', async () => {
    await putOrder({ paid_at: '2026-11-19T00:00:00.000Z', status: 'Paid' })
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
  // FRT-16
  it('determines again whether the address is rural, and sends from the order’s branch', async () => {
    await putOrder({ branch: 'christchurch' })
    const payload = target.payload({ postcode: '7671', is_rural: false })
    await book(await quote(payload), payload)
    expect(target.swift.made[0]?.request).toMatchObject({
      origin: 'christchurch',
      destination: { isRural: true },
      sendTracking: true,
      isSignatureRequired: false,
      orderCode: target.code,
    })
  })

  it('returns our label, or the courier’s own, as base64', async () => {
    await putOrder()
    await book(await quote())
    const path = `/api/v1/consignments/${target.swift.made[0]?.booking.trackingCode}/labels`
    const ask = async () => {
      const answer = await target.app().get(path)
      return { status: answer.status, body: await answer.json() }
    }
    const ours = await ask()
    expect(Buffer.from(ours.body, 'base64').toString('latin1')).toMatch(/^%PDF[\s\S]*\/Count 2\b/)
    target.swift.behave({ label: async () => Buffer.from('%PDF-theirs') })
    expect(Buffer.from((await ask()).body, 'base64').toString()).toBe('%PDF-theirs')
    const logged = spyOnLog()
    target.swift.behave({ label: fails })
    const message = 'Failed to get the consignment labels, please try again.'
    expect(await ask()).toEqual({ status: 503, body: { success: false, message } })
    expect(logged.entries()).toMatchObject([{ message: 'Courier gave no label' }])
    logged.restore()
  })

  it('deletes nothing if the courier refuses', async () => {
    await putOrder()
    await book(await quote())
    const trackingCode = target.swift.made[0]?.booking.trackingCode ?? ''
    target.swift.behave({ cancel: refuses })
    const message = 'Failed to delete the consignment, refresh the page and try again.'
    expect(await remove(trackingCode)).toEqual({ status: 409, body: { success: false, message } })
    expect((await order()).status).toBe('Shipped')
    expect(await get(trackingCode)).toMatchObject({ status: 'Awaiting pick-up' })
    target.swift.behave()
    expect((await remove(trackingCode)).status).toBe(200)
  })
  it('completes a deletion interrupted after the courier had cancelled', async () => {
    await putOrder()
    await book(await quote())
    const trackingCode = target.swift.made[0]?.booking.trackingCode ?? ''
    const { schema } = database.db
    await schema.alterTable('order_events').renameTo('order_events_away').execute()
    try {
      expect((await remove(trackingCode)).status).toBe(500)
    } finally {
      await schema.alterTable('order_events_away').renameTo('order_events').execute()
    }
    expect((await order()).status).toBe('Shipped')
    expect((await remove(trackingCode)).status).toBe(200)
    expect((await order()).status).toBe('Ordered')
    expect(await get(trackingCode)).toMatchObject({ success: false })
  })

  it('counts and logs bookings by outcome, once however often they are requested', async () => {
    bookings.reset()
    const logged = spyOnLog()
    await putOrder()
    const id = await quote()
    target.swift.behave({ book: refuses })
    expect((await book(id)).status).toBe(409)
    target.swift.behave({ book: fails })
    expect((await book(id)).status).toBe(503)
    target.swift.behave()
    target.later(90_000)
    for (const _ of [1, 2]) expect((await book(id)).status).toBe(200)
    const { values } = await bookings.get()
    expect(values.map(({ labels, value }) => `${value} ${labels.outcome}`).sort()).toEqual([
      '1 booked',
      '1 refused',
      '1 unknown',
    ])
    const security = logged.entries().filter(({ security }) => security === 'booking')
    const trackingCode = target.swift.made[0]?.booking.trackingCode
    expect(security).toMatchObject([{ trackingCode, orderCode: target.code, staff: { id: 'local:mere' } }])
    await remove(trackingCode ?? '')
    expect(logged.entries().at(-1)).toMatchObject({
      security: 'consignment-deleted',
      trackingCode,
      staff: { id: 'local:mere' },
    })
    logged.restore()
  })
})

const MINUTE = 60_000

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, quote, book, remove, order, consignments, asked, bookedOnce, isBookedOnce, isNotBooked } =
    target
  // FRT-15, V2.3.4
  it('books one consignment for many equal concurrent requests, and responds to all', async () => {
    await putOrder()
    const id = await quote()
    const other = database.place.databaseUrl === null ? database.db : await database.openAgain()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => book(id, target.payload(), index % 2 ? database.db : other)),
    )
    expect(answers).toEqual(new Array(8).fill(bookedOnce()))
    await isBookedOnce()
  })

  // FRT-19
  it('books one of several prices of an order at once', async () => {
    await putOrder()
    const [one, two] = [await quote(), await quote(target.payload(), 1)]
    const answers = await Promise.all([book(one), book(two), book(one), book(two)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(target.swift.made.length + target.sure.made.length).toBe(1)
    const refused = answers.find(({ status }) => status !== 200)
    expect(refused).toMatchObject({ status: 409, body: { message: /already has consignment/ } })
    expect(await consignments()).toHaveLength(1)
  })

  it('responds the same to a repeated request, also when the price has expired', async () => {
    await putOrder()
    const id = await quote()
    expect(await book(id)).toEqual(bookedOnce())
    expect(await book(id)).toEqual(bookedOnce())
    target.later(31 * MINUTE)
    expect(await book(id)).toEqual(bookedOnce())
    await target.quote()
    target.later(48 * 60 * MINUTE)
    await target.quote()
    expect(await book(id)).toEqual(bookedOnce())
    expect(asked()).toEqual(['book'])
    await isBookedOnce()
  })

  it('releases a price that the courier refuses, with the reason', async () => {
    await putOrder()
    const id = await quote()
    target.swift.behave({ book: refuses })
    expect(await book(id)).toEqual({
      status: 409,
      body: { success: false, message: 'The street does not exist.' },
    })
    await isNotBooked()
    target.swift.behave()
    expect(await book(id)).toEqual(bookedOnce())
    expect(asked()).toEqual(['book', 'find', 'book'])
    await isBookedOnce()
  })

  it('finds the booking of a courier that responds with a refusal after booking', async () => {
    await putOrder()
    target.swift.behave({ book: booksThen(refuses) })
    expect(await book(await quote())).toEqual(bookedOnce())
    expect(asked()).toEqual(['book', 'find'])
    await isBookedOnce()
  })

  it('does not release a price that the courier refuses and cannot look up', async () => {
    await putOrder()
    const id = await quote()
    target.swift.behave({ book: booksThen(refuses), find: fails })
    expect(await book(id)).toEqual(UNKNOWN)
    await isNotBooked()
    target.swift.behave()
    expect(await book(id)).toEqual(bookedOnce())
    await isBookedOnce()
  })

  it('finds the booking of a courier that responds too late', async () => {
    await putOrder()
    target.hurry()
    target.swift.behave({ book: booksThen(silence) })
    expect(await book(await quote())).toEqual(bookedOnce())
    expect(asked()).toEqual(['book', 'find'])
    await isBookedOnce()
  })

  it('finds a booking whose connection broke after it was made', async () => {
    await putOrder()
    target.swift.behave({ book: booksThen(fails) })
    expect(await book(await quote())).toEqual(bookedOnce())
    await isBookedOnce()
  })

  it('keeps tracking that staff added while the courier was called', async () => {
    await putOrder()
    const id = await quote()
    target.swift.behave({
      book: async (make) => {
        const byHand = { shipping_company: 'nzpost', tracking_code: 'HAND1', tracking_url: '' }
        await target.app().post(`/api/v1/orders/${target.code}/shipped`, byHand)
        return make()
      },
    })
    expect(await book(id)).toEqual(bookedOnce())
    expect((await order()).freight.tracking_code).toBe('HAND1')
    expect(await consignments()).toHaveLength(1)
    expect((await remove(bookedOnce().body.data.consignment_id ?? '')).status).toBe(200)
    expect((await order()).freight.tracking_code).toBe('HAND1')
  })

  it('records nothing of a booking that cannot be stored, and finds it at the next attempt', async () => {
    await putOrder()
    const id = await quote()
    const { db } = database
    await db.schema.alterTable('order_events').renameTo('order_events_away').execute()
    try {
      expect((await book(id)).status).toBe(500)
    } finally {
      await db.schema.alterTable('order_events_away').renameTo('order_events').execute()
    }
    await isNotBooked()
    expect(await book(id)).toEqual(bookedOnce())
    expect(asked()).toEqual(['book', 'find'])
    await isBookedOnce()
  })
})

const TAPS = [{ code: 'TAP', name: 'Tap 15 mm', quantity: 2 }]
const HOSE = [
  { code: 'HOSE', name: 'Hose', quantity: 12.5 },
  { code: null, name: 'Fee', quantity: 1 },
]

// PACK-4
onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const parcels = [{ ...PARCEL, quantity: 2 }]

  async function book(contents: object[][], payload: object = target.payload({ parcels })) {
    const quote_id = await target.quote(payload)
    const body = { ...payload, quote_id, contents }
    const answer = await target.app().post('/api/v1/consignments/packed', body)
    return { status: answer.status, body: await answer.json() }
  }
  const inParts = async (code: string) => (await target.get(code)).parts.map(({ contents }) => contents)

  describe('a booking with the contents of its pieces', () => {
    it('shows them with the pieces, and tells the courier nothing of them', async () => {
      await target.putOrder()
      const { status, body } = await book([TAPS, HOSE])
      expect([status, body.success]).toEqual([200, true])
      expect(await inParts(body.data.consignment_id)).toEqual([TAPS, HOSE])
      const told = JSON.stringify(target.swift.asked)
      expect(told).not.toMatch(/contents|TAP|Hose/)
      await target.isBookedOnce()
    })

    it.each([[[TAPS]], [[TAPS, HOSE, TAPS]], [[]]])(
      'is refused if they are not of each piece',
      async (contents) => {
        await target.putOrder()
        const { status, body } = await book(contents)
        expect([status, body.field]).toEqual([422, 'contents'])
        await target.isNotBooked()
      },
    )

    it('keeps them while the outcome is unknown', async () => {
      await target.putOrder()
      target.hurry()
      const late = lateBooking()
      target.swift.behave(late)
      const payload = target.payload({ parcels })
      const quote_id = await target.quote(payload)
      const body = { ...payload, quote_id, contents: [TAPS, HOSE] }
      expect((await target.app().post('/api/v1/consignments/packed', body)).status).toBe(503)
      late.arrive()
      const again = await target.app().post('/api/v1/consignments/packed', body)
      expect(await inParts((await again.json()).data.consignment_id)).toEqual([TAPS, HOSE])
      await target.isBookedOnce()
    })

    it('keeps them when it is deleted', async () => {
      await target.putOrder()
      const { body } = await book([TAPS, HOSE])
      expect((await target.remove(body.data.consignment_id)).status).toBe(200)
      const rows = await database.db
        .selectFrom('consignment_parts')
        .innerJoin('consignments', 'consignments.id', 'consignment_parts.consignment_id')
        .select('consignment_parts.contents')
        .where('tracking_code', '=', body.data.consignment_id)
        .orderBy('consignment_parts.id')
        .execute()
      expect(rows.map(({ contents }) => JSON.parse(contents ?? ''))).toEqual([TAPS, HOSE])
    })
  })

  it('has none if it was booked without', async () => {
    await target.putOrder()
    const { body } = await target.book(await target.quote())
    expect(await inParts(body.data.consignment_id)).toEqual([[], []])
    const answer = await target.app().get(`/api/v1/consignments/${body.data.consignment_id}/contents`)
    expect([answer.status, (await answer.json()).message]).toEqual([
      404,
      'Nothing was scanned into the parcels of this consignment.',
    ])
  })

  it('prints a page for each piece', async () => {
    await target.putOrder()
    const { body } = await book([TAPS, HOSE])
    const code = body.data.consignment_id
    const answer = await target.app().get(`/api/v1/consignments/${code}/contents`)
    const read = await readPdf(new Uint8Array(Buffer.from(await answer.json(), 'base64')))
    const pages = read.map(({ texts }) => texts.map(({ text }) => text).join(' '))
    expect(pages).toHaveLength(2)
    for (const word of [target.code.slice(0, 10), 'Parcel 1 of 2', code, '2 ×', 'TAP', 'Tap 15 mm'])
      expect(pages[0]).toContain(word)
    for (const word of ['Parcel 2 of 2', '12.5 ×', 'HOSE', 'Fee']) expect(pages[1]).toContain(word)
    expect((await target.app().get(`/api/v1/consignments/${randomUUID()}/contents`)).status).toBe(404)
  })
})
