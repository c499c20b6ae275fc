import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Every minute some of what is on its way is looked for: it is few among all that was ever delivered. */
export const indexLiveConsignments: Migration = {
  name: '0008-live-consignments',
  async up(db) {
    await sql`create index consignments_live on consignments (created_at)
      where deleted_at is null and delivered_at is null`.execute(db)
  },
}
