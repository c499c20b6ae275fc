import type { Kysely } from 'kysely'
import { isAmong } from '../../../src/server/db/dialect/dialect.ts'
import type { Database } from '../../../src/server/db/schema.ts'

/** All changes that the server acknowledged, by the code of the order or consignment, or by token. */
export interface Ledger {
  payments: Set<string>
  packings: Set<string>
  /** Tracking codes. */
  bookings: Set<string>
  /** Tracking codes. */
  deletions: Set<string>
  /** Tokens. */
  signOuts: Set<string>
}

export function createLedger(): Ledger {
  return {
    payments: new Set(),
    packings: new Set(),
    bookings: new Set(),
    deletions: new Set(),
    signOuts: new Set(),
  }
}

/** The number of acknowledged changes. */
export function sizeOf(ledger: Ledger): number {
  return Object.values<Set<string>>({ ...ledger }).reduce((sum, { size }) => sum + size, 0)
}

/**
 * Descriptions of acknowledged changes that the database lacks. Sign-outs are checked with the server, see
 * `revivedTokens`.
 */
export async function lostChanges(db: Kysely<Database>, ledger: Ledger): Promise<string[]> {
  const { payments, packings, bookings, deletions } = ledger
  const orders = await db
    .selectFrom('orders')
    .leftJoin('order_events', 'order_events.order_id', 'orders.id')
    .select(['orders.code', 'orders.paid_at', 'orders.ready_at', 'order_events.action'])
    .where(isAmong(db, 'orders.code', [...payments, ...packings]))
    .execute()
  const consignments = await db
    .selectFrom('consignments')
    .select(['tracking_code', 'deleted_at'])
    .where(isAmong(db, 'tracking_code', [...bookings]))
    .execute()
  const done = (action: string, isDone: (order: (typeof orders)[number]) => boolean) =>
    new Set(orders.filter((order) => order.action === action && isDone(order)).map(({ code }) => code))
  const paid = done('record-payment', ({ paid_at }) => paid_at !== null)
  const packed = done('pack', ({ ready_at }) => ready_at !== null)
  const booked = new Map(consignments.map((one) => [one.tracking_code, one.deleted_at]))
  return [
    ...missing(payments, paid).map((code) => `the payment of order ${code}`),
    ...missing(packings, packed).map((code) => `the packing of order ${code}`),
    ...missing(bookings, booked).map((code) => `consignment ${code}`),
    ...Array.from(deletions)
      .filter((code) => booked.get(code) === null)
      .map((code) => `the deletion of consignment ${code}`),
  ]
}

function missing(wanted: Iterable<string>, found: { has(code: string): boolean }): string[] {
  return Array.from(wanted).filter((code) => !found.has(code))
}

/** Actions that were carried out twice on an order, and orders with two e-mails in the outbox. */
export async function doneTwice(db: Kysely<Database>): Promise<string[]> {
  const events = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['orders.code', 'action'])
    .where('action', 'in', ['record-payment', 'pack'])
    .where('staff_id', 'like', 'local:staff-%')
    .groupBy(['orders.code', 'action'])
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute()
  const mails = await db
    .selectFrom('outbox')
    .innerJoin('orders', 'orders.id', 'outbox.order_id')
    .select('orders.code')
    .groupBy('orders.code')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute()
  return [
    ...events.map(({ code, action }) => `${action} of order ${code}`),
    ...mails.map(({ code }) => `the e-mail of order ${code}`),
  ]
}

/** E-mails that are neither sent nor failed. */
export async function waitingMails(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'recipient'])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()
  return rows.map(({ id, recipient }) => `e-mail ${id} to ${recipient}`)
}

/** Events that an endpoint has not accepted yet. */
export async function waitingEvents(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'attempts'])
    .where('delivered_at', 'is', null)
    .execute()
  return rows.map(({ id, attempts }) => `event ${id} after ${attempts} attempts`)
}
