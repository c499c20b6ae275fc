import { sql } from 'kysely'
import { columns, countingKey, integer, type Migration, sortedText, text } from '../frozen/migration.ts'

/** The messages of shops and queues, the orders that they have sent, and how far each queue was read. */
export const createFeeds: Migration = {
  name: '0041-feeds',
  async up(db) {
    const sorted = sortedText(db)
    let messages = db.schema
      .createTable('feed_messages')
      .addColumn('id', countingKey(db))
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('attempts', integer, (column) => column.notNull().defaultTo(0))
    messages = columns(messages, text, ['feed', 'shop', 'kind', 'topic', 'headers', 'body'], true)
    messages = columns(messages, text, ['outcome'], false)
    messages = columns(messages, sorted, ['version', 'received_at'], true)
    await columns(messages, sorted, ['order_key', 'settled_at', 'next_try_at'], false).execute()
    await db.schema
      .createIndex('feed_messages_order')
      .on('feed_messages')
      .columns(['order_key', 'kind', 'version'])
      .execute()
    await db.schema.createIndex('feed_messages_received').on('feed_messages').column('received_at').execute()
    await sql`create index feed_messages_pending on feed_messages (id) where settled_at is null`.execute(db)
    const orders = db.schema
      .createTable('feed_orders')
      // The orders of a shop are found by the beginning of their keys.
      .addColumn('key', sorted, (column) => column.primaryKey())
    await columns(columns(orders, text, ['code'], false), sorted, ['version'], true).execute()
    await db.schema.createIndex('feed_orders_code').on('feed_orders').column('code').execute()
    const cursors = db.schema
      .createTable('feed_cursors')
      .addColumn('key', 'text', (column) => column.primaryKey())
    await columns(cursors, sorted, ['position'], true).execute()
  },
}
