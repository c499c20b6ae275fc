import { beforeAll, expect, it } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { isChosen, ORDER_FILTERS, type OrderChoices } from '../../../src/domain/lists/order-filter.ts'
import { statusOf } from '../../../src/domain/orders/order-status.ts'
import { presentOrder } from '../../../src/server/orders/present.ts'
import { ordersOfPage } from '../../../src/server/orders/store.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, NOW, putCustomer, putOrders } from './harness.ts'

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
  const listed = async (choices: OrderChoices): Promise<Order[]> => {
    const query = { choices, now: NOW, customer: null, total: null, terms: [] }
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

  it('has orders for each choice, and others', () => {
    for (const choices of CHOICES) {
      const chosen = all.filter((order) => isChosen(choices, order, NOW))
      expect(chosen.length, JSON.stringify(choices)).toBeGreaterThan(0)
      expect(chosen.length === all.length).toBe(Object.values(choices).every((value) => value === 'all'))
    }
  })
})
