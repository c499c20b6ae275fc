import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bookClaim, bookQuote } from '../../../src/server/consignments/book.ts'
import { claimQuote } from '../../../src/server/consignments/claims.ts'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { arrivalsOf } from '../arrivals/harness.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { onEachDatabase } from '../databases.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { codesOf, signedInApp } from './harness.ts'
import { now, PAYMENT, paid, READY, ready } from './order-on-test.ts'

const CANCELLED_AT = '2026-11-19T22:10:00.000Z'
const REASON = 'Cancelled in the shop, 20/11/2026 11:10'
const MERE = { id: 'local:mere', name: 'Mere Parata', givenName: 'Mere', email: 'mere@example.com' }

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const app = () => signedInApp(database.db)
  const act = async (action: string, body: object) => {
    const answer = await app().post(`/api/v1/orders/${target.code}/${action}`, body)
    return { status: answer.status, ...(await answer.json()) }
  }
  /** A message of the shop about the order. */
  const shop = async (fields: object) => {
    const { put } = await intakeOnTest(database.db)
    const [result] = await put('orders', { code: target.code, ...fields })
    return result?.outcome
  }
  const cancel = () => shop({ status: 'Cancelled', dates: { cancelled_at: CANCELLED_AT } })
  const listed = async (query: string) => codesOf(await app().list(query)).includes(target.code)
  const history = async () => {
    const answer = await app().get(`/api/v1/orders/${target.code}/history`)
    const { data } = await answer.json()
    const entries = data.map(({ type, staff_name }: { type: string; staff_name: string | null }) => [
      type,
      staff_name,
    ])
    return entries.filter(([type]: [string]) => type !== 'email')
  }

  describe('a cancellation', () => {
    it('ORD-44 wins over what staff did, and is never overwritten', async () => {
      await target.putOrder(paid)
      expect((await act('ready', READY)).status).toBe(200)
      expect(await cancel()).toBe('updated')
      expect(await target.order()).toMatchObject({
        status: 'Cancelled',
        dates: { cancelled_at: CANCELLED_AT, ready_at: now },
      })
      for (const [action, body] of [
        ['payment', PAYMENT],
        ['ready', READY],
        ['collected', { collected_by: '', notes: '' }],
        ['shipped', { shipping_company: 'titus', tracking_code: 'T1', tracking_url: '' }],
        ['skip', { reason: 'short' }],
        ['hold', { reason: 'short' }],
        ['release', { reason: 'short' }],
      ] as const) {
        expect(await act(action, body), action).toMatchObject({ status: 409, message: `${REASON}.` })
      }
      expect((await target.order()).status).toBe('Cancelled')
      expect(await history()).toEqual([
        ['cancel', null],
        ['pack', 'Mere Parata'],
      ])
    })

    it.each([
      ['by its status', { status: 'Cancelled' }, 'Cancelled', 'cancel'],
      ['by its date', { dates: { cancelled_at: CANCELLED_AT } }, 'Ready To Ship', 'cancel'],
      ['by a hold', { status: 'On hold' }, 'On hold', 'hold'],
    ])('ORD-44 wins %s although the rest of its message is refused', async (_, fields, status, action) => {
      await target.putOrder(ready)
      const before = await target.order()
      expect(await shop({ ...fields, delivery_address: { postcode: '12' } })).toBe('refused')
      const after = await target.order()
      expect(after).toMatchObject({ status, delivery_address: before.delivery_address })
      expect(await history()).toEqual([[action, null]])
      expect((await target.book(await target.quote())).status).toBe(409)
      expect(await arrivalsOf(database.db).list(`?query=${target.code}`)).toMatchObject([
        { state: 'waiting' },
      ])
    })

    it('ORD-44 is none if its message is refused for the code or names another customer', async () => {
      await target.putOrder(ready)
      expect(await shop({ status: 'Cancelled', customer: { code: 'nobody' } })).toBe('refused')
      expect(await shop({ status: 'Processing', delivery_address: { postcode: '12' } })).toBe('refused')
      expect([(await target.order()).status, await history()]).toEqual(['Ready To Ship', []])
    })

    it('ORD-44 withdraws the e-mail that the order is ready', async () => {
      await target.putOrder(paid)
      await act('ready', { ...READY, send_notification: true, message: 'Ready' })
      const waiting = () =>
        database.db
          .selectFrom('outbox')
          .innerJoin('orders', 'orders.id', 'outbox.order_id')
          .select('outbox.id')
          .where('orders.code', '=', target.code)
          .where('withdrawn_at', 'is', null)
          .execute()
      expect(await waiting()).toHaveLength(1)
      await cancel()
      expect(await waiting()).toEqual([])
    })

    it('ORD-42 takes the order out of the lists of work, and leaves it under its words', async () => {
      await target.putOrder(ready)
      expect(await listed('?status=ready')).toBe(true)
      await cancel()
      for (const status of ['paid', 'ready', 'unpaid', 'shipped']) {
        expect(await listed(`?status=${status}`), status).toBe(false)
      }
      expect(await listed('?query=stopped')).toBe(true)
      expect(await listed('?query=cancelled')).toBe(true)
      expect(await listed('')).toBe(true)
      const next = await (await app().get(`/api/v1/next-to-ship?after=`)).json()
      expect(next.code).not.toBe(target.code)
    })

    it('ORD-44 is taken back by the source: the order is again what staff have made of it', async () => {
      await target.putOrder(paid)
      await act('ready', READY)
      await cancel()
      expect(await shop({ status: 'Processing' })).toBe('updated')
      expect(await target.order()).toMatchObject({
        status: 'Ready To Ship',
        dates: { cancelled_at: null, ready_at: now },
      })
      expect(await listed('?status=ready')).toBe(true)
      expect((await history())[0]).toEqual(['reopen', null])
    })

    it('is noted once, however often the source repeats it', async () => {
      await target.putOrder(paid)
      await act('ready', READY)
      await cancel()
      expect(await cancel()).toBe('unchanged')
      expect((await history()).filter(([type]: string[]) => type === 'cancel')).toHaveLength(1)
    })

    it('by date alone is not taken back by a status that is repeated', async () => {
      await target.putOrder(paid)
      await shop({ dates: { cancelled_at: CANCELLED_AT } })
      const { status } = await target.order()
      await shop({ status: 'Paid', notes: 'Ring first' })
      expect(await target.order()).toMatchObject({
        status,
        notes: 'Ring first',
        dates: { cancelled_at: CANCELLED_AT },
      })
      expect(await act('ready', READY)).toMatchObject({ status: 409, message: `${REASON}.` })
    })

    it('by date alone, or by a refund, stops as well', async () => {
      await target.putOrder(paid)
      await act('ready', READY)
      expect(await shop({ dates: { refunded_at: CANCELLED_AT } })).toBe('updated')
      expect(await act('payment', PAYMENT)).toMatchObject({
        status: 409,
        message: 'Refunded in the shop, 20/11/2026 11:10.',
      })
      expect(await listed('?query=refunded')).toBe(true)
    })

    it('without a date has the time of its message; an unknown word is neutral', async () => {
      await target.putOrder(paid)
      await act('ready', READY)
      expect(await shop({ status: 'Bananas' })).toBe('kept')
      expect(await target.order()).toMatchObject({ status: 'Ready To Ship' })
      expect(await shop({ status: 'REFUNDED' })).toBe('updated')
      expect((await target.order()).dates.refunded_at).toBe(now)
    })

    it('reaches the other systems as an event', async () => {
      await database.db.insertInto('webhook_endpoints').values(ENDPOINT).execute()
      await target.putOrder(paid)
      await cancel()
      const events = await database.db
        .selectFrom('webhook_events')
        .select(['type', 'body'])
        .where('subject', '=', target.code)
        .execute()
      expect(events.map(({ type }) => type)).toEqual(['order.cancelled'])
      expect(JSON.parse(events[0]?.body ?? '')).toMatchObject({ data: { status: 'Cancelled' } })
      await database.db.deleteFrom('webhook_deliveries').execute()
      await database.db.deleteFrom('webhook_endpoints').execute()
    })
  })

  describe('a booking', () => {
    it('ORD-45 is refused at a price that was shown before the order was stopped', async () => {
      await target.putOrder(ready)
      const quote = await target.quote()
      await cancel()
      expect(await target.book(quote)).toEqual({
        status: 409,
        body: { success: false, message: `${REASON}.` },
      })
      expect(target.asked()).toEqual([])
      expect(await target.claims()).toEqual([])
    })

    it('ORD-45 is not made if the order is stopped between its claim and the call of the courier', async () => {
      await target.putOrder(ready)
      const quoteId = await target.quote()
      const wish = { quoteId, payload: target.payload(), staff: MERE }
      const claim = await claimQuote(target.deps, wish)
      const quote = await database.db
        .selectFrom('quotes')
        .selectAll()
        .where('id', '=', quoteId)
        .executeTakeFirstOrThrow()
      await cancel()
      if (claim === null) throw new Error('The quote is claimed already.')
      await expect(bookClaim(target.deps, claim, quote)).rejects.toThrow(REASON)
      expect(target.asked()).toEqual([])
      expect(await target.claims()).toEqual([])
      await expect(bookQuote(target.deps, wish)).rejects.toThrow(REASON)
    })

    it('ORD-45 that a courier made meanwhile is recorded, reported and late until it is deleted', async () => {
      await target.putOrder(ready)
      const quote = await target.quote()
      target.swift.behave({
        async book(make) {
          await cancel()
          return make()
        },
      })
      const { status, body } = await target.book(quote)
      expect([status, body.message]).toEqual([200, REASON])
      const code = body.data.consignment_id
      expect(await target.order()).toMatchObject({
        status: 'Cancelled',
        freight: { tracking_code: code },
        dates: { shipped_at: now, cancelled_at: CANCELLED_AT },
      })
      expect(await late()).toContainEqual([code, 'stopped'])
      expect(await manifest(code)).toBe(409)
      expect((await target.remove(code)).status).toBe(200)
      expect(await late()).not.toContainEqual([code, 'stopped'])
      expect(await target.order()).toMatchObject({ status: 'Cancelled', dates: { shipped_at: null } })
    })

    it('ORD-46 is in no manifest once its order is stopped', async () => {
      await target.putOrder(ready)
      const { body } = await target.book(await target.quote())
      const code = body.data.consignment_id
      await cancel()
      expect(await manifest(code)).toBe(409)
      expect(await target.order()).toMatchObject({ status: 'Cancelled', freight: { tracking_code: code } })
    })
  })

  describe('a hold', () => {
    it('ORD-47 of staff refuses every action until staff release it, and never the source', async () => {
      await target.putOrder(paid)
      expect(await act('hold', { reason: ' ' })).toMatchObject({ status: 422, field: 'reason' })
      expect((await act('hold', { reason: 'a carton is missing' })).status).toBe(200)
      const held = 'On hold by Mere Parata, 20/11/2026 12:00: a carton is missing.'
      expect(await act('ready', READY)).toMatchObject({ status: 409, message: held })
      expect(await act('hold', { reason: 'again' })).toMatchObject({ status: 409 })
      expect(await listed('?status=paid')).toBe(true)
      expect(await listed('?query=on hold')).toBe(true)
      await shop({ status: 'Processing' })
      expect((await target.order()).hold).toMatchObject({ by: 'Mere Parata' })
      expect((await act('release', { reason: 'found' })).status).toBe(200)
      expect((await act('ready', READY)).status).toBe(200)
      expect(await history()).toEqual([
        ['pack', 'Mere Parata'],
        ['release', 'Mere Parata'],
        ['hold', 'Mere Parata'],
      ])
    })

    it('ORD-44 of the source is released by the source, or by staff until the source says it anew', async () => {
      await target.putOrder(paid)
      expect(await shop({ status: 'On Hold' })).toBe('updated')
      expect(await act('ready', READY)).toMatchObject({ status: 409 })
      expect(await shop({ status: 'Processing' })).toBe('updated')
      expect((await target.order()).hold).toBeUndefined()
      await shop({ status: 'on-hold' })
      expect((await act('release', { reason: 'talked to them' })).status).toBe(200)
      expect(await shop({ status: 'on-hold' })).not.toBe('updated')
      expect(await target.order()).toMatchObject({ status: 'Paid' })
      expect((await target.order()).hold).toBeUndefined()
      await shop({ status: 'Processing' })
      await shop({ status: 'on-hold' })
      expect((await target.order()).hold).toMatchObject({ by: null })
    })

    it('is not the next to ship, and neither is an order of a customer with stopped credit', async () => {
      await database.db.updateTable('orders').set({ is_held: 1 }).where('ready_at', 'is not', null).execute()
      await target.putOrder(ready)
      const next = async () => (await (await app().get('/api/v1/next-to-ship?after=')).json()).code
      expect(await next()).toBe(target.code)
      await act('hold', { reason: 'wait' })
      expect(await next()).toBeNull()
      await act('release', { reason: 'go on' })
      await database.db.updateTable('customers').set({ pricing: 'stop' }).where('code', '=', '1').execute()
      expect(await next()).toBeNull()
      const quote = await target.quote()
      expect(await target.book(quote)).toMatchObject({ status: 409 })
      await database.db.updateTable('customers').set({ pricing: 'retail' }).where('code', '=', '1').execute()
    })
  })

  const late = async () => {
    const answer = await app().get('/api/v1/end-of-day/late')
    const rows: { reason: string; consignment: { tracking_code: string } }[] = await answer.json()
    return rows.map(({ reason, consignment }) => [consignment.tracking_code, reason])
  }
  const manifest = async (code: string) => {
    const collection = { courier: 'swift', provider: 'swift', branch: 'auckland' }
    const request = { ...collection, id: randomUUID(), consignments: [code], again: false }
    return (await target.app().post('/api/v1/end-of-day/manifests', request)).status
  }
})

