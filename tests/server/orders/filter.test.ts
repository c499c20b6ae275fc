import type { Insertable } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { meetsCriteria, type OrderCriteria } from '../../../src/domain/lists/order-criteria.ts'
import {
  isChosen,
  isToPack,
  ORDER_FILTERS,
  type OrderChoices,
} from '../../../src/domain/lists/order-filter.ts'
import { statusOf } from '../../../src/domain/orders/order-status.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { presentOrder } from '../../../src/server/orders/present.ts'
import { ordersOfPage } from '../../../src/server/orders/store.ts'
import { fc } from '../../properties.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, NOW, putCustomer, putOrders, signedInApp } from './harness.ts'

const CUSTOMERS = [
  { code: 'cash' },
  { code: 'account', terms: 'account' },
  { code: 'stopped', terms: 'account', credit_stop: 1 },
  { code: 'pricing', terms: 'account', pricing: ' Stop' },
]
const STANDINGS = [{}, { is_held: 1 }, { status: 'Cancelled' }, { refunded_at: hoursAgo(1) }]

const { branch: BRANCHES, daterange: RANGES, status: STATUSES } = ORDER_FILTERS
const ALL: OrderChoices = { branch: 'all', daterange: 'all', status: 'all' }
const ROWS = { limit: 300 }

/** Every state of an order that filters look at. */
const STATES = (['auckland', 'christchurch'] as const).flatMap((branch) =>
  [1, 45, 200, 400].flatMap((days) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((steps) => {
      const at = (step: number) => (steps & step ? hoursAgo(1) : null)
      const dates = { paid_at: at(1), ready_at: at(2), shipped_at: at(4) }
      const status = statusOf(dates, { is_pickup: false, tracking_code: null })
      return { code: `${branch}-${days}-${steps}`, branch, ordered_at: hoursAgo(days * 24), status, ...dates }
    }),
  ),
)

const CHOICES = BRANCHES.choices.flatMap((branch) =>
  RANGES.choices.flatMap((daterange) =>
    STATUSES.choices.map((status): OrderChoices => ({ branch, daterange, status })),
  ),
)

onEachDatabase((database) => {
  const listed = async (choices: OrderChoices, isQueue = false): Promise<Order[]> => {
    const query = {
      choices,
      isQueue,
      importId: null,
      now: NOW,
      customer: null,
      total: null,
      terms: [],
      criteria: [],
    }
    return (await ordersOfPage(database.db, query, ROWS)).map((order) => presentOrder(order, NOW))
  }

  let all: Order[] = []

  beforeAll(async () => {
    await putOrders(database.db, await putCustomer(database.db, { code: '1' }), STATES)
    all = await listed(ALL)
    expect(all).toHaveLength(STATES.length)
  })

  it.each(CHOICES)('lists the orders that belong to $branch, $daterange, $status', async (choices) => {
    expect(await listed(choices)).toEqual(all.filter((order) => isChosen(choices, order, NOW)))
  })

  // ORD-62
  it('lists the orders to pack, oldest first', async () => {
    for (const { code, ...parts } of CUSTOMERS) {
      const states = [0, 1, 2, 3, 4, 5].flatMap((steps) =>
        STANDINGS.map((standing, index) => {
          const at = (step: number) => (steps & step ? hoursAgo(1) : null)
          const dates = { paid_at: at(1), ready_at: at(2), shipped_at: at(4) }
          const status = statusOf(dates, { is_pickup: false, tracking_code: null })
          return { code: `${code} ${steps} ${index}`, ordered_at: hoursAgo(1), status, ...dates, ...standing }
        }),
      )
      await putOrders(database.db, await putCustomer(database.db, { code, ...parts }), states)
    }
    const codes = (orders: Order[]) => orders.map(({ code }) => code)
    const queue = codes(await listed(ALL, true))
    const toPack = (await listed(ALL)).filter((order) => isToPack(order, NOW)).reverse()
    expect(queue).toEqual(codes(toPack))
    const account = queue.filter((code) => !code.includes('-'))
    expect(account).toEqual(['cash 1 0', 'account 0 0', 'account 1 0'])
    const chosen = { ...ALL, branch: 'christchurch' } as const
    expect(codes(await listed(chosen, true))).toEqual(
      codes(toPack.filter((order) => isChosen(chosen, order, NOW))),
    )
    await database.db.deleteFrom('orders').where('ordered_at', '=', hoursAgo(1)).execute()
  })

  it('has orders for each choice, and others', () => {
    for (const choices of CHOICES) {
      const chosen = all.filter((order) => isChosen(choices, order, NOW))
      expect(chosen.length, JSON.stringify(choices)).toBeGreaterThan(0)
      expect(chosen.length === all.length).toBe(Object.values(choices).every((value) => value === 'all'))
    }
  })
})

