import type { Order } from '../../contract/orders.ts'
import type { StepOutcome } from '../../contract/wire.ts'
import {
  canKeepSourceChanges,
  canTakeSourceChanges,
  type Offer,
  offerUnless,
} from '../../domain/orders/order-actions.ts'
import { sourceSentence } from '../../domain/orders/source-changes.ts'
import { deedOf } from '../../domain/orders/taking-back.ts'
import type { Staff } from '../http/session.ts'
import { type ChangeDeps, changeOrder } from './change.ts'
import { readWants, takenValues, writeWants } from './source-changes.ts'
import { isEffective } from './steps.ts'

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
