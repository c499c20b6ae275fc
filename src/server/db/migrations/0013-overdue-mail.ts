import { type Migration, sortedText } from '../frozen/migration.ts'

/** An e-mail expires only if it is still too old some minutes after that was first noticed. */
export const noteOverdueMail: Migration = {
  name: '0013-overdue-mail',
  async up(db) {
    await db.schema.alterTable('outbox').addColumn('overdue_since', sortedText(db)).execute()
  },
}
