import { countingKey, type Migration, sortedText } from '../frozen/migration.ts'

/** Bookings of the built-in couriers, which have no other storage. */
export const createRateCards: Migration = {
  name: '0006-rate-cards',
  async up(db) {
    const time = sortedText(db)
    await db.schema
      .createTable('rate_card_bookings')
      .addColumn('id', countingKey(db))
      .addColumn('courier', 'text', (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull().unique())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('parts', 'text', (column) => column.notNull())
      .addColumn('services', 'text', (column) => column.notNull())
      .addColumn('booked_at', time, (column) => column.notNull())
      .addColumn('cancelled_at', time)
      .execute()
  },
}
