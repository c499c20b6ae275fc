import type { Insertable, Kysely, Transaction } from 'kysely'
import { isOrderAction, type Order, type OrderAction } from '../../contract/orders.ts'
import type { StepOutcome } from '../../contract/wire.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { type Offer, ORDER_ACTIONS } from '../../domain/orders/order-actions.ts'
import { isShipped, statusOf } from '../../domain/orders/order-status.ts'
import { standingOfWord } from '../../domain/orders/standing.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { noteChanges } from '../changes/note-changes.ts'
import type { Database, OrderRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mail, withdrawMailsOf, writeMail } from '../outbox/queue.ts'
import type { CreditStop } from '../platform/config.ts'
import { log } from '../platform/log.ts'
import { type WebhookEventType, writeEvent } from '../webhooks/write-event.ts'
import { presentOrder } from './present.ts'
import { searchText } from './search-text.ts'
import { replaceItems, wantsAfter } from './source-changes.ts'
import {
  changesOf,
  type ItemValues,
  STEP_COLUMNS,
  type StepColumn,
  type StepDone,
  type StepValues,
  writeStep,
} from './steps.ts'
import { findOrder, type OrderRecord } from './store.ts'

/** The changes that an action makes to an order. */
export interface OrderChange {
  set: Omit<StepValues, 'status'>
  /** Default: the status that follows from the dates. */
  status?: string
  /** The items that replace those of the order. */
  items?: readonly ItemValues[]
  mail?: Mail
  /** Additional message for staff after success. */
  message?: string
  /** The details in the history. Default: those of the request. */
  details?: object
}

/** An entry of the order's history. */
interface ActionDone extends StepDone {
  action: OrderAction | keyof typeof OTHER_EVENTS
}

export interface ChangeDeps {
  db: Kysely<Database>
  clock: Clock
  /** How long an action can be undone, and its e-mail waits, in milliseconds. */
  undoWithin: number
  creditStop: CreditStop
}

export interface ChangeRequest extends ActionDone {
  code: string
  /** Whether the action is allowed, and why not. */
  allowed(order: Order): Offer | Promise<Offer>
  /** Called only if the action is allowed. @throws Refusal if the request does not fit the order */
  decide(order: OrderRecord, now: number, shown: Order): OrderChange
}

/** Steps that keep the status, also a word of another system. */
const KEEPING_STATUS: ReadonlySet<string> = new Set(['skip', 'unskip', 'keep-source-changes'])

type OrderEvent = Extract<WebhookEventType, `order.${string}`>

/** The events of other changes. The deletion of a consignment is an event of the consignment. */
const OTHER_EVENTS = {
  'create-consignment': 'order.shipped',
  'delete-consignment': null,
  hold: null,
  release: null,
  'take-source-changes': null,
  'keep-source-changes': null,
  skip: null,
  unskip: null,
  'take-back': 'order.reverted',
} as const satisfies Record<string, OrderEvent | null>

/** Whether rules decide by a column that no step writes. They decide by those that steps write. */
const DECIDES: Record<Exclude<keyof OrderRow, StepColumn>, boolean> = {
  id: false,
  code: false,
  code_number: false,
  created_at: false,
  ordered_at: false,
  cancelled_at: true,
  refunded_at: true,
  cancelled_by: false,
  source_status: true,
  is_stopped: true,
  search_text: false,
}

/** The columns that decide the rules. The write requires them to be unchanged since the rules were checked. */
const JUDGED = [...STEP_COLUMNS, ...Object.keys(DECIDES).filter(isJudged)]

function isJudged(name: string): name is keyof typeof DECIDES {
  return Object.entries(DECIDES).some(([column, decides]) => column === name && decides)
}

/**
 * Changes an order by one action, with its status, its history, its e-mail and its event in one transaction.
 * Of two equal concurrent requests one succeeds; the other is checked again against the changed order.
 * @throws Refusal 404 without such an order, 409 with the reason if the action is not allowed
 */
export async function changeOrder(
  { db, clock, undoWithin, creditStop }: ChangeDeps,
  request: ChangeRequest,
): Promise<StepOutcome> {
  for (;;) {
    const now = clock()
    const { judged, change } = await decide(db, { now, creditStop }, request)
    const { mail, details = request.details } = change
    const notBefore = timestamp(now + undoWithin)
    const step = await db.transaction().execute(async (within) => {
      const id = await writeChange(within, { ...request, details }, change, judged, now)
      if (id !== null && mail) {
        const { id: orderId } = judged
        await writeMail(within, { ...mail, notBefore, orderId, stepId: id, at: timestamp(now) })
      }
      return id
    })
    if (step !== null) return { success: true, message: change.message ?? null, step: String(step) }
  }
}

/**
 * Changes an order as `changeOrder` does, in a transaction that changes something else with it. Without its e-mail.
 * @returns the id of its entry in the history
 */
export async function changeOrderWithin(
  within: Transaction<Database>,
  { clock, creditStop }: Pick<ChangeDeps, 'clock' | 'creditStop'>,
  request: ChangeRequest,
): Promise<string> {
  for (;;) {
    const now = clock()
    const { judged, change } = await decide(within, { now, creditStop }, request)
    const step = await writeChange(within, request, change, judged, now)
    if (step !== null) return String(step)
  }
}

/** What a request changes of the order as it is now. @throws Refusal if it is not allowed */
async function decide(
  db: Kysely<Database>,
  { now, creditStop }: { now: number; creditStop: CreditStop },
  request: ChangeRequest,
): Promise<{ judged: OrderRecord; change: OrderChange }> {
  const found = await findOrder(db, request.code)
  if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
  const shown = presentOrder(found, now, creditStop)
  const { reason } = await request.allowed(shown)
  if (reason !== null) throw new Refusal(409, `${reason}.`)
  return { judged: found.record, change: request.decide(found.record, now, shown) }
}

