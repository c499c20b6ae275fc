import type { Kysely, Transaction } from 'kysely'
import { BEING_DELETED } from '../../domain/freight/consignment.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { noteChanges } from '../changes/note-changes.ts'
import { CourierRefused } from '../couriers/courier.ts'
import type { ConsignmentRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'
import { writeChange } from '../orders/change.ts'
import { changeWithout, effectiveSteps } from '../orders/steps.ts'
import { findOrder } from '../orders/store.ts'
import { withTimeOut } from '../platform/limits.ts'
import { log, logSecurity } from '../platform/log.ts'
import type { ConsignmentDeps } from './deps.ts'
import { writeConsignmentEvent } from './present.ts'
import { findConsignmentRow } from './store.ts'

/** A consignment whose deletion was requested, with who requested it. */
type Deleting = ConsignmentRow & { deleted_by_id: string; deleted_by_name: string }

/**
 * Deletes a consignment: records the intent, cancels at the courier, then commits the deletion and removes the shipment
 * from its order. An interrupted deletion is finished by `settleDeletions` or the next request; the states
 * are in docs/booking.md.
 * @throws Refusal 404 without such a consignment, 409 if it is under way, 503 if the courier has not confirmed
 */
export async function cancelAndDelete(
  deps: ConsignmentDeps,
  trackingCode: string,
  staff: Staff,
): Promise<void> {
  const row = await findConsignmentRow(deps.db, trackingCode)
  if (row === null) throw new Refusal(404, MESSAGES.consignmentNotFound)
  if (row.deleted_at !== null) return
  const isRefused =
    !isDeleting(row) &&
    ((row.picked_at ?? row.manifested_at ?? row.manifest_id ?? row.delivered_at) !== null ||
      !courierOf(deps, row))
  if (isRefused) throw new Refusal(409, MESSAGES.consignmentDelete)
  const isDeleted = await settleDeletion(deps, isDeleting(row) ? row : await recordIntent(deps, row, staff))
  if (!isDeleted) throw new Refusal(409, MESSAGES.consignmentDelete)
}

/**
 * Settles a pending deletion of an order's own consignment, so that the order can be booked again.
 * @throws Refusal 503 where the courier has not confirmed
 */
export async function settleDeletionOf(deps: ConsignmentDeps, orderCode: string): Promise<void> {
  const rows = await pendingDeletions(deps.db)
    .where('order_code', '=', orderCode)
    .where('reference', 'is', null)
    .execute()
  for (const row of rows.filter(isDeleting)) await settleDeletion(deps, row)
}

/** Settles pending deletions as far as their couriers respond: at startup and every minute. */
export async function settleDeletions(deps: ConsignmentDeps): Promise<void> {
  const rows = await pendingDeletions(deps.db).execute()
  for (const row of rows.filter(isDeleting)) {
    try {
      await settleDeletion(deps, row)
    } catch (error) {
      if (!(error instanceof Refusal))
        log.error({ err: error, trackingCode: row.tracking_code }, 'Consignment could not be deleted')
    }
  }
}

function pendingDeletions(db: Kysely<Database>) {
  return db
    .selectFrom('consignments')
    .selectAll()
    .where('deleting_since', 'is not', null)
    .where('deleted_at', 'is', null)
}

function isDeleting(row: ConsignmentRow): row is Deleting {
  return row.deleting_since !== null && row.deleted_by_id !== null && row.deleted_by_name !== null
}

/** @throws Refusal 409 if it has been put into a manifest in the meantime */
async function recordIntent(
  { db, clock }: ConsignmentDeps,
  row: ConsignmentRow,
  staff: Staff,
): Promise<Deleting> {
  const intent = {
    deleting_since: timestamp(clock()),
    deleted_by_id: staff.id,
    deleted_by_name: staff.name,
  }
  await db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('consignments')
      .set(intent)
      .where('id', '=', row.id)
      .where('deleting_since', 'is', null)
      .where('manifest_id', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) await refuseManifested(within, row)
    await noteChange(within, row)
  })
  return { ...row, ...intent }
}

