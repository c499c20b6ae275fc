import type { Kysely } from 'kysely'
import type { SkipBody } from '../../contract/dispatch.ts'
import type { Outcome } from '../../contract/wire.ts'
import { aucklandDayStart, daysBefore, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { canSkip } from '../../domain/orders/order-actions.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { noteChanges } from '../changes/note-changes.ts'
import type { Database, OrderRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'
import { reasonIn } from '../orders/hold.ts'
import { presentOrder } from '../orders/present.ts'
import { findOrder } from '../orders/store.ts'

interface SkipDeps {
  db: Kysely<Database>
  clock: Clock
}

type Skip = Pick<OrderRow, 'skipped_until' | 'skip_reason' | 'skipped_by'>

/**
 * Sets an order aside until tomorrow in Auckland, also if it is set aside already.
 * @throws Refusal 404 without such an order, 409 if it cannot be shipped anyway, 422 without a reason
 */
export async function setAside(deps: SkipDeps, code: string, body: SkipBody, staff: Staff): Promise<Outcome> {
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
export function endSetAside(deps: SkipDeps, code: string, staff: Staff): Promise<Outcome> {
  const skip: Skip = { skipped_until: null, skip_reason: null, skipped_by: null }
  return setSkip(deps, code, staff, { skip, action: 'unskip', details: {} })
}

async function setSkip(
  { db, clock }: SkipDeps,
  code: string,
  staff: Staff,
  { skip, action, details }: { skip: Skip; action: 'skip' | 'unskip'; details: object },
): Promise<Outcome> {
  const now = clock()
  const found = await findOrder(db, code)
  if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
  const { reason } = canSkip(presentOrder(found, now))
  if (reason !== null) throw new Refusal(409, `${reason}.`)
  await db.transaction().execute(async (within) => {
    const { id: order_id } = found.record
    await within.updateTable('orders').set(skip).where('id', '=', order_id).execute()
    const by = { staff_id: staff.id, staff_name: staff.name, at: timestamp(now) }
    await within
      .insertInto('order_events')
      .values({ order_id, action, ...by, details: JSON.stringify(details) })
      .execute()
    await noteChanges(within, [{ kind: 'order', code: found.record.code, is_new: false }])
  })
  return { success: true, message: null }
}
