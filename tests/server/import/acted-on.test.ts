import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { aucklandDayStart } from '../../../src/domain/calendar/nz-calendar.ts'
import { timestamp } from '../../../src/server/db/times.ts'
import { onEachDatabase, onPostgres } from '../databases.ts'
import { codesOf, NOW, signedInApp } from '../orders/harness.ts'
import { PAYMENT, READY, SHIPPED } from '../orders/order-on-test.ts'
import { CUSTOMER, counts, importFolder, ORDER } from './harness.ts'

const now = new Date(NOW).toISOString()
const ACTED_ON = 'is kept as it is here: staff have acted on this order'
const SENT = 'is kept as it is here: the order has a consignment or has left'
const MOVED = {
  ...ORDER,
  notes: 'Ring first',
  delivery_address: { street: '4 Port Road', city: 'Whangārei', postcode: '0171' },
}

onEachDatabase((database) => {
  const folder = importFolder()
  const post = async (action: string, body: object) =>
    expect((await signedInApp(database.db).post(`/api/v1/orders/104823/${action}`, body)).status).toBe(200)
  const order = async () => (await signedInApp(database.db).get('/api/v1/orders/104823')).json()
  const load = async (orders: readonly object[]) => {
    folder.write({ 'orders.jsonl': orders })
    const outcome = await folder.run(database.db)
    expect(outcome.said).toEqual([])
    return { orders: counts(outcome).orders, notes: outcome.notes }
  }

  beforeEach(async () => {
    for (const table of [
      'claims',
      'order_events',
      'outbox',
      'order_items',
      'orders',
      'order_days',
    ] as const) {
      await database.db.deleteFrom(table).execute()
    }
    folder.write({
      'customers.jsonl': [{ ...CUSTOMER, email: 'aroha@example.com' }],
      'orders.jsonl': [ORDER],
    })
    await folder.run(database.db)
    folder.clear()
  })

  it('keeps what staff have done, and names each field of the source that differs', async () => {
    await post('payment', { ...PAYMENT, payment_amount: 3099 })
    await post('ready', READY)
    const dates = { ...ORDER.dates, paid_at: null }
    const items = [{ ...ORDER.items[0], quantity: 3 }]
    const { orders, notes } = await load([{ ...ORDER, dates, items, payment_method: 'cash' }])
    expect(orders).toEqual([0, 0, 0, 1])
    expect(notes).toEqual(
      ['payment_method', 'dates.paid_at', 'items'].map((field) => `orders.jsonl:1: ${field}: ${ACTED_ON}`),
    )
    expect(await order()).toMatchObject({
      status: 'Ready To Ship',
      payment_method: 'card',
      items: ORDER.items,
      dates: { ready_at: now },
    })
  })

  it('follows the source in everything while staff have only skipped the order', async () => {
    await post('skip', { reason: 'No stock' })
    const { orders, notes } = await load([{ ...ORDER, reference: 'Kauri' }])
    expect([orders, notes]).toEqual([[0, 1, 0, 0], []])
    expect(await order()).toMatchObject({ reference: 'Kauri', skipped: { reason: 'No stock' } })
  })

  // ORD-54
  it('follows the source again in everything once what staff did is undone', async () => {
    const { post: postAny } = signedInApp(database.db)
    const answer = await postAny('/api/v1/orders/104823/payment', { ...PAYMENT, payment_amount: 3099 })
    await postAny('/api/v1/undo', { steps: [(await answer.json()).step] })
    const { orders, notes } = await load([{ ...ORDER, reference: 'Kauri' }])
    expect([orders, notes]).toEqual([[0, 1, 0, 0], []])
    expect(await order()).toMatchObject({ reference: 'Kauri', dates: { paid_at: null } })
  })

  it('takes address and notes from the source, also if other fields are kept', async () => {
    await post('payment', { ...PAYMENT, payment_amount: 3099 })
    expect(await load([{ ...MOVED, notes: 'Ring' }])).toEqual({ orders: [0, 1, 0, 0], notes: [] })
    expect(await load([{ ...MOVED, reference: 'Kauri' }])).toEqual({
      orders: [0, 0, 0, 1],
      notes: [`orders.jsonl:1: reference: ${ACTED_ON}`],
    })
    const { notes, delivery_address } = MOVED
    expect(await order()).toMatchObject({ notes, delivery_address, reference: null, status: 'Paid' })
    const { list } = signedInApp(database.db)
    expect((await list('?query=whangarei')).map(({ code }) => code)).toEqual(['104823'])
  })

  it.each([
    [
      'has left',
      async () => {
        await post('payment', { ...PAYMENT, payment_amount: 3099 })
        await post('ready', READY)
        await post('shipped', SHIPPED)
      },
    ],
    [
      'is being booked with a courier',
      async () => {
        const claim = { quote_id: 'q', order_code: ORDER.code, payload: '{}', holder: 'h', leased_until: now }
        const staff = { staff_id: 'local:mere', staff_name: 'Mere' }
        await database.db
          .insertInto('claims')
          .values({ ...claim, ...staff, claimed_at: now })
          .execute()
      },
    ],
  ])('keeps address and notes, too, once the order %s', async (_, happen) => {
    await happen()
    const before = await order()
    const { orders, notes } = await load([MOVED])
    expect(orders).toEqual([0, 0, 0, 1])
    const fields = ['notes', 'delivery_address.street', 'delivery_address.city', 'delivery_address.postcode']
    expect(notes.toSorted()).toEqual(fields.map((field) => `orders.jsonl:1: ${field}: ${SENT}`).toSorted())
    const { source_changes, ...after } = await order()
    expect(after).toEqual(before)
    expect(source_changes).toMatchObject([{ field: 'address' }, { field: 'notes', wanted: 'Ring first' }])
  })

  it('says nothing of what the source does not mention, or says alike', async () => {
    await post('payment', { ...PAYMENT, payment_amount: 3099 })
    expect(await load([ORDER])).toEqual({ orders: [0, 0, 1, 0], notes: [] })
  })
})

