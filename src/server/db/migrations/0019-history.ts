import { columns, countingKey, type Migration, sortedText, text } from '../frozen/migration.ts'

/** Printed labels, and indexes that find the e-mails of an order with their events. */
export const createHistory: Migration = {
  name: '0019-history',
  async up(db) {
    let prints = db.schema
      .createTable('label_prints')
      .addColumn('id', countingKey(db))
      .addColumn('consignment_id', 'integer', (column) => column.notNull().references('consignments.id'))
    prints = columns(prints, text, ['staff_id', 'staff_name'], true)
    await columns(prints, sortedText(db), ['at'], true).execute()
    const index = (name: string) => db.schema.createIndex(name)
    await index('label_prints_consignment').on('label_prints').column('consignment_id').execute()
    await index('outbox_order').on('outbox').column('order_id').execute()
    await index('email_events_email').on('email_events').column('email_id').execute()
  },
}
