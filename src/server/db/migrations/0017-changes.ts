import { isPostgres } from '../dialect/dialect.ts'
import { countingKey, type Migration } from '../frozen/migration.ts'

/** Changes for the desks. Only in the embedded database: PostgreSQL sends them itself. */
export const createChanges: Migration = {
  name: '0017-changes',
  async up(db) {
    if (isPostgres(db)) return
    await db.schema
      .createTable('changes')
      .addColumn('id', countingKey(db))
      .addColumn('note', 'text', (column) => column.notNull())
      .execute()
  },
}
