import {
  columns,
  countingKey,
  integer,
  type Migration,
  type MigrationConnection,
  real,
  sortedText,
  text,
} from '../frozen/migration.ts'

/** Quotes of couriers, claims on quotes that are being booked, and consignments with their parts and events. */
export const createConsignments: Migration = {
  name: '0003-consignments',
  async up(db) {
    await createQuotes(db)
    await createClaims(db)
    await createConsignmentTable(db)
    await createConsignmentParts(db)
  },
}

async function createQuotes(db: MigrationConnection): Promise<void> {
  let table = db.schema.createTable('quotes').addColumn('id', 'text', (column) => column.primaryKey())
  const names = ['payload_hash', 'courier', 'provider_name', 'provider_slug', 'type', 'courier_quote']
  table = columns(table, text, names, true)
  table = columns(table, integer, ['cost_cents'], true)
  await columns(table, sortedText(db), ['expires_at'], true).execute()
  // Expired quotes are deleted whenever one is added.
  await db.schema.createIndex('quotes_expiry').on('quotes').column('expires_at').execute()
}

/** At most one claim per quote and one per order: the two keys prevent a second booking. */
async function createClaims(db: MigrationConnection): Promise<void> {
  let table = db.schema.createTable('claims').addColumn('quote_id', 'text', (column) => column.primaryKey())
  table = table.addColumn('order_code', 'text', (column) => column.unique())
  table = columns(table, text, ['payload', 'holder', 'staff_id', 'staff_name'], true)
  await columns(table, sortedText(db), ['leased_until', 'claimed_at'], true).execute()
}

async function createConsignmentTable(db: MigrationConnection): Promise<void> {
  const time = sortedText(db)
  let table = db.schema.createTable('consignments').addColumn('id', countingKey(db))
  table = table.addColumn('tracking_code', 'text', (column) => column.notNull().unique())
  table = table.addColumn('quote_id', 'text', (column) => column.unique())
  table = columns(table, text, ['payload_hash', 'order_code', 'customer_code', 'tracking_url'], false)
  table = columns(table, text, ['courier', 'provider_name', 'provider_slug', 'type', 'branch'], true)
  table = columns(table, text, ['company', 'contact', 'phone', 'email'], true)
  table = columns(table, text, ['street', 'suburb', 'city', 'postcode', 'instructions'], true)
  table = columns(table, text, ['services', 'search_text', 'staff_id', 'staff_name'], true)
  table = columns(table, text, ['deleted_by_id', 'deleted_by_name'], false)
  table = columns(table, integer, ['is_rural', 'send_tracking', 'cost_cents'], true)
  table = columns(table, time, ['created_at'], true)
  await columns(
    table,
    time,
    ['manifested_at', 'picked_at', 'delivered_at', 'deleted_at', 'tracked_at'],
    false,
  ).execute()
  await db.schema.createIndex('consignments_created').on('consignments').column('created_at').execute()
  await db.schema.createIndex('consignments_order').on('consignments').column('order_code').execute()
}

async function createConsignmentParts(db: MigrationConnection): Promise<void> {
  let parts = db.schema.createTable('consignment_parts').addColumn('id', countingKey(db))
  parts = parts.addColumn('consignment_id', 'integer', (column) =>
    column.notNull().references('consignments.id'),
  )
  parts = columns(parts, text, ['part_number', 'label', 'reference', 'services'], true)
  parts = columns(parts, text, ['package_type'], false)
  parts = columns(parts, real, ['height', 'length', 'width', 'weight'], true)
  await columns(parts, integer, ['cost_cents'], true).execute()

  let events = db.schema.createTable('consignment_events').addColumn('id', countingKey(db))
  events = events.addColumn('consignment_id', 'integer', (column) =>
    column.notNull().references('consignments.id'),
  )
  events = columns(events, sortedText(db), ['at'], true)
  await columns(events, text, ['type', 'code', 'description', 'location'], true).execute()
  const once = db.schema.createIndex('consignment_events_once').on('consignment_events').unique()
  await once.columns(['consignment_id', 'at', 'code']).execute()
  await db.schema
    .createIndex('consignment_parts_consignment')
    .on('consignment_parts')
    .column('consignment_id')
    .execute()
}
