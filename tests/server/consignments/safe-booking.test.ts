import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LEASE_MS } from '../../../src/server/consignments/claims.ts'
import { settleAbandoned } from '../../../src/server/consignments/settle.ts'
import { onEachDatabase } from '../sign-in/databases.ts'
import { booked, bookingOnTest } from './booking-on-test.ts'
import { fails, refuses, silence } from './fake-courier.ts'

const MINUTE = 60_000
const UNKNOWN = {
  status: 503,
  body: {
    success: false,
    message:
      'Swift has not said whether it booked the order. Nothing is booked twice: try again in a minute.',
  },
}

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, quote, book, remove, order, consignments, history } = target
  const codes = () => target.swift.made.map(({ booking }) => booking.trackingCode)
  const bookedOnce = () => booked(codes()[0])
  const asked = () => target.swift.asked.map(({ call }) => call).filter((call) => call !== 'quote')
  const isBookedOnce = async () => {
    expect(target.swift.made).toHaveLength(1)
    expect(await consignments()).toMatchObject([{ tracking_code: codes()[0] }])
    expect(await history()).toHaveLength(1)
    expect(await database.db.selectFrom('claims').selectAll().execute()).toEqual([])
  }
  const isNotBooked = async () => {
    expect(await consignments()).toEqual([])
    expect((await order()).status).toBe('Ordered')
    expect(await history()).toEqual([])
  }

  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('books one consignment for many equal requests at once, and tells all of them', async () => {
    await putOrder()
    const id = await quote()
    const other = database.place.databaseUrl === null ? database.db : await database.openAgain()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => book(id, target.payload(), index % 2 ? database.db : other)),
    )
    expect(answers).toEqual(new Array(8).fill(bookedOnce()))
    await isBookedOnce()
  })

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

  it('gives the same answer to the same request again, also when the price has expired', async () => {
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

  it('lets a price go that the courier refuses, with its reason', async () => {
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
    expect(asked()).toEqual(['book', 'book'])
    await isBookedOnce()
  })

  it('finds the booking of a courier that answers too late', async () => {
    await putOrder()
    target.hurry()
    target.swift.behave({
      book: (make) => {
        make()
        return silence()
      },
    })
    expect(await book(await quote())).toEqual(bookedOnce())
    expect(asked()).toEqual(['book', 'find'])
    await isBookedOnce()
  })

  it('finds the booking of a connection that broke after it was made', async () => {
    await putOrder()
    target.swift.behave({
      book: (make) => {
        make()
        return fails()
      },
    })
    expect(await book(await quote())).toEqual(bookedOnce())
    await isBookedOnce()
  })

  it('does not book again what the courier makes only after it was looked up', async () => {
    await putOrder()
    target.hurry()
    const id = await quote()
    let late = () => {}
    target.swift.behave({
      book: (make) => {
        late = make
        return silence()
      },
    })
    expect(await book(id)).toEqual(UNKNOWN)
    await isNotBooked()
    late()
    expect(await book(id)).toEqual(bookedOnce())
    expect(asked()).toEqual(['book', 'find', 'find'])
    await isBookedOnce()
  })

  it('says so where nobody knows, and looks before it tries again', async () => {
    await putOrder()
    const id = await quote()
    target.swift.behave({ book: fails, find: fails })
    expect(await book(id)).toEqual(UNKNOWN)
    expect(await book(id)).toEqual(UNKNOWN)
    await isNotBooked()
    target.swift.behave()
    expect(await book(id)).toEqual(UNKNOWN)
    target.later(MINUTE)
    expect(await book(id)).toEqual(bookedOnce())
    expect(asked()).toEqual(['book', 'find', 'find', 'find', 'find', 'book'])
    await isBookedOnce()
  })

  it('does not try again while a late booking may still come', async () => {
    await putOrder()
    target.hurry()
    const id = await quote()
    let late = () => {}
    target.swift.behave({
      book: (make) => {
        late = make
        return silence()
      },
    })
    expect(await book(id)).toEqual(UNKNOWN)
    expect(await Promise.all([book(id), book(id)])).toEqual([UNKNOWN, UNKNOWN])
    target.later(MINUTE - 1)
    late()
    expect(await book(id)).toEqual(bookedOnce())
    await isBookedOnce()
  })

  it('does not book an order with another courier while nobody knows', async () => {
    await putOrder()
    target.hurry()
    const [one, two] = [await quote(), await quote(target.payload(), 1)]
    let late = () => {}
    target.swift.behave({
      book: (make) => {
        late = make
        return silence()
      },
    })
    expect(await book(one)).toEqual(UNKNOWN)
    expect(await book(two)).toEqual(UNKNOWN)
    late()
    expect(await book(two)).toMatchObject({
      status: 409,
      body: { message: `Order ${target.code} already has consignment ${codes()[0]}.` },
    })
    expect(target.sure.made).toEqual([])
    await isBookedOnce()
  })

  it('books an order with another courier once the first is known not to have it', async () => {
    await putOrder()
    target.hurry()
    const [one, two] = [await quote(), await quote(target.payload(), 1)]
    target.swift.behave({ book: silence })
    expect(await book(one)).toEqual(UNKNOWN)
    target.later(MINUTE)
    expect(await book(two)).toEqual(booked(target.sure.made[0]?.booking.trackingCode))
    expect(target.swift.made).toEqual([])
    expect(await book(one)).toMatchObject({ status: 409 })
    expect(await consignments()).toHaveLength(1)
  })

  it('finishes at the start what the courier has booked, as who booked it', async () => {
    await putOrder()
    target.hurry()
    let late = () => {}
    target.swift.behave({
      book: (make) => {
        late = make
        return silence()
      },
    })
    const id = await quote()
    expect(await book(id)).toEqual(UNKNOWN)
    await settleAbandoned(target.deps)
    await isNotBooked()
    late()
    await settleAbandoned(target.deps)
    await isBookedOnce()
    expect(await consignments()).toMatchObject([{ staff_name: 'Mere Parata' }])
    expect(await order()).toMatchObject({ status: 'Shipped' })
    expect(await book(id)).toEqual(bookedOnce())
  })

  it('lets go at the start what the courier has not booked, and books nothing by itself', async () => {
    await putOrder()
    target.hurry()
    const id = await quote()
    target.swift.behave({ book: silence })
    expect(await book(id)).toEqual(UNKNOWN)
    target.later(MINUTE)
    await settleAbandoned(target.deps)
    await isNotBooked()
    expect(await database.db.selectFrom('claims').selectAll().execute()).toEqual([])
    target.swift.behave()
    expect(await book(id)).toEqual(bookedOnce())
    await isBookedOnce()
  })

  it('leaves a claim alone that somebody works on, and takes it over when its lease has ended', async () => {
    await putOrder()
    const id = await quote()
    let answer = () => {}
    const begun = new Promise<void>((begin) => {
      target.swift.behave({
        book: (make) =>
          new Promise((resolve) => {
            answer = () => resolve(make())
            begin()
          }),
      })
    })
    const first = book(id)
    await begun
    await settleAbandoned(target.deps)
    expect(asked()).toEqual(['book'])
    target.later(LEASE_MS)
    await settleAbandoned(target.deps)
    expect(asked()).toEqual(['book', 'find'])
    answer()
    expect(await first).toEqual(bookedOnce())
    await isBookedOnce()
  })

  it('keeps a shipment that was written by hand while the courier was asked', async () => {
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
    expect((await remove(codes()[0] ?? '')).status).toBe(200)
    expect((await order()).freight.tracking_code).toBe('HAND1')
  })

  it('records nothing of a booking that cannot be written, and finds it on the next try', async () => {
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
