import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { PACKAGE_TYPES } from '../../contract/consignments.ts'
import type { SkipBody } from '../../contract/dispatch.ts'
import * as calls from '../../contract/dispatch.ts'
import type { StepOutcome } from '../../contract/wire.ts'
import { aucklandDayStart, daysBefore, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { leftOf } from '../../domain/orders/item-check.ts'
import { canSkip } from '../../domain/orders/order-actions.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { ConsignmentPartRow } from '../db/consignment-tables.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database, OrderRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv, Staff } from '../http/session.ts'
import { type ChangeDeps, changeOrder } from '../orders/change.ts'
import { reasonIn } from '../orders/hold.ts'
import { findMeantOrder } from '../orders/store.ts'
import { findNextToShip } from './next-to-ship.ts'

/** Serves the calls of the capability `dispatch`. */
export function dispatchRoutes(app: Hono<SessionEnv>, deps: ChangeDeps & { db: Connections }): void {
  const { db, clock } = deps

  serveCall(app, calls.getPacking, async ({ parameter }) => {
    const found = await findMeantOrder(db, parameter('code'))
    if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
    const { id, customer_code } = found.record
    const pieces = await lastPieces(db, customer_code)
    return {
      weight: await weightOfItems(db, id),
      last: pieces.map(({ package_type, height, length, width, weight }) => ({
        package_type: PACKAGE_TYPES.find((type) => type === package_type) ?? null,
        height,
        length,
        width,
        weight,
      })),
    }
  })

  serveCall(app, calls.getNextToShip, ({ query, staff }) => findNextToShip(db, query, clock(), staff.id))

  serveCall(app, calls.skipOrder, ({ parameter, body, staff }) =>
    skipByStaff(deps, parameter('code'), body, staff),
  )
  serveCall(app, calls.unskipOrder, ({ parameter, staff }) => endSkipByStaff(deps, parameter('code'), staff))
}

type Skip = Pick<OrderRow, 'skipped_until' | 'skip_reason' | 'skipped_by'>

/**
 * Sets an order aside until tomorrow in Auckland, also if it is set aside already.
 * @throws Refusal 404 without such an order, 409 if it cannot be shipped anyway, 422 without a reason
 */
async function skipByStaff(
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
function endSkipByStaff(deps: ChangeDeps, code: string, staff: Staff): Promise<StepOutcome> {
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

/** Products are weighed in grams. */
const GRAMS = 1000

/** Kilograms of an order's items that are still to be sent; null if it has none, or if the weight of any of them is unknown. */
async function weightOfItems(db: Kysely<Database>, orderId: number): Promise<number | null> {
  const items = await db
    .selectFrom('order_items')
    .leftJoin('products', 'products.code', 'order_items.product_code')
    .select(['order_items.quantity', 'order_items.fulfilled_quantity', 'products.weight'])
    .where('order_id', '=', orderId)
    .execute()
  let kilograms = 0
  for (const { weight, ...item } of items) {
    // Nothing of it is to be sent: it was sent elsewhere, or it is a text or a discount.
    if (leftOf(item) === 0) continue
    if (weight === null || weight <= 0) return null
    kilograms += leftOf(item) * weight
  }
  return kilograms > 0 ? Math.round(kilograms * GRAMS) / GRAMS : null
}

/** The pieces of a customer's last consignment that was not deleted. */
export async function lastPieces(
  db: Kysely<Database>,
  customerCode: string,
): Promise<Pick<ConsignmentPartRow, 'package_type' | 'height' | 'length' | 'width' | 'weight'>[]> {
  const last = await db
    .selectFrom('consignments')
    .select('id')
    .where('customer_code', '=', customerCode)
    .where('deleting_since', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return []
  return db
    .selectFrom('consignment_parts')
    .select(['package_type', 'height', 'length', 'width', 'weight'])
    .where('consignment_id', '=', last.id)
    .orderBy('id')
    .execute()
}
