import type { Migration } from './migration.ts'

/** A consignment is found by the barcodes of its pieces: they are what a scanner reads. */
export const indexPieceCodes: Migration = {
  name: '0007-piece-codes',
  async up(db) {
    await db.schema.createIndex('consignment_parts_label').on('consignment_parts').column('label').execute()
  },
}