/** No action overwrites a status that stops or holds the order (ORD-41): only its source does, or a release. */
function statusAfter(next: OrderRecord): string {
  const is = standingOfWord(next.status)
  if (is === 'stopped' || (is === 'held' && next.is_held === 1)) return next.status
  return statusOf(next, { is_pickup: next.is_pickup === 1, tracking_code: next.tracking_code })
}

/** The status and the choice of collection are words of the search text. */
export function orderSearchText(order: OrderRecord): string {
  const { customer_name: name, customer_company: company, customer_email: email } = order
  const { customer_phone: phone, customer_mobile: mobile } = order
  return searchText({ ...order, name, company, email, phone, mobile })
}

/** Writes the search text again, after the order has got another customer. */
export async function renewSearchText(within: Transaction<Database>, code: string): Promise<void> {
  const found = await findOrder(within, code)
  if (found === null) return
  const search_text = orderSearchText(found.record)
  await within.updateTable('orders').set({ search_text }).where('id', '=', found.record.id).execute()
}

/**
 * Writes a change of an order with its status, its history, its event and the note for the desks.
 * @returns the id of its entry in the history; null, and nothing is written, if the order has changed since its rules
 * were checked
 */
export async function writeChange(
  within: Transaction<Database>,
  done: ActionDone,
  { set: wanted, status: given, items }: Pick<OrderChange, 'set' | 'status' | 'items'>,
  judged: OrderRecord,
  now: number,
): Promise<number | null> {
  // What staff record themselves is no difference from the source any more.
  const source_changes = wantsAfter(judged.source_changes, { ...judged, ...wanted })
  const set = { source_changes, ...wanted }
  const next = { ...judged, ...set }
  const status = given ?? (KEEPING_STATUS.has(done.action) ? judged.status : statusAfter(next))
  const changes = changesOf(judged, { ...set, status })
  let update = within
    .updateTable('orders')
    .set({ ...set, status, search_text: orderSearchText({ ...next, status }) })
    .where('id', '=', judged.id)
  for (const column of JUDGED) {
    const value = judged[column]
    update = value === null ? update.where(column, 'is', null) : update.where(column, '=', value)
  }
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  const replaced = items && { items: await replaceItems(within, judged.id, items) }
  if (set.customer_id !== undefined) await renewSearchText(within, judged.code)
  const id = await writeStep(within, judged.id, { ...done, changes: { ...changes, ...replaced } }, now)
  await noteChanges(within, [{ kind: 'order', code: judged.code, is_new: false }])
  const type = isOrderAction(done.action) ? ORDER_ACTIONS[done.action].event : OTHER_EVENTS[done.action]
  if (type !== null) await writeOrderEvent(within, type, judged.code, now)
  return id
}

/** A consignment that ships its order. */
export type ShippingConsignment = Pick<
  Insertable<Database['consignments']>,
  'tracking_code' | 'tracking_url' | 'provider_slug' | 'staff_id' | 'staff_name' | 'created_at'
>

/**
 * Marks an order as shipped by its consignment (FRT-19). Does nothing if the order is unknown or was shipped in the
 * meantime.
 */
export async function markShipped(
  within: Transaction<Database>,
  orderCode: string,
  consignment: ShippingConsignment,
  now: number,
): Promise<void> {
  const tracking = {
    tracking_company: consignment.provider_slug,
    tracking_code: consignment.tracking_code,
    tracking_url: consignment.tracking_url ?? null,
  }
  const done = {
    action: 'create-consignment',
    staff: { id: consignment.staff_id, name: consignment.staff_name },
    details: tracking,
  } as const
  for (;;) {
    const found = await findOrder(within, orderCode)
    if (found === null || isShipped(presentOrder(found, now))) return
    const change = { set: { ...tracking, shipped_at: consignment.created_at } }
    if ((await writeChange(within, done, change, found.record, now)) !== null) return
  }
}

/** Writes an event of an order, with its record as it is now in the transaction. */
export async function writeOrderEvent(
  within: Transaction<Database>,
  type: OrderEvent,
  code: string,
  now: number,
): Promise<void> {
  await writeEvent(within, { type, subject: code, at: now }, async () => {
    const changed = await findOrder(within, code)
    return changed && presentOrder(changed, now)
  })
}

/** What a source did to an order, whatever staff had done. */
export interface SourceDeed {
  id: number
  code: string
  action: 'cancel' | 'reopen' | 'hold' | 'release' | 'source-change'
  /** Who did it there; null if unknown. */
  by: string | null
  status: string | null
  /** What the source wants beside what is here, in words. */
  notes?: string
  /** Formatted by `db/times.ts`. */
  at: string
}

/** Records a change by a source in the history, and reports a stop in the log and to other systems (ORD-44). */
export async function noteBySource(
  within: Transaction<Database>,
  { id, code, action, by, status, notes, at }: SourceDeed,
): Promise<void> {
  const details = JSON.stringify(notes === undefined ? { status } : { notes })
  await within
    .insertInto('order_events')
    .values({ order_id: id, action, staff_id: '', staff_name: by ?? '', at, details })
    .execute()
  if (action !== 'cancel') return
  // The customer is not told any more that it is ready.
  await withdrawMailsOf(within, id, at)
  log.warn({ orderCode: code, status }, 'An order was stopped by its source')
  const now = Date.parse(at)
  await writeOrderEvent(within, 'order.cancelled', code, now)
}
