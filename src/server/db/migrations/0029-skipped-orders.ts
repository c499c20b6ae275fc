import { type Migration, sortedText } from '../frozen/migration.ts'

/** Until when staff have set an order aside, why, and who. */
export const skipOrders: Migration = {
  name: '0032-skipped-orders',
  async up(db) {
    // One column a statement: SQLite adds no more at once.
    await db.schema.alterTable('orders').addColumn('skipped_until', sortedText(db)).execute()
    await db.schema.alterTable('orders').addColumn('skip_reason', 'text').execute()
    await db.schema.alterTable('orders').addColumn('skipped_by', 'text').execute()
  },
}
