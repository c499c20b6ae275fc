import { sql } from 'kysely'
import { columns, countingKey, integer, type Migration, sortedText, text } from '../frozen/migration.ts'

/** Files that staff load in the console, at most one at a time, and the orders that each of them has loaded. */
export const createImports: Migration = {
  name: '0040-imports',
  async up(db) {
    let imports = db.schema.createTable('imports').addColumn('id', countingKey(db))
    imports = columns(
      imports,
      text,
      ['staff_id', 'staff_name', 'file_name', 'file', 'holder', 'state', 'options'],
      true,
    )
    imports = columns(imports, integer, ['size', 'is_running', 'is_stopping'], true)
    imports = columns(imports, sortedText(db), ['created_at', 'beat_at'], true)
    await columns(imports, text, ['progress', 'preview', 'result', 'failure'], false).execute()
    await sql`create unique index imports_running on imports (is_running) where is_running = 1`.execute(db)
    await db.schema.createIndex('imports_staff').on('imports').columns(['staff_id', 'id']).execute()
    const orders = db.schema.createTable('import_orders').addColumn('entry', countingKey(db))
    await columns(orders, integer, ['import_id', 'order_id'], true).execute()
    await db.schema
      .createIndex('import_orders_import')
      .unique()
      .on('import_orders')
      .columns(['import_id', 'order_id'])
      .execute()
  },
}
