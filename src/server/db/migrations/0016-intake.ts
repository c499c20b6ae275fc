import { type Migration, sortedText } from '../frozen/migration.ts'

/** Keys of other systems that send records, and leases of work that only one process at a time does. */
export const createIntake: Migration = {
  name: '0016-intake',
  async up(db) {
    const time = sortedText(db)
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', time, (column) => column.notNull())
      .addColumn('last_used_at', time)
      .addColumn('revoked_at', time)
      .execute()
    await db.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('held_until', time, (column) => column.notNull())
      .execute()
  },
}
