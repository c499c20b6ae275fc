import { integer, type Migration } from '../frozen/migration.ts'

/** How often each import was begun, by which its present run is told from those before. */
export const countImportRuns: Migration = {
  name: '0043-import-runs',
  async up(db) {
    await db.schema
      .alterTable('imports')
      .addColumn('run', integer, (column) => column.notNull().defaultTo(1))
      .execute()
  },
}
