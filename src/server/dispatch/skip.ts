import type { SkipBody } from '../../contract/dispatch.ts'
import type { StepOutcome } from '../../contract/wire.ts'
import { aucklandDayStart, daysBefore, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { canSkip } from '../../domain/orders/order-actions.ts'
import type { OrderRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { Staff } from '../http/session.ts'
import { type ChangeDeps, changeOrder } from '../orders/change.ts'
import { reasonIn } from '../orders/hold.ts'

type Skip = Pick<OrderRow, 'skipped_until' | 'skip_reason' | 'skipped_by'>

/**
 * Sets an order aside until tomorrow in Auckland, also if it is set aside already.
 * @throws Refusal 404 without such an order, 409 if it cannot be shipped anyway, 422 without a reason
 */
export async function skipByStaff(
  deps: ChangeDeps,
  code: string,
  body: SkipBody,
  staff: Staff,
): Promise<StepOutcome> {
  const reason = reasonIn(body)
  const now = deps.clock()
  const until = daysBefore(todayInAuckland(now), -1)
  const skip: Skip = {
    skipped_until: timestamp(aucklandDayStart(until)),
    skip_reason: reason,
    skipped_by: staff.name,
  }
  return setSkip(deps, code, staff, { skip, action: 'skip', details: { reason, until } })
}

/**
 * Ends the skip of an order.
 * @throws Refusal 404 without such an order, 409 if it cannot be shipped anyway
 */
export function endSkipByStaff(deps: ChangeDeps, code: string, staff: Staff): Promise<StepOutcome> {
  const skip: Skip = { skipped_until: null, skip_reason: null, skipped_by: null }
  return setSkip(deps, code, staff, { skip, action: 'unskip', details: {} })
}

function setSkip(
  deps: ChangeDeps,
  code: string,
  staff: Staff,
  { skip, action, details }: { skip: Skip; action: 'skip' | 'unskip'; details: object },
): Promise<StepOutcome> {
  return changeOrder(deps, {
    code,
    action,
    allowed: canSkip,
    staff,
    details,
    decide: () => ({ set: skip }),
  })
}
