import type { Transaction } from 'kysely'
import { isAmong, lockRows } from '../../db/dialect/dialect.ts'
import type { Database } from '../../db/schema.ts'
import type { Hold } from './kind.ts'

const ACTED_ON: Hold = {
  follows: ['delivery_address', 'notes'],
  reason: 'is kept as it is here: staff have acted on this order',
}
const SENT: Hold = { follows: [], reason: 'is kept as it is here: the order has a consignment or has left' }

/**
 * Actions of staff are newer than any source. Address and notes still follow the source until the order is booked
 * with a courier or shipped.
 */
export async function holdsOf(within: Transaction<Database>, ids: number[]): Promise<Map<number, Hold>> {
  // Staff may act at the same time: this waits for actions that have begun, and later ones see the source's data.
  await lockRows(within, 'orders', ids)
  const acted = await within
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['orders.id', 'orders.code', 'orders.shipped_at'])
    .distinct()
    .where(isAmong(within, 'orders.id', ids))
    // Setting an order aside changes nothing that a source knows.
    .where('order_events.action', 'not in', ['skip', 'unskip'])
    .execute()
  const booked = await bookedOrders(within, ids)
  const holds = new Map<number, Hold>()
  for (const { id, shipped_at } of acted) holds.set(id, shipped_at === null ? ACTED_ON : SENT)
  for (const id of booked) holds.set(id, SENT)
  return holds
}

/** The orders that have a consignment, or of which one is being booked. */
async function bookedOrders(within: Transaction<Database>, ids: number[]): Promise<number[]> {
  const booked = await within
    .selectFrom('orders')
    .innerJoin('consignments', 'consignments.order_code', 'orders.code')
    .select('orders.id')
    .where(isAmong(within, 'orders.id', ids))
    .where('consignments.deleted_at', 'is', null)
    .execute()
  const claimed = await within
    .selectFrom('orders')
    .innerJoin('claims', 'claims.order_code', 'orders.code')
    .select('orders.id')
    .where(isAmong(within, 'orders.id', ids))
    .execute()
  return [...booked, ...claimed].map(({ id }) => id)
}
