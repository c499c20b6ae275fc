import type { HoldBody } from '../../contract/orders.ts'
import type { StepOutcome } from '../../contract/wire.ts'
import { canHold, canRelease, stepTextFault } from '../../domain/orders/order-actions.ts'
import { timestamp } from '../db/times.ts'
import { invalidField } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'
import { type ChangeDeps, type ChangeRequest, changeOrder } from './change.ts'

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
  return changeOrder(deps, holdRequest(code, reasonIn(body), staff))
}

/** The change that puts an order on hold. */
export function holdRequest(code: string, reason: string, staff: Staff): ChangeRequest {
  return {
    code,
    action: 'hold',
    allowed: canHold,
    staff,
    details: { reason },
    decide: (_, now) => ({
      set: { is_held: 1, held_at: timestamp(now), held_by: staff.name, hold_reason: reason },
    }),
  }
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
  return changeOrder(deps, releaseRequest(code, reasonIn(body), staff))
}

/** The change that releases an order. */
export function releaseRequest(code: string, reason: string, staff: Staff): ChangeRequest {
  return {
    code,
    action: 'release',
    allowed: canRelease,
    staff,
    details: { reason },
    decide: () => ({ set: { is_held: 0, held_at: null, held_by: null, hold_reason: null } }),
  }
}

/** @throws Refusal 422 without a reason, or if it is too long */
export function reasonIn(body: Pick<HoldBody, 'reason'>): string {
  const reason = body.reason.trim()
  if (reason === '') throw invalidField(422, 'reason', 'is required')
  const fault = stepTextFault('reason', reason)
  if (fault !== null) throw invalidField(422, 'reason', fault)
  return reason
}
