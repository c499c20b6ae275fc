import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Consignment, ConsignmentPayload, PricingOption } from '../../../src/contract/consignments.ts'
import type { Order } from '../../../src/contract/orders.ts'
import type { Clock } from '../../../src/domain/calendar/nz-time.ts'
import type { TimeOuts } from '../../../src/server/consignments/deps.ts'
import type { TestDatabase } from '../databases.ts'
import {
  type CustomerRow,
  NOW,
  type OrderParts,
  putCustomer,
  putOrders,
  signedInApp,
} from '../orders/harness.ts'
import { type FakeCourier, fakeCourier } from './fake-courier.ts'
import { payloadFor } from './payload-for.ts'

/** Longer than any courier of these tests takes on a busy machine. */
const PATIENT: TimeOuts = { book: 15_000, ask: 15_000, others: 15_000 }
export const BRIEFLY = 30

/** The server with an order of its own for each test and two scripted couriers. */
export function bookingOnTest(database: TestDatabase) {
  let customer: CustomerRow | undefined
  let code = ''
  let couriers: [FakeCourier, FakeCourier] = [fakeCourier('swift'), fakeCourier('sure')]
  let setUp: readonly FakeCourier[] = couriers
  let now = NOW
  let timeOuts = PATIENT
  const clock: Clock = () => now
  beforeAll(async () => {
    customer = await putCustomer(database.db, { code: '1', email: 'aroha@example.com' })
  })
  beforeEach(async () => {
    code = `O-${randomUUID()}`
    now = NOW
    timeOuts = PATIENT
    const prefix = randomUUID().slice(0, 8)
    couriers = [fakeCourier('swift', `SW${prefix}`), fakeCourier('sure', `SU${prefix}`)]
    setUp = couriers
  })
  const app = (db = database.db) =>
    signedInApp(db, undefined, undefined, { couriers: setUp, clock, timeOuts })
  const target = {
    get code() {
      return code
    },
    get swift() {
      return couriers[0]
    },
    get sure() {
      return couriers[1]
    },
    get deps() {
      return {
        db: database.db,
        clock,
        couriers: setUp,
        courierRules: [],
        cartons: null,
        creditStop: 'refuse' as const,
        timeOuts,
      }
    },
    app,
    /** From now on, unanswered calls (by default bookings) time out quickly. */
    hurry(changed: Partial<TimeOuts> = { book: BRIEFLY }) {
      timeOuts = { ...PATIENT, ...changed }
    },
    /** From now on only this courier is configured. */
    keepOnly(slug: string) {
      setUp = couriers.filter((courier) => courier.slug === slug)
    },
    later(milliseconds: number) {
      now += milliseconds
    },
    async putOrder(parts: Partial<OrderParts> = {}) {
      if (customer) await putOrders(database.db, customer, [{ ...parts, code }])
    },
    payload: (changed: Partial<ConsignmentPayload> = {}) => ({ ...payloadFor(code), ...changed }),
    price: async (payload: unknown = payloadFor(code)): Promise<PricingOption[]> => {
      const answer = await app().post('/api/v1/consignments/pricing', payload)
      if (answer.status !== 200) throw new Error(`Pricing answered ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    /** The id of a price of the first or second courier. */
    quote: async (payload: unknown = payloadFor(code), which: 0 | 1 = 0): Promise<string> => {
      const id = (await target.price(payload))[which]?.id
      if (!id) throw new Error('There is no such price.')
      return id
    },
    book: async (quoteId: string, payload: object = payloadFor(code), db = database.db) => {
      const answer = await app(db).post('/api/v1/consignments', { ...payload, quote_id: quoteId })
      return { status: answer.status, body: await answer.json() }
    },
    remove: async (trackingCode: string) => {
      const answer = await app().app.request(`/api/v1/consignments/${trackingCode}`, { method: 'DELETE' })
      return { status: answer.status, body: await answer.json() }
    },
    get: async (trackingCode: string): Promise<Consignment> =>
      (await app().get(`/api/v1/consignments/${trackingCode}`)).json(),
    list: async (query: string): Promise<Consignment[]> =>
      (await app().get(`/api/v1/consignments?${query}`)).json(),
    order: async (): Promise<Order> => (await app().get(`/api/v1/orders/${code}`)).json(),
    consignments: async () =>
      database.db.selectFrom('consignments').selectAll().where('order_code', '=', code).execute(),
    /** The calls to the first courier, without pricing. */
    asked: () => target.swift.asked.map(({ call }) => call).filter((call) => call !== 'quote'),
    /** The response that all booking requests get. */
    bookedOnce: () => booked(target.swift.made[0]?.booking.trackingCode),
    isBookedOnce: async () => {
      expect(target.swift.made).toHaveLength(1)
      const trackingCode = target.swift.made[0]?.booking.trackingCode
      expect(await target.consignments()).toMatchObject([{ tracking_code: trackingCode }])
      expect(await target.history()).toHaveLength(1)
      expect(await target.claims()).toEqual([])
    },
    isNotBooked: async () => {
      expect(await target.consignments()).toEqual([])
      expect((await target.order()).status).toBe('Ordered')
      expect(await target.history()).toEqual([])
    },
    claims: async () => database.db.selectFrom('claims').selectAll().where('order_code', '=', code).execute(),
    history: async () =>
      database.db
        .selectFrom('order_events')
        .innerJoin('orders', 'orders.id', 'order_events.order_id')
        .select(['action', 'staff_id', 'staff_name', 'details'])
        .where('orders.code', '=', code)
        .orderBy('order_events.id')
        .execute(),
    /** Books the only existing consignment, because tracking requests all. Returns its code. */
    async bookAlone(): Promise<string> {
      for (const table of ['consignment_events', 'consignment_parts', 'consignments'] as const) {
        await database.db.deleteFrom(table).execute()
      }
      await target.putOrder()
      const { body } = await target.book(await target.quote())
      return body.data.consignment_id
    },
  }
  return target
}

/** The response to a booking with an unknown outcome. */
export const UNKNOWN = {
  status: 503,
  body: {
    success: false,
    message:
      'Swift has not said whether it booked the order. Nothing is booked twice: try again in a minute.',
  },
}

/** The response to a booking that has created, or found, this consignment. */
export const booked = (trackingCode: string | undefined) => ({
  status: 200,
  body: { success: true, message: null, data: { consignment_id: trackingCode } },
})
