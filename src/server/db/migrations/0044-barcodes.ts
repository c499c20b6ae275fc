import { columns, countingKey, type Migration, real, text } from '../frozen/migration.ts'

/** The bar codes of products. */
export const createBarcodes: Migration = {
  name: '0047-barcodes',
  async up(db) {
    let barcodes = db.schema.createTable('product_barcodes').addColumn('id', countingKey(db))
    barcodes = barcodes.addColumn('product_id', 'integer', (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    barcodes = columns(barcodes, text, ['code'], true)
    barcodes = columns(barcodes, real, ['quantity'], true)
    await columns(barcodes, text, ['unit'], false).execute()
    for (const column of ['code', 'product_id']) {
      await db.schema
        .createIndex(`product_barcodes_${column}`)
        .on('product_barcodes')
        .column(column)
        .execute()
    }
  },
}
