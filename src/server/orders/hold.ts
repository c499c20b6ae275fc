import type { HoldBody, Order } from '../../contract/orders.ts'
import type { StepOutcome } from '../../contract/wire.ts'
import {
  canHold,
  canKeepSourceChanges,
  canRelease,
  canTakeSourceChanges,
  type Offer,
  offerUnless,
} from '../../domain/orders/order-actions.ts'
import { sourceSentence } from '../../domain/orders/source-changes.ts'
import { deedOf } from '../../domain/orders/taking-back.ts'
import { timestamp } from '../db/times.ts'
import { invalidField } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'
import { type ChangeDeps, changeOrder } from './change.ts'
import { readWants, takenValues, writeWants } from './source-changes.ts'
import { isEffective } from './steps.ts'

/** Limit of a reason, in characters. */
const LONGEST_REASON = 500

/**
 * Puts an order on hold.
 * @throws Refusal 404 without such an order, 409 if it is stopped, held or sent, 422 without a reason
 */
export function holdByStaff(
  deps: ChangeDeps,
  code: string,
  body: HoldBody,
  staff: Staff,
): Promise<StepOutcome> {
  const reason = reasonIn(body)
  return changeOrder(deps, {
    code,
    action: 'hold',
    allowed: canHold,
    staff,
    details: { reason },
    decide: (_, now) => ({
      set: { is_held: 1, held_at: timestamp(now), held_by: staff.name, hold_reason: reason },
    }),
  })
}

/**
 * Releases an order that staff or its source have on hold. Its status is again what its dates amount to.
 * @throws Refusal 404 without such an order, 409 if it is not on hold, 422 without a reason
 */
export function releaseByStaff(
  deps: ChangeDeps,
  code: string,
  body: HoldBody,
  staff: Staff,
): Promise<StepOutcome> {
  const reason = reasonIn(body)
  return changeOrder(deps, {
    code,
    action: 'release',
    allowed: canRelease,
    staff,
    details: { reason },
    decide: () => ({ set: { is_held: 0, held_at: null, held_by: null, hold_reason: null } }),
  })
}

/**
 * Takes over what the source of an order wants (ORD-82).
 * @throws Refusal 404 without such an order, 409 if there is nothing to take, or it is stopped
 */
export function takeChanges(deps: ChangeDeps, code: string, staff: Staff): Promise<StepOutcome> {
  return decideOnChanges(deps, code, staff, {
    action: 'take-source-changes',
    allowed: canTakeSourceChanges,
    decide({ source_changes }) {
      const { set, items } = takenValues(source_changes)
      return { set: { ...set, source_changes: null }, ...(items && { items }) }
    },
  })
}

/**
 * Keeps an order as it is here. The same change is not noted again.
 * @throws Refusal 404 without such an order, 409 if its source wants nothing else
 */
export function keepChanges(deps: ChangeDeps, code: string, staff: Staff): Promise<StepOutcome> {
  return decideOnChanges(deps, code, staff, {
    action: 'keep-source-changes',
    allowed: canKeepSourceChanges,
    decide({ source_changes, source_kept }) {
      const kept = { ...readWants(source_kept), ...readWants(source_changes) }
      return { set: { source_changes: null, source_kept: writeWants(kept) } }
    },
  })
}

/** The history has the differences in words. If another desk has decided first, the refusal tells who. */
function decideOnChanges(
  deps: ChangeDeps,
  code: string,
  staff: Staff,
  parts: Pick<Parameters<typeof changeOrder>[1], 'action' | 'decide'> & { allowed(order: Order): Offer },
): Promise<StepOutcome> {
  return changeOrder(deps, {
    ...parts,
    code,
    staff,
    details: {},
    async allowed(order) {
      const decided = sourceSentence(order) === '' ? await lastDecision(deps.db, code) : null
      return decided === null ? parts.allowed(order) : offerUnless(decided)
    },
    decide: (record, now, order) => ({
      ...parts.decide(record, now, order),
      details: { notes: sourceSentence(order) },
    }),
  })
}

/** Who decided on the last change of the source, and when; null if nobody has. */
async function lastDecision(db: ChangeDeps['db'], code: string): Promise<string | null> {
  const last = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['order_events.action', 'order_events.staff_name', 'order_events.at'])
    .where('orders.code', '=', code)
    .where('order_events.action', 'in', ['source-change', 'take-source-changes', 'keep-source-changes'])
    .where(isEffective)
    .orderBy('order_events.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined || last.action === 'source-change') return null
  return deedOf(last.action, last.staff_name, last.at)
}

/** @throws Refusal 422 without a reason, or if it is too long */
export function reasonIn(body: Pick<HoldBody, 'reason'>): string {
  const reason = body.reason.trim()
  if (reason === '') throw invalidField(422, 'reason', 'is required')
  if (reason.length > LONGEST_REASON) {
    throw invalidField(422, 'reason', `may have at most ${LONGEST_REASON} characters`)
  }
  return reason
}
