import { type Kysely, sql } from 'kysely'
import { customerSearchText } from '../../customers/search-text.ts'
import { productSearchText } from '../../products/search-text.ts'
import { countingKey, createSearch, sortedText } from '../dialect/dialect.ts'
import type { Database } from '../schema.ts'
import { columns, integer, PLACE, real, text } from './frozen-columns.ts'
import type { Migration } from './migration.ts'

/** Search over customers and products, suppliers with their orders, and what became of e-mails. */
export const createRecords: Migration = {
  name: '0004-records',
  async up(db) {
    await extendCustomers(db)
    await extendProducts(db)
    await createSuppliers(db)
    await createEmailEvents(db)
  },
}

async function extendCustomers(db: Kysely<Database>): Promise<void> {
  const delivery = [...PLACE, 'country'].map((name) => `delivery_${name}`)
  for (const name of delivery) await db.schema.alterTable('customers').addColumn(name, text).execute()
  await db.schema.alterTable('customers').addColumn('delivery_is_rural', integer).execute()
  const fields = ['id', 'code', 'infusion_key', 'name', 'company', 'email', 'phone', 'mobile'] as const
  const rows = await db.selectFrom('customers').select(fields).execute()
  const texts = rows.map((row) => ({ id: row.id, text: customerSearchText(row) }))
  await makeSearchable(db, 'customers', texts)
}

async function extendProducts(db: Kysely<Database>): Promise<void> {
  for (const tier of ['cost', 'drip', 'wholesale', 'retail']) {
    await db.schema.alterTable('products').addColumn(`${tier}_cents`, integer).execute()
  }
  const rows = await db.selectFrom('products').select(['id', 'code', 'name']).execute()
  const texts = rows.map((row) => ({ id: row.id, text: productSearchText(row) }))
  await makeSearchable(db, 'products', texts)
}

/** Gives a table that may have rows already its search text, and the index on it. */
async function makeSearchable(
  db: Kysely<Database>,
  table: 'customers' | 'products',
  texts: { id: number; text: string }[],
): Promise<void> {
  const column = db.schema.alterTable(table)
  await column.addColumn('search_text', text, (column) => column.notNull().defaultTo('')).execute()
  for (const { id, text } of texts) {
    await sql`update ${sql.ref(table)} set search_text = ${text} where id = ${id}`.execute(db)
  }
  await createSearch(db, table)
}

async function createSuppliers(db: Kysely<Database>): Promise<void> {
  const time = sortedText(db)
  let suppliers = db.schema.createTable('suppliers').addColumn('id', countingKey(db))
  suppliers = columns(suppliers, text, ['name_legal'], true)
  suppliers = columns(suppliers, text, ['website'], false)
  await suppliers.addColumn('external_id', 'text', (column) => column.unique()).execute()

  let orders = db.schema.createTable('supplier_orders').addColumn('id', countingKey(db))
  orders = orders.addColumn('supplier_id', 'integer', (column) => column.notNull().references('suppliers.id'))
  orders = columns(orders, text, ['branch'], true)
  orders = columns(orders, text, ['external_id'], false)
  orders = columns(orders, time, ['created_at'], true)
  const steps = ['ordered_at', 'paid_at', 'shipped_at', 'received_at', 'expected_at', 'devanned_at']
  orders = columns(orders, time, steps, false)
  await orders.addColumn('po_number', 'text', (column) => column.notNull().unique()).execute()

  let items = db.schema.createTable('supplier_order_items').addColumn('id', countingKey(db))
  items = items.addColumn('supplier_order_id', 'integer', (column) =>
    column.notNull().references('supplier_orders.id'),
  )
  items = columns(items, text, ['product_code', 'supplier_code'], false)
  await columns(items, real, ['unit_quantity', 'carton_quantity', 'quantity_per_carton'], false).execute()
  await db.schema
    .createIndex('supplier_order_items_order')
    .on('supplier_order_items')
    .column('supplier_order_id')
    .execute()
}

async function createEmailEvents(db: Kysely<Database>): Promise<void> {
  let events = db.schema.createTable('email_events').addColumn('id', countingKey(db))
  events = columns(events, sortedText(db), ['date'], true)
  await columns(events, text, ['email_id', 'event', 'recipient', 'subject', 'search_text'], true).execute()
  await createSearch(db, 'email_events')
}
