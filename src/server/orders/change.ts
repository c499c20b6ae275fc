import type { Kysely, Transaction } from 'kysely'
import { isOrderAction, type Order, type OrderAction } from '../../contract/orders.ts'
import type { Outcome } from '../../contract/wire.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { type Offer, ORDER_ACTIONS } from '../../domain/orders/order-actions.ts'
import { statusOf } from '../../domain/orders/order-status.ts'
import { standingOfWord } from '../../domain/orders/standing.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { noteChanges } from '../changes/note-changes.ts'
import type { Database, OrderRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'
import { type Mail, writeMail } from '../outbox/queue.ts'
import { log } from '../platform/log.ts'
import { writeEvent } from '../webhooks/write-event.ts'
import { presentOrder } from './present.ts'
import { searchText } from './search-text.ts'
import { findOrder, type OrderRecord } from './store.ts'

/** The changes that an action makes to an order. */
export interface OrderChange {
  set: Partial<Omit<OrderRow, 'id' | 'status' | 'search_text'>>
  mail?: Mail
  /** Additional message for staff after success. */
  message?: string
}

/** An entry of the order's history. */
interface ActionDone {
  action: OrderAction | keyof typeof OTHER_EVENTS
  staff: Pick<Staff, 'id' | 'name'>
  /** The request body, or the result of the action. */
  details: object
}

export interface ChangeDeps {
  db: Kysely<Database>
  clock: Clock
}

interface ChangeRequest extends ActionDone {
  code: string
  /** Whether the action is allowed, and why not. */
  allowed(order: Order): Offer
  /** Called only if the action is allowed. @throws Refusal if the request does not fit the order */
  decide(order: OrderRecord, now: number): OrderChange
}

/** The events of other changes. The deletion of a consignment is an event of the consignment. */
const OTHER_EVENTS = {
  'create-consignment': 'order.shipped',
  'delete-consignment': null,
  hold: null,
  release: null,
} as const

/** The columns that decide the rules. The write requires them to be unchanged since the rules were checked. */
const JUDGED = [
  'paid_at',
  'ready_at',
  'shipped_at',
  'is_pickup',
  'tracking_code',
  'total_cents',
  'status',
  'cancelled_at',
  'refunded_at',
  'is_held',
] as const

/**
 * Changes an order by one action, with its status, its history, its e-mail and its event in one transaction.
 * Of two equal concurrent requests one succeeds; the other is checked again against the changed order.
 * @throws Refusal 404 without such an order, 409 with the reason if the action is not allowed
 */
export async function changeOrder({ db, clock }: ChangeDeps, request: ChangeRequest): Promise<Outcome> {
  for (;;) {
    const now = clock()
    const found = await findOrder(db, request.code)
    if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
    const { reason } = request.allowed(presentOrder(found, now))
    if (reason !== null) throw new Refusal(409, `${reason}.`)
    const change = request.decide(found.record, now)
    const isDone = await db
      .transaction()
      .execute((within) => writeChange(within, request, change, found.record, now))
    if (isDone) return { success: true, message: change.message ?? null }
  }
}

/** No action overwrites a status that stops or holds the order (ORD-41): only its source does, or a release. */
function statusAfter(next: OrderRecord): string {
  const is = standingOfWord(next.status)
  if (is === 'stopped' || (is === 'held' && next.is_held === 1)) return next.status
  return statusOf(next, { is_pickup: next.is_pickup === 1, tracking_code: next.tracking_code })
}

/** The status and the choice of collection are words of the search text. */
function searchTextOf(order: OrderRecord): string {
  const { customer_name: name, customer_company: company, customer_email: email } = order
  const { customer_phone: phone, customer_mobile: mobile } = order
  return searchText({ ...order, name, company, email, phone, mobile })
}

/**
 * Writes a change of an order with its status, its history, its e-mail, its event and the note for the desks. Returns
 * false, and writes nothing, if the order has changed since its rules were checked.
 */
export async function writeChange(
  within: Transaction<Database>,
  done: ActionDone,
  change: OrderChange,
  judged: OrderRecord,
  now: number,
): Promise<boolean> {
  const at = timestamp(now)
  const next = { ...judged, ...change.set }
  const status = statusAfter(next)
  let update = within
    .updateTable('orders')
    .set({ ...change.set, status, search_text: searchTextOf({ ...next, status }) })
    .where('id', '=', judged.id)
  for (const column of JUDGED) {
    const value = judged[column]
    update = value === null ? update.where(column, 'is', null) : update.where(column, '=', value)
  }
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await within
    .insertInto('order_events')
    .values({
      order_id: judged.id,
      action: done.action,
      staff_id: done.staff.id,
      staff_name: done.staff.name,
      at,
      details: JSON.stringify(done.details),
    })
    .execute()
  await noteChanges(within, [{ kind: 'order', code: judged.code, is_new: false }])
  if (change.mail) await writeMail(within, { ...change.mail, orderId: judged.id, at })
  const type = isOrderAction(done.action) ? ORDER_ACTIONS[done.action].event : OTHER_EVENTS[done.action]
  if (type !== null) {
    await writeEvent(within, { type, subject: judged.code, at: now }, async () => {
      const changed = await findOrder(within, judged.code)
      return changed && presentOrder(changed, now)
    })
  }
  return true
}

/** What a source did to an order, whatever staff had done. */
export interface SourceChange {
  id: number
  code: string
  action: 'cancel' | 'reopen' | 'hold' | 'release'
  /** Who did it there; null if unknown. */
  by: string | null
  status: string | null
  /** Formatted by `db/times.ts`. */
  at: string
}

/** Records a change by a source in the history, and reports a stop in the log and to other systems (ORD-44). */
export async function noteBySource(
  within: Transaction<Database>,
  { id, code, action, by, status, at }: SourceChange,
): Promise<void> {
  const details = JSON.stringify({ status })
  await within
    .insertInto('order_events')
    .values({ order_id: id, action, staff_id: '', staff_name: by ?? '', at, details })
    .execute()
  if (action !== 'cancel') return
  log.warn({ orderCode: code, status }, 'An order was stopped by its source')
  const now = Date.parse(at)
  await writeEvent(within, { type: 'order.cancelled', subject: code, at: now }, async () => {
    const stopped = await findOrder(within, code)
    return stopped && presentOrder(stopped, now)
  })
}
