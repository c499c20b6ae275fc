import type { Database } from '../db/schema.ts'

/**
 * All tables with data and their primary keys, each after the tables that it references. Without `changes`:
 * reconnected desks request everything anew.
 */
export const TABLES = {
  signing_keys: 'id',
  sessions: 'token_id',
  used_sign_ins: 'id',
  customers: 'id',
  products: 'id',
  orders: 'id',
  order_items: 'id',
  order_events: 'id',
  order_days: 'day',
  outbox: 'id',
  email_events: 'id',
  suppliers: 'id',
  supplier_orders: 'id',
  supplier_order_items: 'id',
  quotes: 'id',
  claims: 'quote_id',
  released_claims: 'quote_id',
  consignments: 'id',
  consignment_parts: 'id',
  consignment_events: 'id',
  label_prints: 'id',
  manifests: 'id',
  print_jobs: 'job',
  rate_card_bookings: 'id',
  webhook_endpoints: 'id',
  webhook_events: 'id',
  webhook_deliveries: 'id',
  verified_addresses: 'id',
  export_tickets: 'id',
  saved_views: 'id',
  api_keys: 'id',
  leases: 'name',
} as const satisfies Record<Exclude<keyof Database, 'schema_migrations' | 'changes'>, string>

export type TableName = keyof typeof TABLES
