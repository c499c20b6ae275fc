import { sql, type Transaction } from 'kysely'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { noteChanges } from '../changes/note-changes.ts'
import type { TrackingEvent } from '../couriers/courier.ts'
import { orAborted } from '../couriers/or-aborted.ts'
import type { ConsignmentRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { log } from '../platform/log.ts'
import type { ConsignmentDeps } from './deps.ts'
import { writeConsignmentEvent } from './events.ts'
import { consignmentsToTrack } from './store.ts'

const MINUTE = 60_000

/** How often a consignment is tracked, for how long after its booking, and how many are tracked at once. */
const TRACK_INTERVAL_MS = 10 * MINUTE
const TRACKED_FOR_MS = 60 * 24 * 60 * MINUTE
const BATCH_SIZE = 20

/** Requests tracking events for consignments that are due, those tracked longest ago first. */
export async function trackConsignments(deps: ConsignmentDeps): Promise<void> {
  const now = deps.clock()
  const due = await consignmentsToTrack(deps.db, {
    couriers: deps.couriers.map(({ slug }) => slug),
    bookedAfter: timestamp(now - TRACKED_FOR_MS),
    askedBefore: timestamp(now - TRACK_INTERVAL_MS),
    limit: BATCH_SIZE,
  })
  const results = await Promise.all(due.map(async (row) => ({ row, events: await eventsOf(deps, row) })))
  const trackedAt = deps.clock()
  await deps.db.transaction().execute(async (within) => {
    for (const { row, events } of results) await keepEvents(within, row, events, trackedAt)
  })
}

/** Empty if the courier is unreachable; the next round tries again. */
async function eventsOf(deps: ConsignmentDeps, row: ConsignmentRow): Promise<TrackingEvent[]> {
  const courier = deps.couriers.find(({ slug }) => slug === row.courier)
  if (courier === undefined) return []
  try {
    const events = await orAborted(AbortSignal.timeout(deps.timeOuts.ask), (signal) =>
      courier.track(row.tracking_code, signal),
    )
    return events.flatMap(toDatabaseForm)
  } catch (error) {
    log.warn(
      { err: error, courier: courier.name, trackingCode: row.tracking_code },
      'Courier gave no tracking events',
    )
    return []
  }
}

/** The event with its time in the format of the database; empty if the time is unreadable. */
function toDatabaseForm(event: TrackingEvent): TrackingEvent[] {
  const at = parseInstant(event.at)
  return at === null ? [] : [{ ...event, at: timestamp(at) }]
}

/** Adds events and sets missing dates; existing ones stay. The first delivery triggers a webhook event. */
async function keepEvents(
  within: Transaction<Database>,
  row: ConsignmentRow,
  events: readonly TrackingEvent[],
  trackedAt: number,
): Promise<void> {
  if (events.length > 0) {
    const { numInsertedOrUpdatedRows = 0n } = await within
      .insertInto('consignment_events')
      .values(events.map((event) => ({ ...event, consignment_id: row.id })))
      .onConflict((conflict) => conflict.columns(['consignment_id', 'at', 'code']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows > 0n) {
      await noteChanges(within, [{ kind: 'consignment', code: row.tracking_code, is_new: false }])
    }
  }
  const first = (type: TrackingEvent['type']) => events.find((event) => event.type === type)?.at ?? null
  const delivered_at = row.delivered_at ?? first('delivered')
  const picked_at = row.picked_at ?? first('collected') ?? delivered_at
  // The row was read before the call to the courier, so another process may have set them since.
  await within
    .updateTable('consignments')
    .set({ picked_at: sql`coalesce(picked_at, ${picked_at})`, tracked_at: timestamp(trackedAt) })
    .where('id', '=', row.id)
    .execute()
  if (delivered_at === null) return
  const { numUpdatedRows } = await within
    .updateTable('consignments')
    .set({ delivered_at })
    .where('id', '=', row.id)
    .where('delivered_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await writeConsignmentEvent(within, 'consignment.delivered', row, trackedAt)
}
