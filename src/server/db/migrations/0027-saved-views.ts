import { columns, integer, type Migration, text } from '../frozen/migration.ts'

/** Named filters of lists, of each user. */
export const createSavedViews: Migration = {
  name: '0023-saved-views',
  async up(db) {
    const table = db.schema
      .createTable('saved_views')
      .addColumn('id', 'text', (column) => column.primaryKey())
    await columns(
      columns(table, text, ['staff_id', 'list', 'name', 'address'], true),
      integer,
      ['place', 'is_default'],
      true,
    ).execute()
    await db.schema.createIndex('saved_views_staff').on('saved_views').column('staff_id').execute()
  },
}
