import { expect, it } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { bookingOnTest, UNKNOWN } from './booking-on-test.ts'
import { booksThen, fails, refuses, silence } from './fake-courier.ts'

const MINUTE = 60_000

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, quote, book, remove, order, consignments, asked, bookedOnce, isBookedOnce, isNotBooked } =
    target
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
