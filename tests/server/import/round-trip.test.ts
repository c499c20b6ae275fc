import { afterAll, beforeAll, expect, it } from 'vitest'
import { choicesOf } from '../../../src/domain/lists/order-filter.ts'
import { presentCustomer, presentListedCustomer } from '../../../src/server/customers/customers.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import type { OrderQuery } from '../../../src/server/orders/filter.ts'
import { presentOrder } from '../../../src/server/orders/present.ts'
import { ordersOfPage } from '../../../src/server/orders/store.ts'
import { presentProduct, withBarcodes } from '../../../src/server/products/products.ts'
import {
  allSupplierOrders,
  allSuppliers,
  presentSupplier,
  presentSupplierOrder,
} from '../../../src/server/suppliers/suppliers.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase } from '../databases.ts'
import { NOW } from '../orders/harness.ts'
import { openDemo } from '../templates.ts'
import { counts, importFolder } from './harness.ts'

const ALL: OrderQuery = {
  choices: choicesOf({}),
  now: 0,
  customer: null,
  isQueue: false,
  importId: null,
  total: null,
  terms: [],
  criteria: [],
}
/** Enough to include each status, courier and branch. */
const MANY = { limit: 300, offset: 0 }
/**
 * Records of each kind as the calls of the contract return them: many orders with their customers, many other
 * customers, all products, and all suppliers that have a number.
 */
async function answers(db: Connections) {
  const allCustomers = await db.selectFrom('customers').selectAll().orderBy('id').execute()
  const products = await db.selectFrom('products').selectAll().orderBy('id').execute()
  const orders = await ordersOfPage(db, ALL, MANY)
  const buyers = new Set(orders.map(({ record }) => record.customer_id))
  const customers = allCustomers.filter(({ id }, index) => index < MANY.limit || buyers.has(id))
  const suppliers = (await allSuppliers(db)).map(presentSupplier)
  const supplierOrders = (await allSupplierOrders(db)).map(presentSupplierOrder)
  return {
    customers: customers.map((row) => ({ ...presentCustomer(row), ...presentListedCustomer(row) })),
    products: (await withBarcodes(db, products)).map(presentProduct),
    orders: orders.map((order) => presentOrder(order, NOW)),
    suppliers: suppliers.filter(({ external_id }) => external_id !== null),
    supplierOrders: supplierOrders.filter(({ supplier }) => supplier.external_id !== null),
  }
}

/** Removes the ids that a database generates, and what sources want, which no other server takes from a response. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, held) => (name === 'id' || name === 'source_changes' ? undefined : held)),
  )

const folder = importFolder()
/** The demo, as it is made and not imported. */
let business: Connections
let before: Awaited<ReturnType<typeof answers>>

beforeAll(async () => {
  business = await openDemo(folder.root)
  before = await answers(business)
})
afterAll(() => business.destroy())

/** Imports records of each kind that only name their codes. */
async function expectNoChangeByCodes(db: Connections): Promise<void> {
  const codes = async (table: 'customers' | 'products' | 'orders') =>
    db.selectFrom(table).select('code').limit(300).execute()
  folder.write({
    'customers.jsonl': await codes('customers'),
    'products.jsonl': await codes('products'),
    'orders.jsonl': await codes('orders'),
    'supplier-orders.jsonl': await db
      .selectFrom('supplier_orders')
      .innerJoin('suppliers', 'suppliers.id', 'supplier_orders.supplier_id')
      .select('po_number')
      .where('suppliers.external_id', 'is not', null)
      .execute(),
    'suppliers.jsonl': await db
      .selectFrom('suppliers')
      .select('external_id')
      .where('external_id', 'is not', null)
      .execute(),
  })
  const outcome = await folder.run(db)
  expect(outcome.said).toEqual([])
  for (const [added, changed, same, kept] of Object.values(counts(outcome))) {
    expect([added, changed, kept]).toEqual([0, 0, 0])
    expect(same).toBeGreaterThan(0)
  }
}

onEachDatabase((database) => {
  it('imports the responses of the calls, and then responds the same', PATIENT, async () => {
    const { db } = database
    folder.write({
      'customers.json': JSON.stringify(before.customers, null, 2),
      'products.jsonl': before.products,
      // Newest first, like a list of the contract.
      'orders.ndjson': before.orders,
      'suppliers.json': JSON.stringify(before.suppliers),
      'supplier-orders.json': JSON.stringify(before.supplierOrders),
    })
    const outcome = await folder.run(db)
    expect(outcome.said).toEqual([])
    const { suppliers, products, customers, orders, supplierOrders } = before
    const all = { suppliers, products, customers, orders, 'supplier-orders': supplierOrders }
    const loaded = Object.entries(all).map(([kind, { length }]) => [kind, [length, 0, 0, 0]])
    expect(counts(outcome)).toEqual(Object.fromEntries(loaded))
    const after = await answers(db)
    expect(withoutIds(after)).toEqual(withoutIds(before))

    const same = Object.entries(all).map(([kind, { length }]) => [kind, [0, 0, length, 0]])
    expect(counts(await folder.run(db))).toEqual(Object.fromEntries(same))
    expect(await answers(db)).toEqual(after)
  })

  it('a record from their response that only has its code changes nothing', PATIENT, () =>
    expectNoChangeByCodes(database.db),
  )
})

it('a record that only names its code changes nothing, whatever is stored', PATIENT, () =>
  expectNoChangeByCodes(business),
)
