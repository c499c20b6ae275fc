import { sql } from 'kysely'
import {
  columns,
  countingKey,
  integer,
  type Migration,
  type MigrationConnection,
  sortedText,
  text,
} from '../frozen/migration.ts'

/** Events for other systems, the endpoints that receive them, and the state of each delivery. */
export const createWebhooks: Migration = {
  name: '0015-webhooks',
  async up(db) {
    const time = sortedText(db)
    const endpoints = db.schema
      .createTable('webhook_endpoints')
      .addColumn('id', countingKey(db))
      .addColumn('url', 'text', (column) => column.notNull().unique())
    await columns(endpoints, time, ['removed_at', 'disabled_at'], false).execute()

    let events = db.schema
      .createTable('webhook_events')
      .addColumn('id', countingKey(db))
      .addColumn('message_id', 'text', (column) => column.notNull().unique())
    events = columns(events, text, ['type', 'subject', 'body'], true)
    await columns(events, time, ['created_at'], true).execute()
    await db.schema.createIndex('webhook_events_created').on('webhook_events').column('created_at').execute()
    await db.schema.createIndex('webhook_events_subject').on('webhook_events').column('subject').execute()
    await createDeliveries(db)
  },
}

async function createDeliveries(db: MigrationConnection): Promise<void> {
  const time = sortedText(db)
  let deliveries = db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', countingKey(db))
    .addColumn('endpoint_id', 'integer', (column) => column.notNull().references('webhook_endpoints.id'))
    .addColumn('event_id', 'integer', (column) =>
      column.notNull().references('webhook_events.id').onDelete('cascade'),
    )
    .addColumn('attempts', integer, (column) => column.notNull().defaultTo(0))
  deliveries = columns(deliveries, text, ['subject'], true)
  deliveries = columns(deliveries, text, ['claimed_by', 'last_error'], false)
  deliveries = columns(deliveries, time, ['next_try_at', 'claimed_until', 'delivered_at', 'failed_at'], false)
  await deliveries.execute()
  await db.schema
    .createIndex('webhook_deliveries_once')
    .on('webhook_deliveries')
    .unique()
    .columns(['event_id', 'endpoint_id'])
    .execute()
  // Serves the first pending event of each subject, however many events are finished.
  await sql`create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, subject, event_id)
    where delivered_at is null and failed_at is null`.execute(db)
}
