import type { Kysely, Transaction } from 'kysely'
import { isOrderAction } from '../../contract/orders.ts'
import type { TakeBackBody, UndoneOrder } from '../../contract/taking-back.ts'
import type { Outcome } from '../../contract/wire.ts'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { ORDER_ACTIONS } from '../../domain/orders/order-actions.ts'
import { deedOf } from '../../domain/orders/taking-back.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { noteChanges } from '../changes/note-changes.ts'
import { isAmong, lockRows } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'
import { withdrawMails } from '../outbox/queue.ts'
import { ORDER_CHANGES } from './actions.ts'
import { type ChangeDeps, orderSearchText, renewSearchText, writeChange, writeOrderEvent } from './change.ts'
import { reasonIn } from './hold.ts'
import { presentOrder } from './present.ts'
import { replaceItems } from './source-changes.ts'
import {
  changesIn,
  changeWithout,
  columnsOf,
  effectiveSteps,
  type StepChanges,
  type StepRow,
  type StepValues,
  writeStep,
} from './steps.ts'
import { findOrder, type OrderRecord } from './store.ts'

/** An undo may arrive this much later than it was possible, in milliseconds: it was sent in time. */
const UNDER_WAY_MS = 5_000

const TOO_LATE = 'It is too late to undo it. Take it back with a reason instead.'
const CHANGED_SINCE = 'The order has been changed since by its source.'
const MAIL_SENT = 'The e-mail to the customer has been sent already.'

/**
 * Undoes steps, of each order all or none. An order that cannot be undone is refused with the reason, and does not stop
 * the others. Repeating an undo changes nothing and succeeds.
 * @param ids of the steps, as in the answers of the actions
 * @throws Refusal 404 if there is no such step
 */
export async function undo(deps: ChangeDeps, ids: readonly string[], staff: Staff): Promise<UndoneOrder[]> {
  const steps = await stepsWithIds(deps.db, ids)
  const newest = steps.reduce((latest, { at }) => Math.max(latest, parseInstant(at) ?? 0), 0)
  const isLate = deps.clock() > newest + deps.undoWithin + UNDER_WAY_MS
  const byOrder = new Map<string, StepRow[]>()
  for (const step of steps) byOrder.set(step.code, [...(byOrder.get(step.code) ?? []), step])
  const undone: UndoneOrder[] = []
  for (const [code, ofOrder] of byOrder) {
    undone.push({ code, ...(await undoOn(deps, code, ofOrder, staff, isLate)) })
  }
  return undone
}

async function stepsWithIds(db: Kysely<Database>, ids: readonly string[]) {
  const numbers = [...new Set(ids)].map((id) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0))
  const steps = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .selectAll('order_events')
    .select('orders.code')
    .where(isAmong(db, 'order_events.id', numbers))
    .orderBy('order_events.id')
    .execute()
  if (steps.length < numbers.length) throw new Refusal(404, 'There is no such step.')
  return steps
}

/** Undoes steps of one order in one transaction. A refusal rolls it back. */
async function undoOn(
  { db, clock }: ChangeDeps,
  code: string,
  steps: readonly StepRow[],
  staff: Staff,
  isLate: boolean,
): Promise<Omit<UndoneOrder, 'code'>> {
  const now = clock()
  try {
    await db.transaction().execute(async (within) => {
      await lockRows(
        within,
        'orders',
        steps.slice(0, 1).map(({ order_id }) => order_id),
      )
      const open = await notUndone(within, steps, staff)
      if (open.length === 0) return
      if (isLate || open.some(({ staff_id }) => staff_id !== staff.id)) throw new Refusal(409, TOO_LATE)
      await restore(within, code, open, staff, now)
    })
    return { success: true, message: null }
  } catch (error) {
    if (error instanceof Refusal) return { success: false, message: error.message }
    throw error
  }
}

/**
 * The steps that the caller has not undone before, such as by a request whose answer was lost.
 * @throws Refusal 409 if one was taken back
 */
async function notUndone(
  within: Transaction<Database>,
  steps: readonly StepRow[],
  staff: Staff,
): Promise<StepRow[]> {
  const ids = steps.map(({ id }) => id)
  const reverting = await within
    .selectFrom('order_events')
    .selectAll()
    .where(isAmong(within, 'reverts', ids))
    .execute()
  const other = reverting.find(({ action, staff_id }) => action !== 'undo' || staff_id !== staff.id)
  if (other) throw sinceChanged(other)
  return steps.filter(({ id }) => !reverting.some(({ reverts }) => reverts === id))
}

