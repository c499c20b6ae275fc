import { sql } from 'kysely'
import {
  columns,
  countingKey,
  integer,
  type Migration,
  type MigrationConnection,
  PLACE,
  real,
  sortedText,
  text,
} from '../frozen/migration.ts'
import { createSearch } from '../frozen/search.ts'

/** Search over customers and products, suppliers with their orders, and delivery events of e-mails. */
export const createRecords: Migration = {
  name: '0004-records',
  async up(db) {
    await extendCustomers(db)
    await extendProducts(db)
    await createSuppliers(db)
    await createEmailEvents(db)
  },
}

async function extendCustomers(db: MigrationConnection): Promise<void> {
  const delivery = [...PLACE, 'country'].map((name) => `delivery_${name}`)
  for (const name of delivery) await db.schema.alterTable('customers').addColumn(name, text).execute()
  await db.schema.alterTable('customers').addColumn('delivery_is_rural', integer).execute()
  const { rows } = await sql<Customer>`select id, code, infusion_key, name, company, email, phone, mobile
    from customers`.execute(db)
  const texts = rows.map((row) => ({ id: row.id, text: customerText(row) }))
  await makeSearchable(db, 'customers', texts)
}

interface Customer {
  id: number
  code: string
  infusion_key: string | null
  name: string
  company: string | null
  email: string | null
  phone: string | null
  mobile: string | null
}

/** The search text of a customer. A phone number is one word. */
function customerText({ code, infusion_key, name, company, email, phone, mobile }: Customer): string {
  const words = [code, infusion_key, name, company, email].flatMap((text) => foldedWords(text ?? ''))
  const numbers = [phone, mobile].map((number) => foldedWords(number ?? '').join('')).filter(Boolean)
  return searchTextOf([...words, ...numbers])
}

/** Search texts as they were at this migration: distinct words, each after two spaces. */
function searchTextOf(words: readonly string[]): string {
  return Array.from(new Set(words), (word) => `  ${word}`).join('')
}

const APOSTROPHES = /[\u2018\u2019\u02bb\u02bc\u02b9\u2032`\u00b4]/g

/** Words as searches compared them at this migration: no case, accents or punctuation, and 0 for +64. */
function foldedWords(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(APOSTROPHES, "'")
  const bare = folded
    .normalize('NFC')
    .replace(/\+64\s*/g, '0')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
  return bare.split(/\s+/).filter(Boolean)
}

async function extendProducts(db: MigrationConnection): Promise<void> {
  for (const tier of ['cost', 'drip', 'wholesale', 'retail']) {
    await db.schema.alterTable('products').addColumn(`${tier}_cents`, integer).execute()
  }
  const { rows } = await sql<{ id: number; code: string; name: string }>`select id, code, name
    from products`.execute(db)
  const texts = rows.map(({ id, code, name }) => ({
    id,
    text: searchTextOf([code, name].flatMap(foldedWords)),
  }))
  await makeSearchable(db, 'products', texts)
}

/** Adds the search text to a table that may have rows, and the index on it. */
async function makeSearchable(
  db: MigrationConnection,
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

async function createSuppliers(db: MigrationConnection): Promise<void> {
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

async function createEmailEvents(db: MigrationConnection): Promise<void> {
  let events = db.schema.createTable('email_events').addColumn('id', countingKey(db))
  events = columns(events, sortedText(db), ['date'], true)
  await columns(events, text, ['email_id', 'event', 'recipient', 'subject', 'search_text'], true).execute()
  await createSearch(db, 'email_events')
}
