import { sql } from 'kysely'
import { integer, type Migration, type MigrationConnection, sortedText } from '../frozen/migration.ts'

/** When and by whom an order was cancelled, refunded or put on hold, and whether it is stopped or held. */
export const recordStanding: Migration = {
  name: '0033-order-standing',
  async up(db) {
    const orders = () => db.schema.alterTable('orders')
    // One column a statement: SQLite adds no more at once.
    for (const column of ['cancelled_at', 'refunded_at', 'held_at'] as const) {
      await orders().addColumn(column, sortedText(db)).execute()
    }
    for (const column of ['cancelled_by', 'held_by', 'hold_reason', 'source_status'] as const) {
      await orders().addColumn(column, 'text').execute()
    }
    for (const column of ['is_stopped', 'is_held'] as const) {
      await orders()
        .addColumn(column, integer, (added) => added.notNull().defaultTo(0))
        .execute()
    }
    await readStatuses(db)
    await indexWork(db)
  },
}

/** Orders that came with a word are stopped or held since an unknown time. */
async function readStatuses(db: MigrationConnection): Promise<void> {
  const word = sql`trim(replace(replace(lower(status), '-', ' '), '_', ' '))`
  await sql`update orders set is_stopped = 1, source_status = status, search_text = search_text || '  stopped'
    where ${word} in ('cancelled', 'canceled', 'refunded', 'voided', 'expired', 'failed', 'declined', 'rejected')`.execute(
    db,
  )
  await sql`update orders set is_held = 1, source_status = status
    where ${word} in ('on hold', 'hold', 'awaiting approval', 'pending payment review')`.execute(db)
}

/** Stopped orders are no work to be done. */
async function indexWork(db: MigrationConnection): Promise<void> {
  for (const name of ['orders_unpaid', 'orders_paid', 'orders_ready'] as const) {
    await db.schema.dropIndex(name).execute()
  }
  await sql`create index orders_unpaid on orders (id, branch, ordered_at)
    where paid_at is null and is_stopped = 0`.execute(db)
  await sql`create index orders_paid on orders (id, branch, ordered_at)
    where paid_at is not null and ready_at is null and shipped_at is null and is_stopped = 0`.execute(db)
  await sql`create index orders_ready on orders (id, branch, ordered_at)
    where ready_at is not null and shipped_at is null and is_stopped = 0`.execute(db)
}
