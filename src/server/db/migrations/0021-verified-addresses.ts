import { columns, type Migration, sortedText, text } from '../frozen/migration.ts'

/** Caches addresses of an address service, and what it says about rural delivery. */
export const cacheAddresses: Migration = {
  name: '0021-verified-addresses',
  async up(db) {
    const table = db.schema
      .createTable('verified_addresses')
      .addColumn('id', 'text', (column) => column.primaryKey())
    await columns(
      columns(table, text, ['place', 'detail'], true),
      sortedText(db),
      ['fetched_at'],
      true,
    ).execute()
    await db.schema.createIndex('verified_addresses_place').on('verified_addresses').column('place').execute()
  },
}
