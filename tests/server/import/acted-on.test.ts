import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { onEachDatabase, onPostgres } from '../databases.ts'
import { NOW, signedInApp } from '../orders/harness.ts'
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

    it('waits for a payment in progress, and keeps its result', async () => {
      const { db } = database
      folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [ORDER] })
      await folder.run(db)
      folder.write({ 'orders.jsonl': [{ ...ORDER, payment_method: 'cash', notes: 'Ring first' }] })
      const [payment, outcome] = await db.transaction().execute(async (within) => {
        // The payment has then changed the order and waits before writing its history.
        await sql`lock table order_events in share mode`.execute(within)
        const body = { ...PAYMENT, payment_amount: 3099 }
        const payment = signedInApp(db).post(`/api/v1/orders/${ORDER.code}/payment`, body)
        await untilWaiting(1)
        const outcome = folder.run(db)
        await untilWaiting(2)
        return [payment, outcome]
      })
      expect((await payment).status).toBe(200)
      expect(counts(await outcome).orders).toEqual([0, 0, 0, 1])
      const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
      expect(order).toMatchObject({ status: 'Paid', payment_method: 'card', notes: 'Ring first' })
      expect(order.paid_at).not.toBeNull()
    })
  })
})
