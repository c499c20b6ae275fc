import { beforeEach, expect, it } from 'vitest'
import { aucklandDayStart } from '../../../src/domain/calendar/nz-calendar.ts'
import { timestamp } from '../../../src/server/db/times.ts'
import { onEachDatabase } from '../databases.ts'
import { codesOf, signedInApp } from '../orders/harness.ts'
import { PAYMENT } from '../orders/order-on-test.ts'
import { CUSTOMER, counts, importFolder, ORDER } from './harness.ts'

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
