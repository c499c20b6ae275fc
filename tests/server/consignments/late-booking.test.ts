import { expect, it } from 'vitest'
import { settleAbandoned } from '../../../src/server/consignments/settle.ts'
import { cancelLateBookings, LOOK_UP_DELAYS_MS } from '../../../src/server/consignments/upkeep.ts'
import { onEachDatabase } from '../databases.ts'
import { booked, bookingOnTest, UNKNOWN } from './booking-on-test.ts'
import { fails, lateBooking, refuses, silence } from './fake-courier.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, quote, book, order, consignments } = target
  const late = () => cancelLateBookings(target.deps)
  const looks = (quoteId: string) =>
    target.swift.asked.filter(({ call, about }) => call === 'find' && about === quoteId).length
  const released = async (quoteId: string) =>
    database.db.selectFrom('released_claims').select('looks').where('quote_id', '=', quoteId).execute()
  const codeOf = (index: number) => target.swift.made[index]?.booking.trackingCode ?? ''
  const live = () =>
    [...target.swift.made, ...target.sure.made]
      .map(({ booking }) => booking.trackingCode)
      .filter((code) => !target.swift.cancelled.has(code))

  /** A booking that timed out, which the first courier makes later. */
  const givenUp = async () => {
    await putOrder()
    target.hurry()
    const quoteId = await quote()
    const { book: hangs, arrive } = lateBooking()
    target.swift.behave({ book: hangs })
    expect(await book(quoteId)).toEqual(UNKNOWN)
    target.later(MINUTE)
    await settleAbandoned(target.deps)
    expect(await target.claims()).toEqual([])
    target.swift.behave()
    return { quoteId, arrive }
  }

  it('is cancelled five minutes after it was given up, not before, and the order can be booked', async () => {
    const { arrive } = await givenUp()
    arrive()
    target.later(5 * MINUTE - 1)
    await late()
    expect(live()).toEqual([codeOf(0)])
    target.later(1)
    await late()
    expect(live()).toEqual([])
    expect((await order()).status).toBe('Ordered')
    expect(await consignments()).toEqual([])
    expect(await book(await quote())).toEqual(booked(codeOf(1)))
  })

  it('is cancelled if its order was sent with another courier', async () => {
    const { arrive } = await givenUp()
    const other = await book(await quote(target.payload(), 1))
    expect(other.status).toBe(200)
    arrive()
    target.later(5 * MINUTE)
    await late()
    expect(live()).toEqual([other.body.data.consignment_id])
    expect(await consignments()).toMatchObject([{ tracking_code: other.body.data.consignment_id }])
    expect((await order()).freight.tracking_code).toBe(other.body.data.consignment_id)
  })

  it('is cancelled if its own price was booked again; the second booking stays', async () => {
    const { quoteId, arrive } = await givenUp()
    expect(await book(quoteId)).toEqual(booked(codeOf(0)))
    arrive()
    expect(live()).toHaveLength(2)
    target.later(5 * MINUTE)
    await late()
    expect(live()).toEqual([codeOf(0)])
    expect(await consignments()).toMatchObject([{ tracking_code: codeOf(0), deleted_at: null }])
  })

  it('is found when its price is booked again, and then stays', async () => {
    const { quoteId, arrive } = await givenUp()
    arrive()
    target.swift.behave({ book: fails })
    expect(await book(quoteId)).toEqual(booked(codeOf(0)))
    target.later(5 * MINUTE)
    await late()
    expect(live()).toEqual([codeOf(0)])
  })

  it('is cancelled if two bookings of a price are found at once', async () => {
    await putOrder()
    target.swift.behave({
      book: async (make) => {
        make()
        make()
        return fails()
      },
    })
    expect(await book(await quote())).toEqual(booked(codeOf(0)))
    target.later(5 * MINUTE)
    await late()
    expect(live()).toEqual([codeOf(0)])
  })

  it('is shown to staff if its courier no longer cancels it', async () => {
    const { arrive } = await givenUp()
    arrive()
    target.swift.behave({ cancel: refuses })
    target.later(5 * MINUTE)
    await late()
    expect(await consignments()).toMatchObject([{ tracking_code: codeOf(0), staff_name: 'Mere Parata' }])
    expect(await order()).toMatchObject({ status: 'Shipped', freight: { tracking_code: codeOf(0) } })
  })

  it('is looked up after five minutes, an hour and a day, and then no more', async () => {
    const { quoteId } = await givenUp()
    const before = looks(quoteId)
    let past = 0
    for (const [index, after] of LOOK_UP_DELAYS_MS.entries()) {
      target.later(after - past)
      past = after
      await target.quote()
      await late()
      await late()
      expect(looks(quoteId)).toBe(before + index + 1)
    }
    expect(await released(quoteId)).toEqual([])
    target.later(24 * HOUR)
    await late()
    expect(looks(quoteId)).toBe(before + LOOK_UP_DELAYS_MS.length)
  })

  it('is looked up again if its courier did not respond, or is not configured', async () => {
    const { quoteId, arrive } = await givenUp()
    arrive()
    target.later(5 * MINUTE)
    target.keepOnly('sure')
    await late()
    target.keepOnly('swift')
    for (const behaviour of [{ find: fails }, { cancel: fails }]) {
      target.swift.behave(behaviour)
      await late()
      expect(await released(quoteId)).toEqual([{ looks: 0 }])
    }
    target.swift.behave()
    await late()
    expect(live()).toEqual([])
    expect(await released(quoteId)).toEqual([{ looks: 1 }])
  })

  it('is not checked while its price is being booked', async () => {
    const { quoteId, arrive } = await givenUp()
    target.swift.behave({ book: silence })
    expect(await book(quoteId)).toEqual(UNKNOWN)
    arrive()
    target.later(5 * MINUTE)
    await late()
    expect(live()).toEqual([codeOf(0)])
    expect(await book(quoteId)).toEqual(booked(codeOf(0)))
    await late()
    expect(live()).toEqual([codeOf(0)])
  })

  it('is not recorded when its check was interrupted, and can then be booked', async () => {
    const { quoteId, arrive } = await givenUp()
    arrive()
    target.later(5 * MINUTE)
    const until = new Date(target.deps.clock() - 1).toISOString()
    const check = { holder: 'dead', leased_until: until, claimed_at: until, is_check: 1 }
    const staff = { staff_id: 'local:mere', staff_name: 'Mere Parata' }
    const payload = JSON.stringify(target.payload())
    await database.db
      .insertInto('claims')
      .values({ ...check, ...staff, quote_id: quoteId, order_code: null, payload })
      .execute()
    await settleAbandoned(target.deps)
    expect(await consignments()).toEqual([])
    await late()
    expect(live()).toEqual([])
  })

  it('is looked up on time although the clock was set back', async () => {
    const { arrive } = await givenUp()
    arrive()
    target.later(-HOUR)
    await late()
    target.later(5 * MINUTE)
    await late()
    expect(live()).toEqual([])
  })
})
