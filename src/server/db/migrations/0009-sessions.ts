import { type Migration, sortedText } from '../frozen/migration.ts'

/** Sessions become rows. A sign-in in progress has no row; a completed one is recorded so that it counts only once. */
export const createSessions: Migration = {
  name: '0009-sessions',
  async up(db) {
    const time = sortedText(db)
    await db.schema
      .createTable('sessions')
      .addColumn('token_id', 'text', (column) => column.primaryKey())
      .addColumn('staff_id', 'text', (column) => column.notNull())
      .addColumn('staff_name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('created_at', time, (column) => column.notNull())
      .addColumn('last_seen_at', time, (column) => column.notNull())
      .addColumn('expires_at', time, (column) => column.notNull())
      .addColumn('ended_at', time)
      .execute()
    await db.schema.createIndex('sessions_staff').on('sessions').column('staff_id').execute()
    await db.schema
      .createTable('used_sign_ins')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', time, (column) => column.notNull())
      .execute()
    for (const table of ['sessions', 'used_sign_ins']) {
      await db.schema.createIndex(`${table}_expiry`).on(table).column('expires_at').execute()
    }
    await db.schema.dropTable('sign_in_attempts').execute()
    await db.schema.dropTable('ended_sessions').execute()
  },
}
