import { sql } from 'kysely'
import { integer, type Migration, sortedText } from '../frozen/migration.ts'

/** What each step of an order changed, which step another one reverts, and e-mails that are withdrawn with a step. */
export const takeBackSteps: Migration = {
  name: '0034-taking-back',
  async up(db) {
    // One column a statement: SQLite adds no more at once.
    await db.schema.alterTable('order_events').addColumn('changes', 'text').execute()
    await db.schema.alterTable('order_events').addColumn('reverts', integer).execute()
    await db.schema.alterTable('outbox').addColumn('step_id', integer).execute()
    await db.schema.alterTable('outbox').addColumn('withdrawn_at', sortedText(db)).execute()
    // No step is reverted twice.
    await db.schema
      .createIndex('order_events_reverts')
      .on('order_events')
      .unique()
      .column('reverts')
      .execute()
    await db.schema.dropIndex('outbox_unsent').execute()
    await sql`create index outbox_unsent on outbox (id)
      where sent_at is null and failed_at is null and withdrawn_at is null`.execute(db)
  },
}
