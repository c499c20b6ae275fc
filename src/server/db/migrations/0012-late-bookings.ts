import { columns, integer, type Migration, sortedText, text } from '../frozen/migration.ts'

/** Keeps a booking that was given up, because its courier may still make it: see `consignments/upkeep.ts`. */
export const rememberReleased: Migration = {
  name: '0012-late-bookings',
  async up(db) {
    const time = sortedText(db)
    await db.schema.alterTable('claims').addColumn('not_found_at', time).execute()
    await db.schema
      .alterTable('claims')
      .addColumn('is_check', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    let table = db.schema
      .createTable('released_claims')
      .addColumn('quote_id', 'text', (column) => column.primaryKey())
    table = columns(table, text, ['order_code'], false)
    table = columns(table, text, ['payload', 'staff_id', 'staff_name'], true)
    table = columns(table, time, ['released_at'], true)
    await columns(table, integer, ['looks'], true).execute()
  },
}