const TODAY = '2026-11-20'
const DAYS = [
  'today',
  'yesterday',
  'this-week',
  'last-month',
  'last-7-days',
  '2026-11-18',
  '2026-11-10..2026-11-18',
  '2026-11-15..',
  '..2026-11-12',
]

/** Criteria whose orders the console can tell, too. */
const TOLD: fc.Arbitrary<OrderCriteria> = fc.record(
  {
    ordered: fc.constantFrom(...DAYS),
    paid: fc.constantFrom(...DAYS),
    packed: fc.constantFrom(...DAYS),
    shipped: fc.constantFrom(...DAYS),
    total: fc.constantFrom('over-100', 'under-100', 'from-100', 'to-100', '50-200', 'under-30000000'),
    product: fc.constantFrom('TAP-40', 'TAP', 'TAP-40-BRS'),
    courier: fc.constantFrom('nzpost', 'aramex', 'nzc'),
    is: fc.constantFrom('late', 'on-account', 'no-email', 'late,no-email'),
  },
  { requiredKeys: [] },
)

const CONSIGNMENT = {
  ...{
    courier: 'swift',
    provider_name: 'Swift',
    provider_slug: 'swift',
    type: 'Overnight',
    branch: 'auckland',
  },
  ...{ company: '', contact: '', phone: '', email: '', street: '', suburb: '', city: '', postcode: '' },
  ...{ instructions: '', is_rural: 0, send_tracking: 1, cost_cents: 0, services: '[]', search_text: '' },
  ...{ staff_id: 'local:mere', staff_name: 'Mere', created_at: hoursAgo(2) },
}

