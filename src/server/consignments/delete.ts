import type { Transaction } from 'kysely'
import { MESSAGES } from '../../domain/catalogue.ts'
import { CourierRefused } from '../couriers/courier.ts'
import { orAborted } from '../couriers/or-aborted.ts'
import type { ConsignmentRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import { writeLog } from '../log.ts'
import { writeChange } from '../orders/change.ts'
import { findOrder } from '../orders/store.ts'
import type { Staff } from '../sign-in/staff.ts'
import type { ConsignmentDeps } from './deps.ts'
import { findConsignmentRow } from './store.ts'

/**
 * Cancels a consignment at its courier, then deletes it and takes the shipment back from its order. Deleting it again
 * changes nothing more, so that one broken off anywhere can be repeated.
 * @throws Refusal 404 without such a consignment, 409 where it is on its way, 503 where the courier cannot be asked
 */
export async function deleteConsignment(
  deps: ConsignmentDeps,
  trackingCode: string,
  staff: Staff,
): Promise<void> {
  const row = await findConsignmentRow(deps.db, trackingCode)
  if (row === null) throw new Refusal(404, MESSAGES.consignmentNotFound)
  if (row.deleted_at !== null) return
  if (row.picked_at ?? row.manifested_at ?? row.delivered_at)
    throw new Refusal(409, MESSAGES.consignmentDelete)
  await cancel(deps, row)
  const at = timestamp(deps.clock())
  await deps.db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('consignments')
      .set({ deleted_at: at, deleted_by_id: staff.id, deleted_by_name: staff.name })
      .where('id', '=', row.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await takeBack(within, row, staff, at)
  })
}

async function cancel({ couriers, patience }: ConsignmentDeps, row: ConsignmentRow): Promise<void> {
  const courier = couriers.find(({ slug }) => slug === row.courier)
  if (courier === undefined) throw new Refusal(409, MESSAGES.consignmentDelete)
  try {
    await orAborted(AbortSignal.timeout(patience.ask), (signal) => courier.cancel(row.tracking_code, signal))
  } catch (error) {
    if (error instanceof CourierRefused) throw new Refusal(409, MESSAGES.consignmentDelete)
    writeLog(`${courier.name} could not cancel ${row.tracking_code}: ${error}`)
    throw new Refusal(503, MESSAGES.consignmentDelete)
  }
}

/** The order is not shipped any more, unless it was shipped again by something else. */
async function takeBack(
  within: Transaction<Database>,
  row: ConsignmentRow,
  staff: Staff,
  at: string,
): Promise<void> {
  const done = {
    action: 'delete-consignment',
    staff,
    details: { tracking_code: row.tracking_code },
  } as const
  const set = { shipped_at: null, tracking_company: null, tracking_code: null, tracking_url: null }
  for (;;) {
    const found = row.order_code === null ? null : await findOrder(within, row.order_code)
    if (found?.record.tracking_code !== row.tracking_code) return
    if (await writeChange(within, done, { set }, found.record, at)) return
  }
}
