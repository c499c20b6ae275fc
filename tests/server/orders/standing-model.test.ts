import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { onEachDatabase } from '../databases.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { PAYMENT, READY } from './order-on-test.ts'

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
