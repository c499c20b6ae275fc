import { sql } from 'kysely'
import { integer, type Migration } from '../frozen/migration.ts'

/** Whether customers buy on account, whether their credit is stopped, and an index of the orders to pack. */
export const recordTerms: Migration = {
  name: '0036-customer-terms',
  async up(db) {
    // One column a statement: SQLite adds no more at once.
    await db.schema
      .alterTable('customers')
      .addColumn('terms', 'text', (added) => added.notNull().defaultTo('cash'))
      .execute()
    await db.schema
      .alterTable('customers')
      .addColumn('credit_stop', integer, (added) => added.notNull().defaultTo(0))
      .execute()
    await sql`create index orders_to_pack on orders (id, branch, ordered_at, customer_id, paid_at)
      where ready_at is null and shipped_at is null and is_stopped = 0 and is_held = 0`.execute(db)
  },
}
