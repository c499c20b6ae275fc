import { sql } from 'kysely'
import { type Migration, sortedText } from '../frozen/migration.ts'

/** Delivery state of each message in the outbox, see `outbox/queue.ts`. */
export const sendMail: Migration = {
  name: '0005-mail',
  async up(db) {
    const time = sortedText(db)
    const outbox = () => db.schema.alterTable('outbox')
    await outbox()
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await outbox().addColumn('claimed_by', 'text').execute()
    for (const name of ['next_try_at', 'claimed_until', 'handed_over_at', 'failed_at']) {
      await outbox().addColumn(name, time).execute()
    }
    await db.schema.dropIndex('outbox_unsent').execute()
    await sql`create index outbox_unsent on outbox (id) where sent_at is null and failed_at is null`.execute(
      db,
    )
  },
}
