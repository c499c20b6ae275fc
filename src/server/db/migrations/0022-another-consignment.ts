import type { Migration } from '../frozen/migration.ts'

/** Lets a shipped order have further consignments, each with a reference of its own. */
export const allowAnotherConsignment: Migration = {
  name: '0022-another-consignment',
  async up(db) {
    for (const table of ['claims', 'released_claims', 'consignments']) {
      await db.schema.alterTable(table).addColumn('reference', 'text').execute()
    }
    await db.schema.createIndex('consignments_reference').on('consignments').column('reference').execute()
  },
}
