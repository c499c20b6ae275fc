import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { ORDER_DIALOGS } from '../../../src/domain/orders/order-actions.ts'
import { ORDER_SENTENCES, type StepName } from '../../../src/domain/sentences/order-sentences.ts'
import { isStep, stepRule } from '../../../src/domain/sentences/order-steps.ts'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { onEachDatabase, onEmbedded } from '../databases.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { hoursAgo, type OrderParts, signedInApp } from './harness.ts'
import {
  COLLECTED,
  now,
  orderOnTest,
  PAYMENT,
  paid,
  pickup,
  READY,
  ready,
  SHIPPED,
  sent,
} from './order-on-test.ts'

onEachDatabase((database) => {
  const target = orderOnTest(database)
  const { put, post, order, history, mails } = target

  // ORD-12
  it('records a payment of today with its time', async () => {
    await put({})
    const answer = await post('payment', PAYMENT)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { success: true, message: null, step: expect.any(String) },
    ])
    expect(await order()).toMatchObject({
      status: 'Paid',
      payment_method: 'card',
      payment_reference: PAYMENT.reference,
      dates: { paid_at: now },
    })
    expect(await history()).toEqual([
      {
        action: 'record-payment',
        staff_id: 'local:mere',
        staff_name: 'Mere Parata',
        at: now,
        details: JSON.stringify(PAYMENT),
      },
    ])
  })

  it('records a payment of an earlier day from its start in Auckland', async () => {
    await put({})
    expect((await post('payment', { ...PAYMENT, date_paid: '2026-04-04' })).status).toBe(200)
    expect((await order()).dates.paid_at).toBe('2026-04-03T11:00:00.000Z')
  })

  it('keeps an order shipped on credit as shipped when it is paid', async () => {
    await put({ shipped_at: hoursAgo(9), tracking_code: 'AX', status: 'Shipped' })
    expect((await post('payment', PAYMENT)).status).toBe(200)
    expect(await order()).toMatchObject({ status: 'Shipped', dates: { paid_at: now } })
  })

  // ORD-12
  it('packs an order and writes the e-mail', async () => {
    await put(paid)
    const answer = await post('ready', READY)
    expect(await answer.json()).toMatchObject({ success: true, message: null })
    expect(await order()).toMatchObject({ status: 'Ready To Ship', dates: { ready_at: now } })
    expect(await mails()).toEqual([
      {
        recipient: 'aroha@example.com',
        subject: `Your order #${target.code} is packed and ready to ship`,
        body: READY.message,
        created_at: now,
        sent_at: null,
      },
    ])
  })

  it('packs an order to be collected', async () => {
    await put(paid)
    const collected = async () =>
      (await signedInApp(database.db).list('?query=pickup')).map(({ code }) => code)
    expect(await collected()).not.toContain(target.code)
    expect((await post('ready', { ...READY, is_pickup: true })).status).toBe(200)
    expect(await order()).toMatchObject({ status: 'Ready To Collect', freight: { is_pickup: true } })
    expect(await collected()).toContain(target.code)
    expect(await mails()).toMatchObject([{ subject: `Your order #${target.code} is ready to collect` }])
  })

  it('packs without an e-mail if none is requested', async () => {
    await put(paid)
    expect((await post('ready', { ...READY, send_notification: false, message: '' })).status).toBe(200)
    expect(await mails()).toEqual([])
  })

  it('packs, and reports that the customer has no e-mail address', async () => {
    await put(paid, 'silent')
    const answer = await post('ready', READY)
    expect(await answer.json()).toMatchObject({
      success: true,
      message: 'The order is packed. The customer was not told: there is no e-mail address.',
    })
    expect(await mails()).toEqual([])
  })

  // ORD-12
  it('records a collection', async () => {
    await put({ ...paid, ...pickup })
    expect((await post('collected', COLLECTED)).status).toBe(200)
    expect(await order()).toMatchObject({
      status: 'Collected',
      collected_by: COLLECTED.collected_by,
      dates: { shipped_at: now },
    })
    expect(await history()).toMatchObject([
      { action: 'record-collection', details: JSON.stringify(COLLECTED) },
    ])
  })

  it('records a collection without a name', async () => {
    await put({ ...paid, ...pickup })
    expect((await post('collected', { collected_by: '', notes: '' })).status).toBe(200)
  })

  // ORD-12
  it.each([{}, paid, ready])('adds tracking to an order that is %j', async (parts) => {
    await put(parts)
    expect((await post('shipped', SHIPPED)).status).toBe(200)
    expect(await order()).toMatchObject({
      status: 'Shipped',
      dates: { shipped_at: now },
      freight: { tracking_company: 'titus', tracking_code: 'TTS1', tracking_url: SHIPPED.tracking_url },
    })
  })

  it('requires no tracking address', async () => {
    await put(paid)
    expect((await post('shipped', { ...SHIPPED, tracking_url: '' })).status).toBe(200)
    expect((await order()).freight.tracking_url).toBeNull()
  })

  // V2.3.4
  it.each<[string, object, Partial<OrderParts>]>([
    ['payment', PAYMENT, {}],
    ['ready', READY, paid],
    ['collected', COLLECTED, { ...paid, ...pickup }],
    ['shipped', SHIPPED, paid],
  ])('allows one of many equal concurrent requests: %s', async (action, body, parts) => {
    await put(parts)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await post(action, body)).status),
    )
    expect(statuses.sort()).toEqual([200, ...new Array(7).fill(409)])
    expect(await history()).toHaveLength(1)
    expect(await mails()).toHaveLength(action === 'ready' ? 1 : 0)
  })

  it('allows one of two concurrent actions that exclude each other', async () => {
    await put(ready)
    // Two connections to SQLite in one thread would block each other. With SQLite, a process has only one.
    const other = database.place.databaseUrl === null ? database.db : await database.openAgain()
    const [here, there] = [signedInApp(database.db), signedInApp(other)]
    const path = target.path('shipped')
    const answers = await Promise.all([
      here.post(path, SHIPPED),
      there.post(path, { ...SHIPPED, tracking_code: 'OTHER' }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(await history()).toHaveLength(1)
  })

  it('changes nothing if the e-mail cannot be stored, and only logs the reason', async () => {
    const logged = spyOnLog()
    await put(paid)
    await database.db.schema.alterTable('outbox').renameTo('outbox_away').execute()
    try {
      const answer = await post('ready', READY)
      expect([answer.status, await answer.json()]).toEqual([
        500,
        {
          success: false,
          message: 'The server could not do this. Try again.',
          request_id: expect.stringMatching(/./),
        },
      ])
      expect(logged.entries()).toMatchObject([{ message: 'Request failed' }])
    } finally {
      logged.restore()
      await database.db.schema.alterTable('outbox_away').renameTo('outbox').execute()
    }
    expect(await order()).toMatchObject({ status: 'Paid', dates: { ready_at: null } })
    expect(await history()).toEqual([])
  })

  it('stores all times in one format', async () => {
    await put({})
    await post('payment', { ...PAYMENT, date_paid: '2026-11-01' })
    const { rows } = await sql<{
      width: number
    }>`select distinct length(paid_at) as width from orders where paid_at is not null`.execute(database.db)
    expect(rows).toEqual([{ width: 24 }])
  })
})

onEmbedded((database) => {
  const target = orderOnTest(database)
  const { put, post, order, history, mails } = target

  // ORD-15
  it.each<[string, object, Partial<OrderParts>, string]>([
    ['payment', PAYMENT, paid, 'The order is already paid.'],
    ['ready', READY, {}, 'The order is not paid yet.'],
    ['collected', COLLECTED, paid, 'The order is not click & collect.'],
    ['shipped', SHIPPED, sent, 'The order has already been shipped.'],
  ])('refuses %s %j for an order that is %j and changes nothing', async (action, body, parts, message) => {
    await put(parts)
    const before = await order()
    const answer = await post(action, body)
    expect([answer.status, await answer.json()]).toEqual([409, { success: false, message }])
    expect(await order()).toEqual(before)
    expect(await history()).toEqual([])
    expect(await mails()).toEqual([])
  })

  // API-6
  it.each([
    ['payment', { ...PAYMENT, payment_amount: 11_499 }, 422, 'payment_amount'],
    ['payment', { ...PAYMENT, payment_amount: '11500' }, 422, 'payment_amount'],
    ['payment', { ...PAYMENT, payment_amount: 115.5 }, 422, 'payment_amount'],
    ['payment', { ...PAYMENT, payment_amount: -11_500 }, 422, 'payment_amount'],
    ['payment', { ...PAYMENT, date_paid: '2026-11-21' }, 422, 'date_paid'],
    ['payment', { ...PAYMENT, date_paid: '2026-02-30' }, 422, 'date_paid'],
    ['payment', { ...PAYMENT, date_paid: '20/11/2026' }, 422, 'date_paid'],
    ['payment', { ...PAYMENT, payment_method: 'cheque' }, 422, 'payment_method'],
    ['payment', { ...PAYMENT, reference: 7 }, 422, 'reference'],
    ['payment', { ...PAYMENT, reference: 'a\0b' }, 422, 'reference'],
    ['payment', { ...PAYMENT, reference: 'x'.repeat(501) }, 422, 'reference'],
    ['payment', { ...PAYMENT, reference: undefined }, 422, 'reference'],
    ['ready', { ...READY, is_pickup: 'yes' }, 422, 'is_pickup'],
    ['ready', { ...READY, send_notification: null }, 422, 'send_notification'],
    ['ready', { ...READY, message: ' ' }, 422, 'message'],
    ['collected', { collected_by: 'Tama' }, 422, 'notes'],
    ['shipped', { ...SHIPPED, shipping_company: 'dove' }, 422, 'shipping_company'],
    ['shipped', { ...SHIPPED, tracking_code: '  ' }, 422, 'tracking_code'],
    ['shipped', { ...SHIPPED, tracking_code: '..' }, 422, 'tracking_code'],
    ['shipped', { ...SHIPPED, tracking_code: 'AX\u200b1' }, 422, 'tracking_code'],
    ['shipped', { ...SHIPPED, tracking_url: 'javascript:alert(1)' }, 422, 'tracking_url'],
    ['shipped', { ...SHIPPED, tracking_url: 'track me' }, 422, 'tracking_url'],
    ['payment', [], 422, undefined],
    ['payment', 'null', 422, undefined],
    ['payment', '{"date_paid":', 400, undefined],
    ['payment', '', 400, undefined],
  ])('refuses %s with %j as %i naming %s, and changes nothing', async (action, body, status, field) => {
    await put(action === 'payment' ? {} : action === 'collected' ? { ...paid, ...pickup } : paid)
    const before = await order()
    const answer = await post(action, body)
    const problem = await answer.json()
    expect(answer.status).toBe(status)
    expect(problem).toMatchObject({ success: false, message: expect.stringMatching(/\S/) })
    expect(problem.field).toBe(field)
    expect(await order()).toEqual(before)
    expect(await history()).toEqual([])
  })

  it.each([
    [{ date_paid: '2026-11-21' }, 'The payment may not be in the future.'],
    [{ payment_amount: 11_499 }, 'Payment amount: must be the order total, $115.00.'],
    [{ reference: 'x'.repeat(501) }, 'Reference: may have at most 500 characters.'],
  ])('reports in plain words what is wrong with %j', async (wrong, message) => {
    await put({})
    expect(await (await post('payment', { ...PAYMENT, ...wrong })).json()).toMatchObject({ message })
  })

  describe('an order that does not exist', () => {
    it.each([
      ['payment', PAYMENT],
      ['ready', READY],
      ['collected', COLLECTED],
      ['shipped', SHIPPED],
    ])('is not found by %s', async (action, body) => {
      const answer = await post(action, body)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { success: false, message: 'Failed to find the order, check the order ID and try again.' },
      ])
    })
  })
})

