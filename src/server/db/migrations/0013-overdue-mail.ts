import { sortedText } from '../dialect/dialect.ts'
import type { Migration } from './migration.ts'

/** An e-mail is given up only if it is still too old some minutes after it was first seen to be. */
export const noteOverdueMail: Migration = {
  name: '0013-overdue-mail',
  async up(db) {
    await db.schema.alterTable('outbox').addColumn('overdue_since', sortedText(db)).execute()
  },
}
