import type { Kysely, Transaction } from 'kysely'
import { exclusively } from '../dialect.ts'
import type { Database } from '../schema.ts'
import { timestamp } from '../times.ts'
import { type DemoCustomer, demoCustomers } from './customers.ts'
import { type DemoOrder, demoOrders } from './orders.ts'
import { type DemoProduct, demoProducts } from './products.ts'
import { createRandom } from './random.ts'

const SEED = 20_261_120
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Both databases take at least this many values in one statement. */
const MOST_VALUES = 32_000

/** Fills an empty database with a believable business, in one transaction. Does nothing where there is any data. */
export async function seedDemoData(db: Kysely<Database>, now: number): Promise<void> {
  await exclusively(db, async (within) => {
    const standing = await within.selectFrom('customers').select('id').limit(1).executeTakeFirst()
    if (!standing) await fill(within, Math.floor(now / HOUR) * HOUR)
  })
}

async function fill(within: Transaction<Database>, now: number): Promise<void> {
  const random = createRandom(SEED)
  const products = demoProducts(random, timestamp(now - 500 * DAY))
  const customers = demoCustomers(random, (index) => timestamp(now - (1700 - index) * DAY))
  const orders = demoOrders(random, now, customers, products)
  await insertProducts(within, products)
  await insertCustomers(within, customers, orders)
  await insertOrders(within, orders)
}

async function insertProducts(
  within: Transaction<Database>,
  products: readonly DemoProduct[],
): Promise<void> {
  for (const rows of batches(products)) await within.insertInto('products').values(rows).execute()
}

async function insertCustomers(
  within: Transaction<Database>,
  customers: readonly DemoCustomer[],
  orders: readonly DemoOrder[],
): Promise<void> {
  const lastOrders = new Map(orders.map(({ customer, row }) => [customer, row.ordered_at]))
  const rows = customers.map((customer) => {
    const lastOrder = lastOrders.get(customer) ?? null
    return {
      ...customer.row,
      last_ordered_at: lastOrder,
      last_active_at: lastOrder,
      last_login_at: lastOrder,
    }
  })
  for (const batch of batches(rows)) await within.insertInto('customers').values(batch).execute()
}

/** Oldest first, so that ids count up with time. */
async function insertOrders(within: Transaction<Database>, orders: readonly DemoOrder[]): Promise<void> {
  const customerIds = idsByCode(await within.selectFrom('customers').select(['id', 'code']).execute())
  const rows = orders.map(({ row, customer }) => ({ ...row, customer_id: customerIds(customer.row.code) }))
  for (const batch of batches(rows)) await within.insertInto('orders').values(batch).execute()

  const orderIds = idsByCode(await within.selectFrom('orders').select(['id', 'code']).execute())
  const items = orders.flatMap(({ row, items }) =>
    items.map((item) => ({ ...item, order_id: orderIds(row.code) })),
  )
  for (const batch of batches(items)) await within.insertInto('order_items').values(batch).execute()
}

function idsByCode(rows: readonly { id: number; code: string }[]): (code: string) => number {
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  return (code) => {
    const id = ids.get(code)
    if (id === undefined) throw new Error(`No row has the code ${code}.`)
    return id
  }
}

/** Rows in lots that fit into one statement. */
function batches<Row extends object>(rows: readonly Row[]): Row[][] {
  const size = Math.floor(MOST_VALUES / Math.max(1, ...rows.map((row) => Object.keys(row).length)))
  const lots: Row[][] = []
  for (let start = 0; start < rows.length; start += size) lots.push(rows.slice(start, start + size))
  return lots
}