/** @throws Refusal 409 if anything has happened to the order since, or its e-mail was sent */
async function restore(
  within: Transaction<Database>,
  code: string,
  steps: readonly StepRow[],
  staff: Staff,
  now: number,
): Promise<void> {
  const found = await findOrder(within, code)
  if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
  const order = found.record
  const first = steps[0]?.id ?? 0
  const since = (await effectiveSteps(within, order.id)).find(
    ({ id }) => id > first && !steps.some((step) => step.id === id),
  )
  if (since) throw sinceChanged(since)
  const booked = await consignmentOf(within, order)
  const all = steps.map((step) => ({ step, changes: recorded(step) }))
  if (booked && all.some(({ changes }) => changes.after.shipped_at !== undefined))
    throw hasConsignment(booked)
  const after = merged(all.map(({ changes }) => changes.after))
  const before = merged(all.map(({ changes }) => changes.before).reverse())
  if (columnsOf(after).some((column) => order[column] !== after[column]))
    throw new Refusal(409, CHANGED_SINCE)
  const restored = { ...order, ...before }
  await within
    .updateTable('orders')
    .set({ ...before, search_text: orderSearchText(restored) })
    .where('id', '=', order.id)
    .execute()
  if (before.customer_id !== undefined) await renewSearchText(within, code)
  for (const { step, changes } of all.toReversed()) {
    const done = { action: 'undo', staff, details: { step: step.action }, reverts: step.id }
    const items = changes.items && (await replaceItems(within, order.id, changes.items.before))
    const inverse: StepChanges = { before: changes.after, after: changes.before, ...(items && { items }) }
    await writeStep(within, order.id, { ...done, changes: inverse }, now)
  }
  const ids = steps.map(({ id }) => id)
  if (!(await withdrawMails(within, ids, timestamp(now)))) throw new Refusal(409, MAIL_SENT)
  await noteChanges(within, [{ kind: 'order', code, is_new: false }])
  await writeOrderEvent(within, 'order.reverted', code, now)
}

/** The values of several steps; later ones win. */
function merged(steps: readonly StepValues[]): StepValues {
  const values: StepValues = {}
  for (const step of steps) Object.assign(values, step)
  return values
}

/** @throws Refusal 409 for a step of an older version */
function recorded(step: StepRow): StepChanges {
  const changes = changesIn(step)
  if (changes === null) throw new Refusal(409, TOO_LATE)
  return changes
}

/** Names who has changed the order since. */
function sinceChanged({ action, staff_name, at }: StepRow): Refusal {
  return new Refusal(409, `${deedOf(action, staff_name, at)}.`)
}

/**
 * Takes a step of an order back. Its e-mail is withdrawn if it was not sent yet; otherwise the message names it.
 * @throws Refusal 404 without such an order, 409 if the step was not taken or another depends on it, 422 without a reason
 */
export async function takeBack(
  { db, clock }: ChangeDeps,
  code: string,
  body: TakeBackBody,
  staff: Staff,
): Promise<Outcome> {
  const reason = reasonIn(body)
  const now = clock()
  return db.transaction().execute(async (within) => {
    const row = await within.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirst()
    if (row !== undefined) await lockRows(within, 'orders', [row.id])
    const found = await findOrder(within, code)
    if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
    const refusal = ORDER_ACTIONS[body.step].stays(presentOrder(found, now))
    if (refusal !== null) throw new Refusal(409, `${refusal}.`)
    const booked = body.step === 'add-tracking' ? await consignmentOf(within, found.record) : undefined
    if (booked) throw hasConsignment(booked)
    const steps = await effectiveSteps(within, found.record.id)
    const step = steps.findLast(
      ({ action }) => isOrderAction(action) && ORDER_ACTIONS[action].step === ORDER_ACTIONS[body.step].step,
    )
    const change = changeWithout(found.record, steps, step, ORDER_CHANGES[body.step].without)
    const details = { step: body.step, reason }
    const done = { action: 'take-back', staff, details, reverts: step?.id ?? null } as const
    if ((await writeChange(within, done, change, found.record, now)) === null) {
      throw new Refusal(409, CHANGED_SINCE)
    }
    const isUnsent = step === undefined || (await withdrawMails(within, [step.id], timestamp(now)))
    return { success: true, message: isUnsent ? null : MAIL_SENT }
  })
}

/** A consignment of an order that is not deleted. */
function consignmentOf(within: Transaction<Database>, { code }: OrderRecord) {
  return within
    .selectFrom('consignments')
    .select('tracking_code')
    .where('order_code', '=', code)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
}

function hasConsignment({ tracking_code }: { tracking_code: string }): Refusal {
  return new Refusal(409, `The order has consignment ${tracking_code}. Delete the consignment instead.`)
}
