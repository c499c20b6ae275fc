import { type Migration, sortedText } from '../frozen/migration.ts'

export const createSignIn: Migration = {
  name: '0002-sign-in',
  async up(db) {
    const time = sortedText(db)
    await db.schema
      .createTable('signing_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('created_at', time, (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('sign_in_attempts')
      .addColumn('state', 'text', (column) => column.primaryKey())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('code_verifier', 'text', (column) => column.notNull())
      .addColumn('expires_at', time, (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('ended_sessions')
      .addColumn('token_id', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', time, (column) => column.notNull())
      .execute()
    // Expired rows are deleted whenever one is added. Anyone may start a sign-in, so finding them must be cheap.
    for (const table of ['sign_in_attempts', 'ended_sessions']) {
      await db.schema.createIndex(`${table}_expiry`).on(table).column('expires_at').execute()
    }
  },
}
