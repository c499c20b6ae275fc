import { sql } from 'kysely'
import type { Migration } from '../frozen/migration.ts'

/** What was booked for the same items, and what is in each parcel. */
export const keepPacking: Migration = {
  name: '0051-packing',
  async up(db) {
    await sql`alter table consignments add column items_key text`.execute(db)
    await sql`create index consignments_items on consignments (items_key, id) where items_key is not null`.execute(
      db,
    )
    await sql`alter table consignment_parts add column contents text`.execute(db)
    for (const table of ['claims', 'released_claims']) {
      await sql`alter table ${sql.table(table)} add column contents text`.execute(db)
    }
  },
}
