import { sql, type Transaction } from 'kysely'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import type { TrackingEvent } from '../couriers/courier.ts'
import { orAborted } from '../couriers/or-aborted.ts'
import type { ConsignmentRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { log } from '../platform/log.ts'
import type { ConsignmentDeps } from './deps.ts'
import { consignmentsToTrack } from './store.ts'

const MINUTE = 60_000

/** How often a courier is asked about one consignment, for how long after it was booked, and how many at a time. */
const ASK_EVERY_MS = 10 * MINUTE
const FORGOTTEN_AFTER_MS = 60 * 24 * 60 * MINUTE
const AT_A_TIME = 20

/** Asks the couriers how far their consignments are: those next that were not asked about for longest. */
export async function trackConsignments(deps: ConsignmentDeps): Promise<void> {
  const now = deps.clock()
  const due = await consignmentsToTrack(deps.db, {
    couriers: deps.couriers.map(({ slug }) => slug),
    bookedAfter: timestamp(now - FORGOTTEN_AFTER_MS),
    askedBefore: timestamp(now - ASK_EVERY_MS),
    limit: AT_A_TIME,
  })
  const told = await Promise.all(due.map(async (row) => ({ row, events: await eventsOf(deps, row) })))
  const at = timestamp(deps.clock())
  await deps.db.transaction().execute(async (within) => {
    for (const { row, events } of told) await keepEvents(within, row, events, at)
  })
}

/** None where the courier cannot be asked: it is asked again like the others. */
async function eventsOf(deps: ConsignmentDeps, row: ConsignmentRow): Promise<TrackingEvent[]> {
  const courier = deps.couriers.find(({ slug }) => slug === row.courier)
  if (courier === undefined) return []
  try {
    const events = await orAborted(AbortSignal.timeout(deps.patience.ask), (signal) =>
      courier.track(row.tracking_code, signal),
    )
    return events.flatMap(inDatabaseForm)
  } catch (error) {
    log.warn(
      { err: error, courier: courier.name, trackingCode: row.tracking_code },
      'Courier gave no tracking events',
    )
    return []
  }
}

/** With its time in the one form that the database has; none where that cannot be read. */
function inDatabaseForm(event: TrackingEvent): TrackingEvent[] {
  const at = parseInstant(event.at)
  return at === null ? [] : [{ ...event, at: timestamp(at) }]
}

/** What is known stays: events are added, a date that is set is not set again. */
async function keepEvents(
  within: Transaction<Database>,
  row: ConsignmentRow,
  events: readonly TrackingEvent[],
  at: string,
): Promise<void> {
  if (events.length > 0) {
    await within
      .insertInto('consignment_events')
      .values(events.map((event) => ({ ...event, consignment_id: row.id })))
      .onConflict((conflict) => conflict.columns(['consignment_id', 'at', 'code']).doNothing())
      .execute()
  }
  const first = (type: TrackingEvent['type']) => events.find((event) => event.type === type)?.at ?? null
  const delivered_at = row.delivered_at ?? first('delivered')
  const picked_at = row.picked_at ?? first('collected') ?? delivered_at
  await within
    .updateTable('consignments')
    // The row was read before the courier was asked: another process may have set them since.
    .set({
      picked_at: sql`coalesce(picked_at, ${picked_at})`,
      delivered_at: sql`coalesce(delivered_at, ${delivered_at})`,
      tracked_at: at,
    })
    .where('id', '=', row.id)
    .execute()
}
