import { sql } from 'kysely'
import type { Migration } from '../frozen/migration.ts'

/** Tracking runs every minute and needs only consignments under way, a small part of all. */
export const indexLiveConsignments: Migration = {
  name: '0008-live-consignments',
  async up(db) {
    await sql`create index consignments_live on consignments (created_at)
      where deleted_at is null and delivered_at is null`.execute(db)
  },
}
