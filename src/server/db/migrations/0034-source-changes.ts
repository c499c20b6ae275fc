import { sql } from 'kysely'
import { type Migration, real } from '../frozen/migration.ts'

/**
 * What a source wants that an order here does not have, open and decided by staff; and how much of each item was sent
 * elsewhere.
 */
export const recordSourceChanges: Migration = {
  name: '0037-source-changes',
  async up(db) {
    await db.schema.alterTable('orders').addColumn('source_changes', 'text').execute()
    await db.schema.alterTable('orders').addColumn('source_kept', 'text').execute()
    await sql`create index orders_source_changes on orders (id) where source_changes is not null`.execute(db)
    await db.schema.alterTable('order_items').addColumn('fulfilled_quantity', real).execute()
  },
}
