import { columns, type Migration, sortedText, text } from '../frozen/migration.ts'

/** Manifests by the id of the client, so that each is sent at most once, and the manifest of a consignment. */
export const createManifests: Migration = {
  name: '0030-manifests',
  async up(db) {
    let table = db.schema.createTable('manifests').addColumn('id', 'text', (column) => column.primaryKey())
    table = columns(table, text, ['courier', 'provider', 'branch', 'staff_id', 'staff_name'], true)
    table = columns(table, sortedText(db), ['sent_at'], true)
    await columns(table, text, ['outcome', 'pickup'], false).execute()
    await db.schema.createIndex('manifests_sent').on('manifests').column('sent_at').execute()
    await db.schema.alterTable('consignments').addColumn('manifest_id', 'text').execute()
  },
}
