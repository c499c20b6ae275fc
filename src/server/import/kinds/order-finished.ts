import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { buysOnAccount, hasStopCredit } from '../../../domain/records/customer-pricing.ts'
import { isAmong } from '../../db/dialect/dialect.ts'
import { markShipped, type ShippingConsignment } from '../../orders/change.ts'
import { isEffective } from '../../orders/steps.ts'
import type { JudgedLot, Lot, LotOptions, Row } from './kind.ts'
import { calculatedStatus, textIn } from './order-standing.ts'
import { insertRows } from './rows.ts'

/** The entry in the history of an order that was taken in as finished (IMP-5). */
const FINISH = 'finish'

/** Whether an order was ordered before the time from which on orders are work. */
export function isBefore({ ordered_at }: Row, { finishedBefore = null }: LotOptions): boolean {
  return finishedBefore !== null && typeof ordered_at === 'string' && ordered_at < finishedBefore
}

/**
 * The row of an order that was finished before the console was used: each step without a date has that of the step before
 * it, as after a status such as 'Shipped', so that the order is in no list of work. A stopped order stays stopped.
 */
export function asFinished(row: Row): Row {
  if (row.is_stopped === 1) return row
  const paid_at = row.paid_at ?? row.ordered_at ?? null
  const ready_at = row.ready_at ?? paid_at
  const shipped_at = row.shipped_at ?? ready_at
  const finished = { ...row, paid_at, ready_at, shipped_at, is_held: 0 }
  return {
    ...finished,
    status: calculatedStatus(finished),
    ...{ held_at: null, held_by: null, hold_reason: null },
  }
}

/** The ids of stored orders of a lot that were taken in as finished. Their source does not make them work again. */
export async function finishedAmong({ db, incoming }: JudgedLot): Promise<ReadonlySet<number>> {
  const ids = incoming.flatMap(({ before }) => before?.id ?? [])
  if (ids.length === 0) return new Set()
  const found = await db
    .selectFrom('order_events')
    .select('order_id')
    .where(isAmong(db, 'order_id', ids))
    .where('action', '=', FINISH)
    .where(isEffective)
    .execute()
  return new Set(found.map(({ order_id }) => order_id))
}

/** Adds to the history of orders that they were taken in as finished. @param created the ids of the new orders */
export async function noteFinished(
  { within, incoming, now, finishedBefore = null }: Lot,
  created: readonly { id: number; key: string }[],
): Promise<void> {
  const finished = incoming.filter(({ isFinished }) => isFinished)
  if (finished.length === 0 || finishedBefore === null) return
  const ids = new Map(created.map(({ id, key }) => [key, id]))
  const details = JSON.stringify({ until: todayInAuckland(Date.parse(finishedBefore)) })
  const rows = finished.flatMap(({ key, before: stored }) => {
    const order_id = stored?.id ?? ids.get(key)
    if (order_id === undefined) return []
    return { order_id, action: FINISH, staff_id: '', staff_name: '', at: now, details }
  })
  await insertRows(within, 'order_events', rows)
}

/**
 * The consignments that ship orders of a lot: an order that comes after it was consigned as an invoice is shipped by it
 * (FRT-19). One that was ordered later, or by another customer, only has the same number.
 */
export async function consignedAmong({
  db,
  incoming,
}: JudgedLot): Promise<ReadonlyMap<string, ShippingConsignment>> {
  const open = new Map(
    incoming.flatMap((one) => {
      const { shipped_at, is_stopped } = one.row
      return shipped_at === null && is_stopped !== 1 ? [[one.key, one]] : []
    }),
  )
  const found = await db
    .selectFrom('consignments')
    .select(['order_code', 'customer_code', 'created_at', 'tracking_code', 'tracking_url', 'provider_slug'])
    .select(['staff_id', 'staff_name'])
    .where(isAmong(db, 'order_code', [...open.keys()]))
    .where('reference', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return new Map(
    found.flatMap(({ order_code, customer_code, ...one }) => {
      const order = open.get(order_code ?? '')
      const ordered_at = textIn(order?.row.ordered_at)
      if (order_code === null || ordered_at === null || ordered_at > one.created_at) return []
      const customer = textIn(order?.owner?.code)
      return customer === null || customer_code === null || customer === customer_code
        ? [[order_code, one]]
        : []
    }),
  )
}

/** Marks these orders as shipped. */
export async function noteConsigned(lot: Lot): Promise<void> {
  for (const [code, consignment] of await consignedAmong({ ...lot, db: lot.within })) {
    await markShipped(lot.within, code, consignment, Date.parse(lot.now))
  }
}

/** Whether an order is to be packed (ORD-62). @param customer its customer's row */
export function isWork(row: Row, customer: Row | null): boolean {
  if (row.ready_at !== null || row.shipped_at !== null || row.is_stopped === 1 || row.is_held === 1)
    return false
  const credit = { pricing: textIn(customer?.pricing), credit_stop: customer?.credit_stop === 1 }
  return !hasStopCredit(credit) && (row.paid_at !== null || buysOnAccount(textIn(customer?.terms)))
}