const ENDPOINT = { url: 'https://shop.example/hook' }

const RUNS = casesOf(10, 250)

/** What the test knows of an order, from the messages of the shop alone. */
interface Model {
  /** Whether the shop has stopped the order, and has been told that this is stored. */
  isStopped: boolean
  quote: string | null
  /** Whether the customer's credit is stopped. */
  isOnStop: boolean
}

type Step =
  | 'pay'
  | 'pack'
  | 'pack on account'
  | 'stop credit'
  | 'give credit'
  | 'quote'
  | 'book'
  | 'hold'
  | 'release'
  | 'close the day'
  | Message
type Message = 'Cancelled' | 'Refunded' | 'On Hold' | 'Processing'
const MESSAGES: readonly string[] = ['Cancelled', 'Refunded', 'On Hold', 'Processing'] satisfies Message[]

const steps = fc.array(
  fc.constantFrom<Step>(
    ...(['pay', 'pack', 'pack on account', 'stop credit', 'give credit'] as const),
    ...(['quote', 'book', 'hold', 'release', 'close the day'] as const),
    ...(['Cancelled', 'Refunded', 'On Hold', 'Processing'] as const),
  ),
  { minLength: 4, maxLength: 14 },
)

/** What an order may not become while it is stopped. */
const progressOf = ({
  paid_at,
  ready_at,
  shipped_at,
}: Record<'paid_at' | 'ready_at' | 'shipped_at', unknown>) =>
  [paid_at, ready_at, shipped_at].map((date) => date !== null)

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const act = (action: string, body: object) =>
    target.app().post(`/api/v1/orders/${target.code}/${action}`, body)
  const row = () =>
    database.db.selectFrom('orders').selectAll().where('code', '=', target.code).executeTakeFirstOrThrow()
  const manifested = async () =>
    (await target.consignments()).filter(({ manifest_id, deleted_at }) => manifest_id && !deleted_at).length

  async function take(step: Step, model: Model): Promise<void> {
    switch (step) {
      case 'pay':
        await act('payment', PAYMENT)
        return
      case 'pack':
        await act('ready', { ...READY, send_notification: false })
        return
      case 'pack on account':
        await act('ready-on-account', { ...READY, send_notification: false })
        return
      case 'stop credit':
      case 'give credit': {
        const { put } = await intakeOnTest(database.db)
        model.isOnStop = step === 'stop credit'
        await put('customers', { code: '1', terms: 'account', credit_stop: model.isOnStop })
        return
      }
      case 'hold':
      case 'release':
        await act(step, { reason: 'because' })
        return
      case 'quote':
        model.quote = await target.quote()
        return
      case 'book':
        if (model.quote !== null) await target.book(model.quote)
        return
      case 'close the day': {
        const open = (await target.consignments()).filter(({ deleted_at }) => deleted_at === null)
        const collection = { courier: 'swift', provider: 'swift', branch: 'auckland' }
        const consignments = open.map(({ tracking_code }) => tracking_code)
        if (consignments.length === 0) return
        const request = { ...collection, id: randomUUID(), consignments, again: false }
        await target.app().post('/api/v1/end-of-day/manifests', request)
        return
      }
      default: {
        const { put } = await intakeOnTest(database.db)
        await put('orders', { code: target.code, status: step })
        model.isStopped = step === 'Cancelled' || step === 'Refunded'
      }
    }
  }

  it(
    'ORD-40, ORD-61 no stopped order is paid, packed, booked or manifested, whatever happens',
    MODEL,
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (taken) => {
          await database.db.deleteFrom('claims').execute()
          await forget()
          await target.putOrder()
          const model: Model = { isStopped: false, quote: null, isOnStop: false }
          await take('give credit', model)
          for (const step of taken) {
            const [before, listed] = [await row(), await manifested()]
            const { isStopped: wasStopped, isOnStop: wasOnStop } = model
            const booked = (await target.consignments()).length
            await take(step, model)
            const after = await row()
            expect(after.is_stopped === 1).toBe(model.isStopped)
            if (wasOnStop) {
              expect(after.ready_at).toBe(before.ready_at)
              expect(await target.consignments()).toHaveLength(booked)
            }
            if (step === 'pack on account') expect(after.paid_at).toBe(before.paid_at)
            if (!wasStopped) continue
            expect(await manifested()).toBe(listed)
            expect(progressOf(after)).toEqual(progressOf(before))
            // Only the shop takes back its word.
            if (!MESSAGES.includes(step)) expect(after.status).toBe(before.status)
          }
          const order = await target.order()
          expect(order.hold !== undefined).toBe((await row()).is_held === 1)
        }),
        { numRuns: RUNS },
      )
    },
  )

  /** Each run has an order of the same code. */
  async function forget(): Promise<void> {
    const orders = database.db.selectFrom('orders').select('id').where('code', '=', target.code)
    for (const table of ['order_events', 'outbox', 'order_items'] as const) {
      await database.db.deleteFrom(table).where('order_id', 'in', orders).execute()
    }
    for (const table of ['consignment_parts', 'consignment_events'] as const) {
      await database.db.deleteFrom(table).execute()
    }
    await database.db.deleteFrom('consignments').execute()
    await database.db.deleteFrom('orders').where('code', '=', target.code).execute()
  }
})
