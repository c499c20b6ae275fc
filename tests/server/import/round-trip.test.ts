import type { Kysely } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { presentCustomer, presentListedCustomer } from '../../../src/server/customers/present.ts'
import { openDatabase } from '../../../src/server/db/connection.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { seedDemoData } from '../../../src/server/demo/seed.ts'
import { presentOrder } from '../../../src/server/orders/present.ts'
import { listOrders } from '../../../src/server/orders/store.ts'
import { presentProduct } from '../../../src/server/products/present.ts'
import { presentSupplier, presentSupplierOrder } from '../../../src/server/suppliers/present.ts'
import { listSupplierOrders, listSuppliers } from '../../../src/server/suppliers/store.ts'
import { onEachDatabase } from '../databases.ts'
import { NOW } from '../orders/harness.ts'
import { counts, importFolder } from './harness.ts'

const ALL = { branch: null, status: null, customer: null, since: null, total: null, terms: [] }
/** Enough to include each status, courier and branch. */
const MANY = { limit: 300, offset: 0 }

/** All records as the calls of the contract return them, except for a supplier that has no number. */
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

/** Removes the ids that a database generates. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, held) => (name === 'id' ? undefined : held)))

const folder = importFolder()
let before: Awaited<ReturnType<typeof answers>>

beforeAll(async () => {
  const business = await openDatabase({ databaseUrl: null, dataDir: folder.root })
  await seedDemoData(business, NOW)
  before = await answers(business)
  await business.destroy()
})

onEachDatabase(({ openAgain }) => {
  it('imports the responses of the calls, and then responds the same', { timeout: 60_000 }, async () => {
    const db = await openAgain()
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
})
