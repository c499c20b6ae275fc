import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { feedOnTest } from '../changes/feed-on-test.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { onEachDatabase } from '../databases.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { signedInApp, TEST_CONFIG } from './harness.ts'
import { COLLECTED, desksOn, now, PAYMENT, paid, pickup, READY, ready } from './order-on-test.ts'

const STOPPED = 'The customer’s credit is stopped.'

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const feeds = feedOnTest(database)
  const { desk } = desksOn(database)
  const mere = desk('Mere Parata')
  const path = (action: string) => `/api/v1/orders/${target.code}/${action}`
  const act = async (action: string, body: object, app = target.app()) => {
    const answer = await app.post(path(action), body)
    return { status: answer.status, ...(await answer.json()) }
  }
  const onAccount = (body: object = READY) => act('ready-on-account', body)
  /** What the accounting system says of the customer. */
  const customer = async (fields: object) => {
    const { put } = await intakeOnTest(database.db)
    const [result] = await put('customers', { code: '1', ...fields })
    return result?.outcome
  }
  const eventTypes = async () => {
    const events = await database.db
      .selectFrom('webhook_events')
      .select('type')
      .where('subject', '=', target.code)
      .orderBy('id')
      .execute()
    return events.map(({ type }) => type)
  }

  beforeEach(async () => {
    await customer({ terms: 'account' })
    await database.db
      .insertInto('webhook_endpoints')
      .values({ url: 'https://shop.example/hook' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  afterEach(async () => {
    await customer({ terms: 'cash', credit_stop: false, pricing: 'retail' })
  })

  describe('ORD-60 an order on account', () => {
    it('is packed unpaid, and paid later', async () => {
      await target.putOrder()
      expect(await act('ready', READY)).toMatchObject({ status: 409, message: 'The order is not paid yet.' })
      expect(await onAccount()).toMatchObject({ status: 200, success: true })
      expect(await target.order()).toMatchObject({
        status: 'Ordered',
        customer: { terms: 'account' },
        dates: { paid_at: null, ready_at: now },
      })
      expect(await onAccount()).toMatchObject({ status: 409, message: 'The order is already packed.' })
      expect((await act('payment', PAYMENT)).status).toBe(200)
      expect(await target.order()).toMatchObject({ status: 'Ready To Ship', dates: { ready_at: now } })
      expect(await eventTypes()).toEqual(['order.ready', 'order.paid'])
      expect((await target.history()).map(({ action }) => action)).toEqual([
        'pack-on-account',
        'record-payment',
      ])
    })

    it('leaves by courier, or is collected', async () => {
      await target.putOrder(pickup)
      await onAccount({ ...READY, is_pickup: true })
      expect((await act('collected', COLLECTED)).status).toBe(200)
      expect(await target.order()).toMatchObject({ status: 'Collected', dates: { paid_at: null } })
    })

    it('is refused to other customers, and for paid orders', async () => {
      await target.putOrder(paid)
      expect(await onAccount()).toMatchObject({ status: 409, message: 'The order is already paid.' })
      await database.db.updateTable('orders').set({ paid_at: null, status: 'Ordered' }).execute()
      await customer({ terms: 'cash' })
      expect(await onAccount()).toMatchObject({ status: 409, message: 'The customer has no account.' })
    })

    it('is as it was after an undo, and after the packing was taken back', async () => {
      await target.putOrder({ status: 'Backordered' })
      const step = await mere.act(path('ready-on-account'), READY)
      expect(await mere.undo(step)).toEqual([{ code: target.code, success: true, message: null }])
      const before = { status: 'Backordered', dates: { ready_at: null, paid_at: null } }
      expect(await target.order()).toMatchObject(before)
      await mere.act(path('ready-on-account'), READY)
      expect(await act('take-back', { step: 'pack', reason: 'Wrong order' })).toMatchObject({ status: 200 })
      expect(await target.order()).toMatchObject(before)
    })
  })

  describe('ORD-61 a stop of the customer’s credit', () => {
    const STEPS = [
      ['ready-on-account', READY, {}],
      ['ready', READY, paid],
    ] as const

    it.each([{ credit_stop: true }, { pricing: 'Stop' }])(
      'by %j refuses packing and booking',
      async (stop) => {
        expect(await customer(stop)).toBe('updated')
        await target.putOrder(paid)
        expect((await target.order()).customer).toMatchObject({ credit_stop: true, credit_stop_warns: false })
        for (const [action, body, state] of STEPS) {
          await database.db
            .updateTable('orders')
            .set({ paid_at: null, ...state })
            .execute()
          expect(await act(action, body)).toMatchObject({ status: 409, message: STOPPED })
        }
        expect(await target.book(await target.quote())).toMatchObject({
          status: 409,
          body: { message: STOPPED },
        })
        await database.db.updateTable('orders').set(ready).where('code', '=', target.code).execute()
        const next = async () => (await (await target.app().get('/api/v1/next-to-ship?after=')).json()).code
        expect(await next()).not.toBe(target.code)
      },
    )

    it('only warns with CREDIT_STOP=warn', async () => {
      await customer({ credit_stop: true })
      const config = { ...TEST_CONFIG, creditStop: 'warn' as const }
      const { couriers, clock } = target.deps
      const app = signedInApp(database.db, undefined, config, { couriers, clock })
      for (const [action, body, state] of STEPS) {
        await database.db.deleteFrom('orders').where('code', '=', target.code).execute()
        await target.putOrder(state)
        const shown = await (await app.get(`/api/v1/orders/${target.code}`)).json()
        expect(shown.customer).toMatchObject({ credit_stop: true, credit_stop_warns: true })
        expect(await act(action, body, app)).toMatchObject({ status: 200 })
        await database.db.deleteFrom('order_events').execute()
        await database.db.deleteFrom('outbox').execute()
      }
      const body = { ...target.payload(), quote_id: await target.quote() }
      expect((await app.post('/api/v1/consignments', body)).status).toBe(200)
    })

    it('redraws the orders of the customer that have not left', async () => {
      await target.putOrder()
      const { shows } = await feeds.start()
      await database.db
        .updateTable('orders')
        .set({ shipped_at: now })
        .where('code', '!=', target.code)
        .execute()
      await customer({ credit_stop: true })
      await shows('customer 1', `order ${target.code}`)
    })
  })
})
