import { beforeAll, expect, it } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import {
  isChosen,
  isToPack,
  ORDER_FILTERS,
  type OrderChoices,
} from '../../../src/domain/lists/order-filter.ts'
import { statusOf } from '../../../src/domain/orders/order-status.ts'
import { presentOrder } from '../../../src/server/orders/present.ts'
import { ordersOfPage } from '../../../src/server/orders/store.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, NOW, putCustomer, putOrders } from './harness.ts'

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
