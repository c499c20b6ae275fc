import { sql } from 'kysely'
import type { Migration } from '../frozen/migration.ts'

/** Orders that were entered twice are looked up for each order of a list, by customer, total and time. */
export const indexDuplicates: Migration = {
  name: '0048-duplicates',
  async up(db) {
    await sql`create index orders_duplicates on orders (customer_id, total_cents, ordered_at, id)`.execute(db)
  },
}