describe('beside staff', () => {
  onPostgres((database) => {
    const folder = importFolder()

    /** The number of statements that wait for a lock of another transaction. */
    async function waiting(): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
      return rows[0]?.count ?? 0
    }
    const untilWaiting = (count: number) => expect.poll(waiting).toBe(count)

    /** Imports while an action of staff has changed its order and waits before writing its history. */
    const importBeside = (act: () => ReturnType<ReturnType<typeof signedInApp>['post']>) =>
      database.db.transaction().execute(async (within) => {
        await sql`lock table order_events in share mode`.execute(within)
        const acted = act()
        await untilWaiting(1)
        const outcome = folder.run(database.db)
        await untilWaiting(2)
        return [acted, outcome] as const
      })

    it('waits for a payment in progress, and keeps its result', async () => {
      const { db } = database
      folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [ORDER] })
      await folder.run(db)
      folder.write({ 'orders.jsonl': [{ ...ORDER, payment_method: 'cash', notes: 'Ring first' }] })
      const body = { ...PAYMENT, payment_amount: 3099 }
      const [payment, outcome] = await importBeside(() =>
        signedInApp(db).post(`/api/v1/orders/${ORDER.code}/payment`, body),
      )
      expect((await payment).status).toBe(200)
      expect(counts(await outcome).orders).toEqual([0, 0, 0, 1])
      const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
      expect(order).toMatchObject({ status: 'Paid', payment_method: 'card', notes: 'Ring first' })
      expect(order.paid_at).not.toBeNull()
    })

    // ORD-54
    it('waits for a step that is being taken back, and does not bring it back', async () => {
      const { db } = database
      const path = (action: string) => `/api/v1/orders/${ORDER.code}/${action}`
      folder.clear()
      for (const table of ['order_events', 'outbox', 'order_items', 'orders', 'order_days'] as const) {
        await db.deleteFrom(table).execute()
      }
      folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [ORDER] })
      await folder.run(db)
      const tracking = { shipping_company: 'aramex', tracking_code: 'T1', tracking_url: '' }
      expect((await signedInApp(db).post(path('shipped'), tracking)).status).toBe(200)
      folder.clear()
      folder.write({ 'orders.jsonl': [{ code: ORDER.code, reference: 'PO 9' }] })
      const [back, outcome] = await importBeside(() =>
        signedInApp(db).post(path('take-back'), { step: 'add-tracking', reason: 'Wrong order' }),
      )
      expect((await back).status).toBe(200)
      expect(counts(await outcome).orders).toEqual([0, 1, 0, 0])
      const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
      expect(order).toMatchObject({ reference: 'PO 9', shipped_at: null, tracking_code: null })
    })
  })
})

const OLD = '2024-06-30T23:59:59+12:00'
const NEW = '2024-07-01T00:00:00+12:00'
const BEFORE = { finishedBefore: timestamp(aucklandDayStart('2024-07-01')) }
const LISTS = ['?query=to%20pack', '?status=unpaid', '?status=paid', '?status=ready', '?query=on%20hold']

