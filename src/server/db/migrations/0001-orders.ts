import { sql } from 'kysely'
import { isPostgres } from '../dialect/dialect.ts'
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

/** Customers, products, orders with their items and history, and the outbox. */
export const createOrders: Migration = {
  name: '0001-orders',
  async up(db) {
    await createCustomers(db)
    await createProducts(db)
    await createOrderTable(db)
    await createOrderParts(db)
    await indexOrders(db)
    await createOrderDays(db)
    await createSearch(db, 'orders')
  },
}

async function createCustomers(db: MigrationConnection): Promise<void> {
  const time = sortedText(db)
  let table = db.schema.createTable('customers').addColumn('id', countingKey(db))
  table = columns(table, text, ['first_name', 'name', 'pricing', 'country'], true)
  table = columns(table, text, ['infusion_key', 'company', 'phone', 'mobile', 'email', ...PLACE], false)
  table = columns(table, integer, ['is_rural'], true)
  table = columns(table, time, ['created_at', 'updated_at'], true)
  table = columns(table, time, ['last_login_at', 'last_active_at', 'last_ordered_at'], false)
  await table.addColumn('code', 'text', (column) => column.notNull().unique()).execute()
}

async function createProducts(db: MigrationConnection): Promise<void> {
  const time = sortedText(db)
  let table = db.schema.createTable('products').addColumn('id', countingKey(db))
  table = columns(table, text, ['name', 'description'], true)
  table = columns(table, text, ['image_url'], false)
  table = columns(table, integer, ['price_cents'], true)
  table = columns(table, real, ['weight', 'height', 'depth', 'width'], false)
  table = columns(table, time, ['created_at', 'updated_at'], true)
  table = columns(table, time, ['last_sold_at'], false)
  await table
    .addColumn('cms_id', 'text', (column) => column.unique())
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .execute()
}

async function createOrderTable(db: MigrationConnection): Promise<void> {
  const time = sortedText(db)
  const money = ['freight_cents', 'subtotal_cents', 'tax_cents', 'total_cents']
  let table = db.schema.createTable('orders').addColumn('id', countingKey(db))
  table = columns(table, time, ['created_at', 'ordered_at'], true)
  table = columns(table, time, ['paid_at', 'ready_at', 'shipped_at'], false)
  table = columns(table, text, ['status', 'branch', 'country', 'search_text'], true)
  table = columns(table, integer, ['is_pickup', 'is_rural', ...money], true)
  table = columns(table, text, ['reference', 'notes', 'payment_method', 'payment_reference'], false)
  table = columns(table, text, ['tracking_code', 'tracking_url', 'tracking_company', 'collected_by'], false)
  table = columns(table, text, PLACE, false)
  await table
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('customer_id', 'integer', (column) => column.notNull().references('customers.id'))
    .execute()
}

async function createOrderParts(db: MigrationConnection): Promise<void> {
  const time = sortedText(db)
  let items = db.schema.createTable('order_items').addColumn('id', countingKey(db))
  items = items.addColumn('order_id', 'integer', (column) => column.notNull().references('orders.id'))
  items = columns(items, text, ['product_code', 'product_name'], true)
  await columns(items, integer, ['price_cents', 'quantity', 'subtotal_cents'], true).execute()

  let events = db.schema.createTable('order_events').addColumn('id', countingKey(db))
  events = events.addColumn('order_id', 'integer', (column) => column.notNull().references('orders.id'))
  events = columns(events, time, ['at'], true)
  await columns(events, text, ['action', 'staff_id', 'staff_name', 'details'], true).execute()

  let outbox = db.schema.createTable('outbox').addColumn('id', countingKey(db))
  outbox = outbox.addColumn('order_id', 'integer', (column) => column.references('orders.id'))
  outbox = columns(outbox, text, ['recipient', 'subject', 'body'], true)
  outbox = columns(outbox, time, ['created_at'], true)
  await columns(outbox, time, ['sent_at'], false).execute()

  const days = db.schema.createTable('order_days').addColumn('day', time, (column) => column.primaryKey())
  await columns(days, integer, ['first_id'], true).execute()
}

/**
 * Indexes for lists: newest id first, with the columns that a list filters by in the same index, so that a page is
 * found without reading the wide rows.
 */
async function indexOrders(db: MigrationConnection): Promise<void> {
  const wide = ['id', 'branch', 'ordered_at']
  const index = (name: string) => db.schema.createIndex(name).on('orders')
  await index('orders_all').columns(wide).execute()
  await index('orders_branch').columns(['branch', 'id', 'ordered_at']).execute()
  await index('orders_customer').columns(['customer_id', 'id']).execute()
  await sql`create index orders_unpaid on orders (id, branch, ordered_at) where paid_at is null`.execute(db)
  await sql`create index orders_paid on orders (id, branch, ordered_at)
    where paid_at is not null and ready_at is null and shipped_at is null`.execute(db)
  await sql`create index orders_ready on orders (id, branch, ordered_at)
    where ready_at is not null and shipped_at is null`.execute(db)
  await sql`create index orders_shipped on orders (id, branch, ordered_at)
    where shipped_at is not null`.execute(db)
  await db.schema.createIndex('order_items_order').on('order_items').column('order_id').execute()
  await db.schema.createIndex('order_events_order').on('order_events').column('order_id').execute()
  await sql`create index outbox_unsent on outbox (id) where sent_at is null`.execute(db)
}

/** Triggers that keep the lowest order id of every UTC day in `order_days`. */
async function createOrderDays(db: MigrationConnection): Promise<void> {
  const keep = sql`insert into order_days (day, first_id) values (substr(new.ordered_at, 1, 10), new.id)
    on conflict (day) do update set first_id = excluded.first_id
    where excluded.first_id < order_days.first_id`
  if (!isPostgres(db)) {
    await sql`create trigger order_days_insert after insert on orders begin ${keep}; end`.execute(db)
    await sql`create trigger order_days_update after update of ordered_at on orders
      begin ${keep}; end`.execute(db)
    return
  }
  await sql`create function keep_order_day() returns trigger language plpgsql as $$
    begin ${keep}; return null; end $$`.execute(db)
  await sql`create trigger order_days_insert after insert or update of ordered_at on orders
    for each row execute function keep_order_day()`.execute(db)
}
