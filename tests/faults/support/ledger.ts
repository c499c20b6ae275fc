import type { Kysely } from 'kysely'
import { isAmong } from '../../../src/server/db/dialect/dialect.ts'
import type { Database } from '../../../src/server/db/schema.ts'

/** The kinds of changes, each with what identifies one: an order's code, a tracking code, or what is said. */
const KINDS = [
  'payments',
  /** Ids of ticks of pick lines. */
  'ticks',
  /** Ids of pick lines. */
  'shortages',
  'holds',
  'packings',
  'bookings',
  /** Bookings that said what is in each piece. */
  'contents',
  'deletions',
  /** Tokens. */
  'signOuts',
] as const

/** All changes that the server acknowledged. */
export type Ledger = Record<(typeof KINDS)[number], Set<string>>

export function createLedger(): Ledger {
  const set = () => new Set<string>()
  return {
    ...{ payments: set(), ticks: set(), shortages: set(), holds: set(), packings: set() },
    ...{ bookings: set(), contents: set(), deletions: set(), signOuts: set() },
  }
}

/** The number of acknowledged changes. */
export function sizeOf(ledger: Ledger): number {
  return KINDS.reduce((sum, kind) => sum + ledger[kind].size, 0)
}

/** Adds all changes of another ledger. */
export function addAll(ledger: Ledger, other: Ledger): void {
  for (const kind of KINDS) for (const key of other[kind]) ledger[kind].add(key)
}

/**
 * Descriptions of acknowledged changes that the database lacks. Sign-outs are checked with the server, see
 * `revivedTokens`.
 */
export async function lostChanges(db: Kysely<Database>, ledger: Ledger): Promise<string[]> {
  const { payments, holds, packings, bookings, deletions } = ledger
  const orders = await db
    .selectFrom('orders')
    .leftJoin('order_events', 'order_events.order_id', 'orders.id')
    .select(['orders.code', 'paid_at', 'ready_at', 'held_at', 'order_events.action'])
    .where(isAmong(db, 'orders.code', [...payments, ...holds, ...packings]))
    .execute()
  const consignments = await db
    .selectFrom('consignments')
    .select(['tracking_code', 'deleted_at'])
    .where(isAmong(db, 'tracking_code', [...bookings]))
    .execute()
  const done = (action: string, isDone: (order: (typeof orders)[number]) => boolean) =>
    new Set(orders.filter((order) => order.action === action && isDone(order)).map(({ code }) => code))
  const paid = done('record-payment', ({ paid_at }) => paid_at !== null)
  const held = done('hold', ({ held_at }) => held_at !== null)
  const packed = done('pack', ({ ready_at }) => ready_at !== null)
  const booked = new Map(consignments.map((one) => [one.tracking_code, one.deleted_at]))
  return [
    ...missing(payments, paid).map((code) => `the payment of order ${code}`),
    ...missing(holds, held).map((code) => `the hold of order ${code}`),
    ...missing(packings, packed).map((code) => `the packing of order ${code}`),
    ...missing(bookings, booked).map((code) => `consignment ${code}`),
    ...Array.from(deletions)
      .filter((code) => booked.get(code) === null)
      .map((code) => `the deletion of consignment ${code}`),
    ...(await lostPicking(db, ledger)),
    ...(await lostContents(db, ledger)),
  ]
}

async function lostPicking(db: Kysely<Database>, { ticks, shortages }: Ledger): Promise<string[]> {
  const noted = await db
    .selectFrom('pick_ticks')
    .select('id')
    .where(isAmong(db, 'id', [...ticks]))
    .execute()
  const short = await db.selectFrom('pick_lines').select('id').where('is_short', '=', 1).execute()
  return [
    ...missing(ticks, new Set(noted.map(({ id }) => id))).map((id) => `tick ${id}`),
    ...missing(shortages, new Set(short.map(({ id }) => String(id)))).map(
      (id) => `the shortage of line ${id}`,
    ),
  ]
}

async function lostContents(db: Kysely<Database>, { contents }: Ledger): Promise<string[]> {
  const pieces = await db
    .selectFrom('consignment_parts')
    .innerJoin('consignments', 'consignments.id', 'consignment_parts.consignment_id')
    .select('tracking_code')
    .where(isAmong(db, 'tracking_code', [...contents]))
    .where('contents', 'is not', null)
    .execute()
  const stored = new Set(pieces.map(({ tracking_code }) => tracking_code))
  return missing(contents, stored).map((code) => `the contents of consignment ${code}`)
}

function missing(wanted: Iterable<string>, found: { has(code: string): boolean }): string[] {
  return Array.from(wanted).filter((code) => !found.has(code))
}

/**
 * Actions that were carried out twice on an order, orders with two e-mails in the outbox, and pick lines of which more or
 * less was found than their ticks say.
 */
export async function doneTwice(db: Kysely<Database>): Promise<string[]> {
  const events = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['orders.code', 'action'])
    .where('action', 'in', ['record-payment', 'pack', 'hold'])
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
  // A tick finds one or, by a shortage, no more.
  const lines = await db
    .selectFrom('pick_lines')
    .leftJoin('pick_ticks', 'pick_ticks.line_id', 'pick_lines.id')
    .select(({ fn }) => ['pick_lines.id', 'found', 'is_short', fn.count<number>('pick_ticks.id').as('ticks')])
    .groupBy(['pick_lines.id', 'found', 'is_short'])
    .execute()
  return [
    ...lines
      .filter(({ found, is_short, ticks }) => found + is_short !== ticks)
      .map(({ id, found, ticks }) => `${found} found of line ${id} by ${ticks} ticks`),
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
