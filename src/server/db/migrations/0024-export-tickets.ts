import { columns, type Migration, sortedText, text } from '../frozen/migration.ts'

/** Stores exports that wait for their download. */
export const createExportTickets: Migration = {
  name: '0027-export-tickets',
  async up(db) {
    const table = db.schema
      .createTable('export_tickets')
      .addColumn('id', 'text', (column) => column.primaryKey())
    await columns(
      columns(table, text, ['session_id', 'request'], true),
      sortedText(db),
      ['expires_at'],
      true,
    ).execute()
  },
}
