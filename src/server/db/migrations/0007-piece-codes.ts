import type { Migration } from '../frozen/migration.ts'

/** Finds a consignment by the barcode of a piece, the code that scanners read. */
export const indexPieceCodes: Migration = {
  name: '0007-piece-codes',
  async up(db) {
    await db.schema.createIndex('consignment_parts_label').on('consignment_parts').column('label').execute()
  },
}
