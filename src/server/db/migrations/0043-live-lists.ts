import { sql } from 'kysely'
import type { Migration } from '../frozen/migration.ts'

/** Stopped orders and exceptions of couriers are few, and are looked up for each consignment under way. */
export const indexLiveLists: Migration = {
  name: '0046-live-lists',
  async up(db) {
    await sql`create index orders_stopped on orders (code) where is_stopped = 1`.execute(db)
    await sql`create index consignment_events_exceptions on consignment_events (consignment_id)
      where type = 'exception'`.execute(db)
  },
}