onEachDatabase((database) => {
  const listed = (criteria: OrderCriteria) =>
    signedInApp(database.db).list(
      `?${new URLSearchParams(Object.entries(criteria).map(([name, text]) => [name, text ?? '']))}`,
    )
  let all: Order[] = []

  beforeAll(async () => {
    const { db } = database
    for (const customer of [
      { code: 'cash', email: 'a@example.com' },
      { code: 'account', terms: 'account', email: ' ' },
    ]) {
      const one = await putCustomer(db, customer)
      const orders = Array.from({ length: 60 }, (_, index) => {
        const at = (every: number, hours: number) => (index % every === 0 ? null : hoursAgo(hours))
        const hours = index * 9
        return {
          code: `${customer.code}-${index}`,
          ordered_at: hoursAgo(hours),
          paid_at: at(3, hours - 1),
          ready_at: at(4, hours - 2),
          shipped_at: at(5, hours - 3),
          total_cents: [10_000, 10_001, 9_999, 5_000, 20_000][index % 5] ?? 0,
          tracking_company: [null, 'nzpost', 'Aramex', ' NZ Post', 'NZ Couriers', 'NZC'][index % 6] ?? null,
          is_stopped: index % 7 === 0 ? 1 : 0,
          ...(index % 7 === 0 && { status: 'cancelled' }),
        }
      })
      await putOrders(db, one, orders)
    }
    const rows = await db.selectFrom('orders').select('id').execute()
    const items = rows.flatMap(({ id }, index) =>
      index % 4 === 0
        ? []
        : [
            {
              order_id: id,
              product_code: ['TAP-40-BRS', 'tap-41', 'PIPE-1'][index % 3] ?? '',
              product_name: 'Part',
              price_cents: 100,
              quantity: 1,
              subtotal_cents: 100,
            },
          ],
    )
    await db.insertInto('order_items').values(items).execute()
    all = await listed({})
    expect(all).toHaveLength(120)
  })

  // LIST-10
  it('lists the orders that meet random criteria, as the console tells it', async () => {
    await fc.assert(
      fc.asyncProperty(TOLD, async (criteria) => {
        const expected = all.filter((order) => meetsCriteria(criteria, order, TODAY, NOW))
        expect((await listed(criteria)).map(({ code }) => code)).toEqual(expected.map(({ code }) => code))
      }),
      { numRuns: 60 },
    )
  })

  it('lists some orders, not all, for each criterion alone', async () => {
    for (const criteria of [
      { ordered: 'today' },
      { paid: 'yesterday' },
      { packed: '2026-11-18' },
      { shipped: 'today' },
      { total: 'over-100' },
      { product: 'TAP-40' },
      { courier: 'aramex' },
      { is: 'late' },
      { is: 'on-account' },
      { is: 'no-email' },
    ]) {
      const { length } = await listed(criteria)
      expect([criteria, length > 0, length < 120]).toEqual([criteria, true, true])
    }
  })

  it('lists the orders of a courier by its slug, its name and its short name', async () => {
    const companies = async (courier: string) =>
      new Set((await listed({ courier })).map(({ freight }) => freight.tracking_company))
    expect(await companies('nzpost')).toEqual(new Set(['nzpost', ' NZ Post']))
    expect(await companies('nz couriers')).toEqual(new Set(['NZ Couriers', 'NZC']))
  })

  it('compares totals beyond those that can be stored', async () => {
    expect(await listed({ total: 'over-30000000' })).toEqual([])
    expect(await listed({ total: 'to-999999999.99' })).toHaveLength(120)
  })

  it('lists the orders with a label not printed or not picked up by all of their consignments', async () => {
    const { db } = database
    const shipped = (hours: number) => ({ shipped_at: hoursAgo(hours), ready_at: hoursAgo(hours + 1) })
    const orders = [
      ...['two', 'typed', 'done', 'none'].map((code) => ({
        code,
        ...shipped(2),
        tracking_code: `T-${code}`,
      })),
      { code: 'packed', ready_at: hoursAgo(2) },
    ]
    const customer = await putCustomer(db, { code: 'consignee' })
    await putOrders(db, customer, orders)
    const booked = (tracking_code: string, parts: Partial<Insertable<Database['consignments']>>) =>
      db
        .insertInto('consignments')
        .values({ ...CONSIGNMENT, tracking_code, ...parts })
        .execute()
    await booked('T-two', { order_code: 'two', picked_at: hoursAgo(1) })
    await booked('T-second', { order_code: 'two' })
    await booked('T-typed', {})
    await booked('T-done', { order_code: 'done', delivered_at: hoursAgo(1) })
    await booked('T-deleted', { order_code: 'done', deleted_at: hoursAgo(1) })
    await booked('T-packed', { order_code: 'packed' })
    const codes = async (is: string) => (await listed({ is })).map(({ code }) => code)
    expect(await codes('not-picked-up')).toEqual(['typed', 'two'])
    expect(await codes('not-printed')).toEqual(['typed', 'two'])
    const { id } = await db
      .selectFrom('consignments')
      .select('id')
      .where('tracking_code', '=', 'T-second')
      .executeTakeFirstOrThrow()
    const print = { consignment_id: id, staff_id: 'local:mere', staff_name: 'Mere', at: hoursAgo(1) }
    await db.insertInto('label_prints').values(print).execute()
    expect(await codes('not-printed')).toEqual(['typed'])
    await db.deleteFrom('orders').where('customer_id', '=', customer.id).execute()
  })

  it('lists orders of a customer with the same total within a day of each other', async () => {
    const { db } = database
    const [twin, other] = [
      await putCustomer(db, { code: 'twin' }),
      await putCustomer(db, { code: 'no-twin' }),
    ]
    const order = (code: string, hours: number, total_cents = 7_777) => ({
      code,
      ordered_at: hoursAgo(hours),
      total_cents,
    })
    await putOrders(db, twin, [
      order('early', 80),
      order('once', 50),
      order('again', 26),
      order('dear', 25, 9_000),
    ])
    await putOrders(db, other, [order('else', 26)])
    const codes = async () => (await listed({ is: 'duplicate', total: '70-95' })).map(({ code }) => code)
    expect((await codes()).filter((code) => !/^(cash|account)-/.test(code))).toEqual(['again', 'once'])
    await db.deleteFrom('orders').where('customer_id', 'in', [twin.id, other.id]).execute()
  })

  it('lists the orders that the user has acted on', async () => {
    const { post } = signedInApp(database.db)
    expect(await listed({ is: 'mine' })).toEqual([])
    expect((await post('/api/v1/orders/cash-15/hold', { reason: 'stock' })).status).toBe(200)
    expect((await listed({ is: 'mine' })).map(({ code }) => code)).toEqual(['cash-15'])
  })

  it.each([
    ['ordered=someday', 'ordered'],
    ['ordered=2026-11-20..2026-11-18', 'ordered'],
    ['total=500', 'total'],
    ['courier=pigeon', 'courier'],
    ['is=late,lost', 'is'],
  ])('refuses %s', async (query, field) => {
    const answer = await signedInApp(database.db).get(`/api/v1/orders?${query}`)
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ field })])
  })
})