onEachDatabase((database) => {
  const folder = importFolder()
  const load = async (orders: readonly object[], options = {}) => {
    folder.write({ 'orders.jsonl': orders })
    const outcome = await folder.run(database.db, options)
    expect([outcome.refusal, outcome.said, outcome.notes]).toEqual([null, [], []])
    return counts(outcome).orders
  }
  const app = () => signedInApp(database.db)
  const work = async () => {
    const listed = await Promise.all(LISTS.map((list) => app().list(`${list}`)))
    return new Set(listed.flatMap(codesOf))
  }
  const order = async (code: string) => (await app().get(`/api/v1/orders/${code}`)).json()
  const history = async (code: string) => {
    const { data } = await (await app().get(`/api/v1/orders/${code}/history`)).json()
    return data.map(({ type, staff_name, details }: Record<string, Record<string, string>>) => [
      type,
      staff_name,
      details?.until,
    ])
  }
  const of = (code: string, ordered_at: string, more: object = {}) => {
    const dates = { ordered_at, paid_at: null, ready_at: null, shipped_at: null }
    return { ...ORDER, code, dates, ...more }
  }
  const orders = [
    of('UNPAID', OLD),
    of('PAID', OLD, { status: 'Paid' }),
    of('HELD', OLD, { status: 'On hold' }),
    of('PICKUP', OLD, { freight: { branch: 'auckland', is_pickup: true } }),
    of('STOPPED', OLD, { status: 'Cancelled' }),
    of('NEW', NEW, { status: 'Paid' }),
  ]

  beforeEach(async () => {
    for (const table of ['order_events', 'outbox', 'order_items', 'orders', 'order_days'] as const) {
      await database.db.deleteFrom(table).execute()
    }
    folder.write({ 'customers.jsonl': [CUSTOMER] })
    await folder.run(database.db)
    folder.clear()
  })

  // IMP-5
  it('takes older orders in as finished, without e-mail or consignment, and says so in their history', async () => {
    expect(await load(orders, BEFORE)).toEqual([6, 0, 0, 0])
    expect(await work()).toEqual(new Set(['NEW']))
    const at = '2024-06-30T11:59:59.000Z'
    expect(await order('UNPAID')).toMatchObject({
      status: 'Shipped',
      dates: { paid_at: at, ready_at: at, shipped_at: at },
      freight: { tracking_code: null },
    })
    expect((await order('PICKUP')).status).toBe('Collected')
    expect((await order('STOPPED')).status).toBe('Cancelled')
    expect(await history('HELD')).toEqual([['finish', null, '2024-07-01']])
    expect(await history('STOPPED')).toEqual([])
    expect(await database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(await database.db.selectFrom('consignments').selectAll().execute()).toEqual([])
  })

  it('keeps them finished when they come again, while other fields follow their source', async () => {
    await load(orders, BEFORE)
    expect(await load(orders)).toEqual([0, 0, 6, 0])
    expect(await load([of('HELD', OLD, { status: 'On hold', reference: 'PO 1' })])).toEqual([0, 1, 0, 0])
    expect(await order('HELD')).toMatchObject({ status: 'Shipped', reference: 'PO 1' })
    expect(await work()).toEqual(new Set(['NEW']))
    expect(await history('HELD')).toHaveLength(1)
  })

  it('finishes older orders that are here already, unless staff have acted on them', async () => {
    await load(orders)
    const paid = await app().post('/api/v1/orders/UNPAID/payment', { ...PAYMENT, payment_amount: 3099 })
    expect(paid.status).toBe(200)
    folder.write({ 'orders.jsonl': orders })
    const outcome = await folder.run(database.db, BEFORE)
    expect(counts(outcome).orders).toEqual([0, 3, 2, 1])
    expect(await work()).toEqual(new Set(['UNPAID', 'NEW']))
    expect(await history('PAID')).toEqual([['finish', null, '2024-07-01']])
  })

  it('counts the new orders that are to be packed', async () => {
    folder.write({ 'orders.jsonl': [...orders, of('ALSO', NEW)] })
    const { loaded } = await folder.run(database.db, BEFORE)
    expect(loaded.map(({ loaded }) => loaded.work)).toEqual([1])
    expect(codesOf(await app().list('?query=to%20pack'))).toEqual(['NEW'])
  })
})