/**
 * Cancels at the courier and commits the deletion. A second cancellation succeeds like the first, so that several
 * processes may do this at once. If the courier refuses, the consignment is live again.
 * @returns whether it is deleted
 * @throws Refusal 503 if the courier has not confirmed; the deletion stays pending
 */
async function settleDeletion(deps: ConsignmentDeps, row: Deleting): Promise<boolean> {
  const courier = courierOf(deps, row)
  if (courier === undefined) throw pending(`${row.provider_name} is not set up any more.`)
  try {
    await withTimeOut(deps.timeOuts.ask, (signal) => courier.cancel(row.tracking_code, signal))
  } catch (error) {
    if (error instanceof CourierRefused) {
      await dropIntent(deps, row)
      return false
    }
    log.error(
      { err: error, courier: courier.name, trackingCode: row.tracking_code },
      'Courier has not confirmed a cancellation',
    )
    throw pending(`${courier.name} has not confirmed yet.`)
  }
  const now = deps.clock()
  const { deleted_by_id, deleted_by_name } = row
  const isNew = await deps.db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('consignments')
      .set({ deleted_at: timestamp(now), deleted_by_id, deleted_by_name })
      .where('id', '=', row.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await takeBack(within, row, now)
    await noteChange(within, row)
    await writeConsignmentEvent(within, 'consignment.deleted', row, now)
    return true
  })
  if (isNew) {
    const { tracking_code: trackingCode, order_code: orderCode } = row
    logSecurity(
      'consignment-deleted',
      { trackingCode, orderCode },
      { id: deleted_by_id, name: deleted_by_name },
    )
  }
  return true
}

function courierOf({ couriers }: ConsignmentDeps, row: ConsignmentRow) {
  return couriers.find(({ slug }) => slug === row.courier)
}

function pending(reason: string): Refusal {
  return new Refusal(503, `${BEING_DELETED}: ${reason}`)
}

async function dropIntent({ db }: ConsignmentDeps, row: Deleting): Promise<void> {
  await db.transaction().execute(async (within) => {
    await within
      .updateTable('consignments')
      .set({ deleting_since: null, deleted_by_id: null, deleted_by_name: null })
      .where('id', '=', row.id)
      .where('deleted_at', 'is', null)
      .execute()
    await noteChange(within, row)
  })
}

/** @throws Refusal 409 if a consignment is in a manifest */
async function refuseManifested(within: Transaction<Database>, { id }: ConsignmentRow): Promise<void> {
  const manifested = await within
    .selectFrom('consignments')
    .select('id')
    .where('id', '=', id)
    .where('manifest_id', 'is not', null)
    .executeTakeFirst()
  if (manifested) throw new Refusal(409, MESSAGES.consignmentDelete)
}

function noteChange(within: Transaction<Database>, { tracking_code }: ConsignmentRow): Promise<void> {
  return noteChanges(within, [{ kind: 'consignment', code: tracking_code, is_new: false }])
}

/** Restores the order as it was before the booking, unless it has another tracking code by now. */
async function takeBack(within: Transaction<Database>, row: Deleting, now: number): Promise<void> {
  const done = {
    action: 'delete-consignment',
    staff: { id: row.deleted_by_id, name: row.deleted_by_name },
    details: { tracking_code: row.tracking_code },
  } as const
  const otherwise = { shipped_at: null, tracking_company: null, tracking_code: null, tracking_url: null }
  for (;;) {
    const found = row.order_code === null ? null : await findOrder(within, row.order_code)
    if (found?.record.tracking_code !== row.tracking_code) return
    const steps = await effectiveSteps(within, found.record.id)
    const booking = steps.findLast(({ action }) => action === 'create-consignment')
    const change = changeWithout(found.record, steps, booking, otherwise)
    const reverts = booking?.id ?? null
    if ((await writeChange(within, { ...done, reverts }, change, found.record, now)) !== null) return
  }
}
