import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { presentCustomer, presentListedCustomer } from '../../../src/server/customers/present.ts'
import { seedDemoData } from '../../../src/server/db/demo/seed.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { presentOrder } from '../../../src/server/orders/present.ts'
import { listOrders } from '../../../src/server/orders/store.ts'
import { presentProduct } from '../../../src/server/products/present.ts'
import { presentSupplier, presentSupplierOrder } from '../../../src/server/suppliers/present.ts'
import { listSupplierOrders, listSuppliers } from '../../../src/server/suppliers/store.ts'
import { NOW } from '../orders/harness.ts'
import { onEachDatabase } from '../sign-in/databases.ts'
import { counts, importFolder } from './harness.ts'

const ALL = { branch: null, status: null, customer: null, since: null, terms: [] }
const MANY = { limit: 10_000, offset: 0 }

/** Everything as the calls of the contract give it. One supplier has no number to be known by: it is left out. */
async function answers(db: Kysely<Database>) {
  const customers = await db.selectFrom('customers').selectAll().orderBy('id').execute()
  const products = await db.selectFrom('products').selectAll().orderBy('id').execute()
  const orders = await listOrders(db, ALL, MANY)
  const suppliers = (await listSuppliers(db)).map(presentSupplier)
  const supplierOrders = (await listSupplierOrders(db)).map(presentSupplierOrder)
  return {
    customers: customers.map((row) => ({ ...presentCustomer(row), ...presentListedCustomer(row) })),
    products: products.map(presentProduct),
    orders: orders.map((order) => presentOrder(order, NOW)),
    suppliers: suppliers.filter(({ external_id }) => external_id !== null),
    supplierOrders: supplierOrders.filter(({ supplier }) => supplier.external_id !== null),
  }
}

/** Without the ids that a database gives by itself. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, held) => (name === 'id' ? undefined : held)))

onEachDatabase((database) => {
  const folder = importFolder()

  it('takes what the calls answer and answers the same from it', async () => {
    const business = await database.openAgain()
    await seedDemoData(business, NOW)
    const before = await answers(business)
    folder.write({
      'customers.json': JSON.stringify(before.customers, null, 2),
      'products.jsonl': before.products,
      // The newest first, as a list of the contract comes.
      'orders.ndjson': before.orders,
      'suppliers.json': JSON.stringify(before.suppliers),
      'supplier-orders.json': JSON.stringify(before.supplierOrders),
    })
    for (const table of [
      'order_items',
      'email_events',
      'outbox',
      'orders',
      'order_days',
      'customers',
      'products',
      'supplier_order_items',
      'supplier_orders',
      'suppliers',
    ] as const) {
      await business.deleteFrom(table).execute()
    }
    const outcome = await folder.run(business)
    expect(outcome.said).toEqual([])
    expect(counts(outcome)).toEqual({
      suppliers: [24, 0, 0, 0],
      products: [before.products.length, 0, 0, 0],
      customers: [before.customers.length, 0, 0, 0],
      orders: [before.orders.length, 0, 0, 0],
      'supplier-orders': [before.supplierOrders.length, 0, 0, 0],
    })
    const after = await answers(business)
    expect(withoutIds(after)).toEqual(withoutIds(before))

    const again = await folder.run(business)
    expect(counts(again).orders).toEqual([0, 0, before.orders.length, 0])
    expect(counts(again).customers).toEqual([0, 0, before.customers.length, 0])
    expect(await answers(business)).toEqual(after)
  })
})