const TODAY = '2026-11-20'

/** The request of each step. */
const REQUESTS: Record<StepName, [path: string, body: object]> = {
  'record-payment': ['payment', PAYMENT],
  pack: ['ready', { ...READY, send_notification: false }],
  'pack-on-account': ['ready-on-account', { ...READY, send_notification: false }],
  'record-collection': ['collected', COLLECTED],
  'add-tracking': ['shipped', SHIPPED],
  'skip-order': ['skip', { reason: 'no driver' }],
  'hold-order': ['hold', { reason: 'short' }],
  'release-order': ['release', { reason: 'stock is here' }],
}

const GIVEN = { tracking_code: 'TTS1', reason: 'short' }

const STEP_NAMES = ORDER_DIALOGS.filter(isStep)

const steps = fc.array(fc.constantFrom(...STEP_NAMES), { minLength: 2, maxLength: 5 })

/** What decides about the next steps: the allowed ones, and the status. */
const judged = (order: Order) => ({
  allowed: STEP_NAMES.filter((name) => stepRule(name).offer(order).offered),
  done: STEP_NAMES.filter((name) => stepRule(name).isDone(order)),
  status: order.status,
})

onEachDatabase((database) => {
  const target = orderOnTest(database)
  // PAL-13
  it('predicts what the server makes of an order by each step', MODEL, () =>
    fc.assert(
      fc
        .asyncProperty(steps, fc.boolean(), fc.constantFrom('Ordered', 'On Hold'), run)
        .beforeEach(() => target.next()),
      { numRuns: casesOf(25, 500) },
    ),
  )

  async function run(names: readonly StepName[], isPickup: boolean, status: string) {
    await target.put({ total_cents: 11_500, status, ...(isPickup && pickup) })
    let predicted = await target.order()
    for (const name of names) {
      const isOffered = stepRule(name).offer(predicted).offered
      const answer = await target.post(...REQUESTS[name])
      expect([name, answer.ok]).toEqual([name, isOffered])
      if (isOffered) predicted = ORDER_SENTENCES[name].after(predicted, GIVEN, TODAY)
      expect(judged(predicted)).toEqual(judged(await target.order()))
    }
  }
})
