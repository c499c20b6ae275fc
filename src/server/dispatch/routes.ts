import type { Hono } from 'hono'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { PACKAGE_TYPES } from '../../contract/consignments.ts'
import type { PackedPiece, Packing, PackingItem, SkipBody } from '../../contract/dispatch.ts'
import * as calls from '../../contract/dispatch.ts'
import { listCartons } from '../../contract/dispatch.ts'
import type { StepOutcome } from '../../contract/wire.ts'
import { aucklandDayStart, daysBefore, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { isNameAsCode, leftOf } from '../../domain/orders/item-check.ts'
import { canSkip } from '../../domain/orders/order-actions.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database, OrderRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv, Staff } from '../http/session.ts'
import { type ChangeDeps, changeOrder } from '../orders/change.ts'
import { reasonIn } from '../orders/hold.ts'
import { findMeantOrder, itemsKeyOf } from '../orders/store.ts'
import type { Config } from '../platform/config.ts'
import { findNextToShip } from './next-to-ship.ts'

interface DispatchDeps extends ChangeDeps {
  db: Connections
  config: Pick<Config, 'cartons'>
}

/** Serves the calls of the capabilities `dispatch` and `cartons`. */
export function dispatchRoutes(app: Hono<SessionEnv>, deps: DispatchDeps): void {
  const { db, clock } = deps
  serveCall(app, listCartons, async () => deps.config.cartons ?? [])

  serveCall(app, calls.getPacking, async ({ parameter }) => {
    const found = await findMeantOrder(db, parameter('code'))
    if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
    const { customer_code, code } = found.record
    const items = await itemsToPack(db, found.record.id)
    return {
      weight: weightOf(items),
      last: await lastPieces(db, customer_code),
      items,
      again: await bookedAgain(db, code),
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

/** An order's items that are still to be sent, with what is known of their products. */
async function itemsToPack(db: Kysely<Database>, orderId: number): Promise<PackingItem[]> {
  const items = await db
    .selectFrom('order_items')
    .leftJoin('products', 'products.code', 'order_items.product_code')
    .select([
      'order_items.id',
      'order_items.product_code',
      'order_items.product_name',
      'order_items.quantity',
      'order_items.fulfilled_quantity',
    ])
    .select(['products.id as product_id'])
    .select(['products.weight', 'products.height', 'products.depth', 'products.width'])
    .where('order_id', '=', orderId)
    .orderBy('order_items.id')
    .execute()
  return items.flatMap(
    ({ id, product_code, product_name, product_id, quantity, fulfilled_quantity, ...size }) => {
      const left = leftOf({ quantity, fulfilled_quantity })
      const isUncoded = product_id === null && isNameAsCode(product_code, product_name)
      const code = isUncoded ? null : nonBlank(product_code)
      // Nothing of it is to be sent: it was sent elsewhere, or it is a text or a discount.
      return left === 0 ? [] : [{ line: String(id), code, quantity: left, ...size }]
    },
  )
}

/** Kilograms of items; null if there are none, or if the weight of any of them is unknown. */
function weightOf(items: readonly PackingItem[]): number | null {
  let kilograms = 0
  for (const { weight, quantity } of items) {
    if (weight === null || weight <= 0) return null
    kilograms += (quantity ?? 0) * weight
  }
  return kilograms > 0 ? Math.round(kilograms * GRAMS) / GRAMS : null
}

/** What was booked last for an order of the same items as this one (PACK-3). */
async function bookedAgain(db: Kysely<Database>, orderCode: string): Promise<Packing['again']> {
  const key = await itemsKeyOf(db, orderCode)
  if (key === null) return { order_code: null, pieces: [] }
  const last = await db
    .selectFrom('consignments')
    .select(['id', 'order_code'])
    .where('items_key', '=', key)
    .where('deleting_since', 'is', null)
    .where('deleted_at', 'is', null)
    // Each of several consignments of an order held a part of its items only.
    .where(
      sql<SqlBool>`not exists (select 1 from consignments other where other.order_code = consignments.order_code
        and other.id != consignments.id and other.deleting_since is null and other.deleted_at is null)`,
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { order_code: last?.order_code ?? null, pieces: last ? await piecesOf(db, last.id) : [] }
}

/** The pieces of a customer's last consignment that was not deleted. */
export async function lastPieces(db: Kysely<Database>, customerCode: string): Promise<PackedPiece[]> {
  const last = await db
    .selectFrom('consignments')
    .select('id')
    .where('customer_code', '=', customerCode)
    .where('deleting_since', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? piecesOf(db, last.id) : []
}

async function piecesOf(db: Kysely<Database>, consignmentId: number): Promise<PackedPiece[]> {
  const pieces = await db
    .selectFrom('consignment_parts')
    .select(['package_type', 'height', 'length', 'width', 'weight'])
    .where('consignment_id', '=', consignmentId)
    .orderBy('id')
    .execute()
  return pieces.map(({ package_type, ...sides }) => ({
    package_type: PACKAGE_TYPES.find((type) => type === package_type) ?? null,
    ...sides,
  }))
}
