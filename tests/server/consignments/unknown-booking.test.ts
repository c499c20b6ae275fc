import { describe, expect, it } from 'vitest'
import { bookClaim, bookQuote } from '../../../src/server/consignments/book.ts'
import { claimQuote, LEASE_MS } from '../../../src/server/consignments/claims.ts'
import { settleAbandoned } from '../../../src/server/consignments/settle.ts'
import { cancelLateBookings, startUpkeep } from '../../../src/server/consignments/upkeep.ts'
import { DatabaseFailure } from '../../../src/server/db/failure.ts'
import type { Backend } from '../../../src/server/db/named-connections.ts'
import { onEachDatabase } from '../databases.ts'
import { booked, bookingOnTest, UNKNOWN } from './booking-on-test.ts'
import { booksThen, fails, lateBooking, silence } from './fake-courier.ts'
import { backendAt, stepDatabase } from './step-database.ts'

const MINUTE = 60_000

/** The end of a lease that was given up. */
const GIVEN_UP = '1970-01-01T00:00:00.000Z'

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, quote, book, order, consignments, claims, asked, bookedOnce, isBookedOnce, isNotBooked } =
    target
  it('does not book again if the courier books only after a look-up', async () => {
    await putOrder()
    target.hurry()
    const id = await quote()
    const late = lateBooking()
    target.swift.behave(late)
    expect(await book(id)).toEqual(UNKNOWN)
    await isNotBooked()
    late.arrive()
    expect(await book(id)).toEqual(bookedOnce())
    expect(asked()).toEqual(['book', 'find', 'find'])
    await isBookedOnce()
  })

  // V16.5.2
  it('reports an unknown outcome, and looks it up before booking again', async () => {
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

  it('books again at once if the courier keeps its bookings in our database', async () => {
    await putOrder()
    const id = await quote()
    Object.assign(target.swift, { booksInDatabase: true })
    target.swift.behave({ book: fails })
    expect(await book(id)).toEqual(UNKNOWN)
    target.swift.behave()
    expect(await book(id)).toEqual(bookedOnce())
    expect(asked()).toEqual(['book', 'find', 'find', 'book'])
    await isBookedOnce()
  })

  it('books again as soon as a database is back that failed after the courier had booked', async () => {
    await putOrder()
    const id = await quote()
    let isAway = false
    const failing = stepDatabase(backendAt(database.place), database.place, async () => {
      if (isAway) throw new DatabaseFailure('unreachable', 'It was cut.')
    })
    target.swift.behave({
      book: async (make) => {
        isAway = true
        return make()
      },
    })
    expect(await book(id, target.payload(), failing)).toMatchObject({ status: 503 })
    expect((await claims())[0]?.leased_until).not.toBe(GIVEN_UP)
    isAway = false
    await expect.poll(async () => (await claims())[0]?.leased_until).toBe(GIVEN_UP)
    expect(await book(id)).toEqual(bookedOnce())
    await isBookedOnce()
    await failing.destroy()
  })

  it('keeps no claim whose commit was not confirmed, because no courier has been called', async () => {
    await putOrder()
    const id = await quote()
    let isCut = true
    const backend = backendAt(database.place)
    const cut: Backend = {
      ...backend,
      async begin(patience) {
        const transaction = await backend.begin(patience)
        return {
          ...transaction,
          async commit() {
            await transaction.commit()
            if (isCut) throw new DatabaseFailure('unconfirmed', 'It was cut.')
          },
          rollback: async () => undefined,
        }
      },
    }
    const failing = stepDatabase(cut, database.place, async () => undefined)
    expect(await book(id, target.payload(), failing)).toMatchObject({ status: 503 })
    isCut = false
    await expect.poll(claims).toEqual([])
    expect(asked()).toEqual([])
    expect(await book(id)).toEqual(bookedOnce())
    await failing.destroy()
  })

  it('does not book again while a late booking is possible', async () => {
    await putOrder()
    target.hurry()
    const id = await quote()
    const late = lateBooking()
    target.swift.behave(late)
    expect(await book(id)).toEqual(UNKNOWN)
    expect(await Promise.all([book(id), book(id)])).toEqual([UNKNOWN, UNKNOWN])
    target.later(MINUTE - 1)
    late.arrive()
    expect(await book(id)).toEqual(bookedOnce())
    await isBookedOnce()
  })

  it('does not book an order with another courier while the outcome is unknown', async () => {
    await putOrder()
    target.hurry()
    const [one, two] = [await quote(), await quote(target.payload(), 1)]
    const late = lateBooking()
    target.swift.behave(late)
    expect(await book(one)).toEqual(UNKNOWN)
    expect(await book(two)).toEqual(UNKNOWN)
    late.arrive()
    expect(await book(two)).toMatchObject({
      status: 409,
      body: {
        message: `Order ${target.code} already has consignment ${bookedOnce().body.data.consignment_id}.`,
      },
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

  it('records at startup a booking that the courier has made, for the user who requested it', async () => {
    await putOrder()
    target.hurry()
    const late = lateBooking()
    target.swift.behave(late)
    const id = await quote()
    expect(await book(id)).toEqual(UNKNOWN)
    await settleAbandoned(target.deps)
    await isNotBooked()
    late.arrive()
    await startUpkeep(target.deps).stop()
    await isBookedOnce()
    expect(await consignments()).toMatchObject([{ staff_name: 'Mere Parata' }])
    expect(await order()).toMatchObject({ status: 'Shipped' })
    expect(await book(id)).toEqual(bookedOnce())
  })

  it('releases at startup what the courier has not booked, and books nothing by itself', async () => {
    await putOrder()
    target.hurry()
    const id = await quote()
    target.swift.behave({ book: silence })
    expect(await book(id)).toEqual(UNKNOWN)
    target.later(MINUTE)
    await settleAbandoned(target.deps)
    await isNotBooked()
    expect(await claims()).toEqual([])
    target.swift.behave()
    expect(await book(id)).toEqual(bookedOnce())
    await isBookedOnce()
  })

  it('books nothing while the courier that may have booked is not configured, and continues once it is', async () => {
    await putOrder()
    target.hurry()
    const [one, two] = [await quote(), await quote(target.payload(), 1)]
    const late = lateBooking()
    target.swift.behave(late)
    expect(await book(one)).toEqual(UNKNOWN)
    late.arrive()
    target.later(MINUTE)
    const without = { ...target.deps, couriers: [target.sure] }
    await settleAbandoned(without)
    for (const quoteId of [one, two]) {
      const staff = { id: 'local:mere', name: 'Mere', givenName: 'Mere', email: 'mere@example.com' }
      await expect(bookQuote(without, { quoteId, payload: target.payload(), staff })).rejects.toMatchObject({
        status: 503,
        message: 'Swift may have booked the order and is not set up any more: ask your administrator.',
      })
    }
    expect(target.sure.made).toEqual([])
    expect(await claims()).toMatchObject([{ quote_id: one }])
    await settleAbandoned(target.deps)
    await isBookedOnce()
  })

  describe('a consignment without an order', () => {
    const payload = () => target.payload({ order_id: '', instructions: target.code })
    const recorded = () =>
      database.db
        .selectFrom('consignments')
        .select('tracking_code')
        .where('instructions', '=', target.code)
        .execute()
    /** The price of a booking whose answer and look-up were lost, and another price of the same. */
    const lost = async (behaviour: Parameters<typeof target.swift.behave>[0]) => {
      target.hurry()
      const [one, two] = [await quote(payload()), await quote(payload())]
      target.swift.behave({ ...behaviour, find: fails })
      expect(await book(one, payload())).toEqual(UNKNOWN)
      expect(await book(two, payload())).toEqual(UNKNOWN)
      target.swift.behave()
      return { one, two }
    }
    const bookedAs = () => ({
      status: 409,
      body: {
        success: false,
        message: `The same consignment was booked as ${target.swift.made[0]?.booking.trackingCode}. To send another like it, wait five minutes.`,
      },
    })

    it.each([
      ['the request itself', async () => undefined],
      ['the upkeep', () => settleAbandoned(target.deps)],
    ])('is not booked again with another price if %s finds it booked', async (_, settle) => {
      const { one, two } = await lost({ book: booksThen(fails) })
      await settle()
      expect(await book(two, payload())).toEqual(bookedAs())
      expect(await book(await quote(payload()), payload())).toEqual(bookedAs())
      expect(await book(one, payload())).toEqual(bookedOnce())
      expect(await recorded()).toHaveLength(1)
      expect(target.swift.made).toHaveLength(1)
    })

    it('is booked with another price once the first is known not to have it', async () => {
      const { two } = await lost({ book: silence })
      expect(await book(two, payload())).toEqual(UNKNOWN)
      target.later(MINUTE)
      expect(await book(two, payload())).toEqual(bookedOnce())
      expect(await recorded()).toHaveLength(1)
    })

    it('prevents neither another one nor, five minutes later, the same', async () => {
      const { two } = await lost({ book: booksThen(fails) })
      const other = { ...payload(), street: '14 Queen Street' }
      expect((await book(await quote(other), other)).status).toBe(200)
      expect(await book(two, payload())).toEqual(bookedAs())
      target.later(5 * MINUTE)
      await cancelLateBookings(target.deps)
      expect(target.swift.cancelled.size).toBe(0)
      expect((await book(two, payload())).status).toBe(200)
      expect(await recorded()).toHaveLength(3)
    })
  })

  it('does not touch a held claim, and takes it over when its lease has ended', async () => {
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
  it('calls no courier if another process has taken the claim over', async () => {
    await putOrder()
    const quoteId = await quote()
    const staff = { id: 'local:mere', name: 'Mere', givenName: 'Mere', email: 'mere@example.com' }
    const claim = await claimQuote(target.deps, { quoteId, payload: target.payload(), staff })
    const row = await database.db
      .selectFrom('quotes')
      .selectAll()
      .where('id', '=', quoteId)
      .executeTakeFirstOrThrow()
    if (claim === null) throw new Error('The quote could not be claimed.')
    target.later(LEASE_MS)
    await settleAbandoned(target.deps)
    await expect(bookClaim(target.deps, claim, row)).rejects.toThrow(UNKNOWN.body.message)
    expect(asked()).toEqual(['find'])
    await isNotBooked()
  })

  it('does not block its order longer if the clock is set back after a crash', async () => {
    await putOrder()
    const [one, two] = [await quote(), await quote(target.payload(), 1)]
    const staff = { id: 'local:mere', name: 'Mere', givenName: 'Mere', email: 'mere@example.com' }
    await claimQuote(target.deps, { quoteId: one, payload: target.payload(), staff })
    target.later(-60 * MINUTE)
    expect(await book(two)).toEqual(UNKNOWN)
    target.later(MINUTE)
    expect((await book(two)).status).toBe(200)
    expect(target.swift.made).toEqual([])
  })

  /** Without the claims of other tests, which would be looked up too. */
  const putOrderAlone = async () => {
    await database.db.deleteFrom('claims').execute()
    await putOrder()
  }

  it.each([
    ['behind', -3000, 0],
    ['behind by less than the time between two statements', -1, 0],
    // The longest booking of `TIME_OUTS`, with time for the database.
    ['ahead', 3000, 14_000],
  ])('waits for a booking of another process though its own clock is %s', async (_, apart, passed) => {
    await putOrderAlone()
    const quoteId = await quote()
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
    const first = book(quoteId)
    await begun
    target.later(passed)
    const other = { ...target.deps, clock: () => target.deps.clock() + apart }
    await settleAbandoned(other)
    const staff = { id: 'local:mere', name: 'Mere', givenName: 'Mere', email: 'mere@example.com' }
    const second = bookQuote(other, { quoteId, payload: target.payload(), staff })
    await settleAbandoned(other)
    answer()
    expect(await first).toEqual(bookedOnce())
    expect(await second).toBe(target.swift.made[0]?.booking.trackingCode)
    expect(asked()).toEqual(['book'])
    await isBookedOnce()
  })

  it('lets a process whose clock is behind settle a booking at once that was given up', async () => {
    await putOrderAlone()
    target.hurry()
    const quoteId = await quote()
    target.swift.behave(lateBooking())
    expect(await book(quoteId)).toEqual(UNKNOWN)
    expect(asked()).toEqual(['book', 'find'])
    await settleAbandoned({ ...target.deps, clock: () => target.deps.clock() - 3000 })
    expect(asked()).toEqual(['book', 'find', 'find'])
  })

  it('does not let others book its order while the clock is ahead for a moment', async () => {
    await putOrder()
    const [one, two] = [await quote(), await quote(target.payload(), 1)]
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
    const first = book(one)
    await begun
    target.later(60 * MINUTE)
    expect(await book(two)).toEqual(UNKNOWN)
    target.later(-60 * MINUTE)
    expect(await book(two)).toEqual(UNKNOWN)
    answer()
    expect(await first).toEqual(bookedOnce())
    expect(target.sure.made).toEqual([])
    await isBookedOnce()
  })
})
