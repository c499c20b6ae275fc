import { sql } from 'kysely'
import { type Migration, sortedText } from '../frozen/migration.ts'

/** A deletion is recorded before the courier cancels, so that an interrupted one is completed later. */
export const recordDeletions: Migration = {
  name: '0010-deletions',
  async up(db) {
    await db.schema.alterTable('consignments').addColumn('deleting_since', sortedText(db)).execute()
    await sql`create index consignments_deleting on consignments (deleting_since)
      where deleting_since is not null and deleted_at is null`.execute(db)
  },
}
