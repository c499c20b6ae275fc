import type { Transaction } from 'kysely'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { noteChanges } from '../changes/note-changes.ts'
import type { Courier, Tracked, TrackingEvent, TrackingEventType } from '../couriers/courier.ts'
import type { ConsignmentRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { orAborted, withTimeLimit } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import type { ConsignmentDeps } from './deps.ts'
import { writeConsignmentEvent } from './present.ts'
import { consignmentsToTrack, type FoundConsignment } from './store.ts'

const MINUTE = 60_000

/** How long a consignment is tracked after its booking. */
const TRACKED_FOR_MS = 60 * 24 * 60 * MINUTE

/** Time-out of a call, whose response may contain the events of 250 consignments. */
const REPORT_WITHIN_MS = 20_000

type TrackingDeps = Pick<ConsignmentDeps, 'db' | 'clock' | 'couriers'>

/**
 * Tracks consignments that are due, the least recently tracked first, with one call to each courier. One round a
 * minute uses a small part of the couriers' rate limits and leaves the rest to staff.
 */
export async function trackConsignments(
  deps: TrackingDeps,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (const courier of deps.couriers) {
    if (!stopping.aborted) await trackWith(deps, courier, stopping)
  }
}

async function trackWith(
  { db, clock }: TrackingDeps,
  courier: Courier,
  stopping: AbortSignal,
): Promise<void> {
  const now = clock()
  const due = await consignmentsToTrack(db, {
    courier: courier.slug,
    bookedAfter: timestamp(now - TRACKED_FOR_MS),
    askedBefore: timestamp(now - courier.tracking.everyMs),
    limit: courier.tracking.most,
  })
  if (due.length === 0) return
  const reported = await report(courier, due, stopping)
  if (stopping.aborted) return
  const trackedAt = clock()
  await db.transaction().execute(async (within) => {
    await within
      .updateTable('consignments')
      .set({ tracked_at: timestamp(trackedAt) })
      .where(
        'id',
        'in',
        due.map(({ row }) => row.id),
      )
      .execute()
    for (const found of due) {
      const tracked = reported.get(found.row.tracking_code)
      if (tracked) await keepTracked(within, found, tracked, trackedAt)
    }
  })
}

/** Empty if the courier is unreachable; a later round tries again. */
async function report(
  courier: Courier,
  due: readonly FoundConsignment[],
  stopping: AbortSignal,
): Promise<ReadonlyMap<string, Tracked>> {
  const codes = due.map(({ row }) => row.tracking_code)
  try {
    return await withTimeLimit(REPORT_WITHIN_MS, stopping, (limited) =>
      orAborted(limited, (signal) => courier.track(codes, signal)),
    )
  } catch (error) {
    log.warn({ err: error, courier: courier.name, consignments: codes.length }, 'Courier gave no tracking')
    return new Map()
  }
}

/** Adds what is new: events, dates and barcodes. The first delivery triggers a webhook event. */
async function keepTracked(
  within: Transaction<Database>,
  found: FoundConsignment,
  tracked: Tracked,
  trackedAt: number,
): Promise<void> {
  const { row } = found
  const events = tracked.events.flatMap(inDatabaseForm)
  const learned = learnedLabels(row.tracking_code, found.parts, tracked.partCodes)
  for (const { id, label } of learned) {
    await within.updateTable('consignment_parts').set({ label }).where('id', '=', id).execute()
  }
  const first = (type: TrackingEventType) => events.find((event) => event.type === type)?.at ?? null
  const delivered = storedTime(tracked.deliveredAt) ?? first('delivered')
  const picked = storedTime(tracked.pickedAt) ?? first('collected') ?? delivered
  const changes = [
    learned.length > 0,
    await addEvents(within, found, events),
    await setOnce(within, row, 'manifested_at', storedTime(tracked.manifestedAt)),
    await setOnce(within, row, 'picked_at', picked),
  ]
  const isDelivered = await setOnce(within, row, 'delivered_at', delivered)
  if (isDelivered || changes.includes(true)) {
    await noteChanges(within, [{ kind: 'consignment', code: row.tracking_code, is_new: false }])
  }
  if (isDelivered) await writeConsignmentEvent(within, 'consignment.delivered', row, trackedAt)
}

/** @returns whether any was added */
async function addEvents(
  within: Transaction<Database>,
  { row, events: known }: FoundConsignment,
  events: readonly TrackingEvent[],
): Promise<boolean> {
  const fresh = events.filter(({ at, code }) => !known.some((one) => one.at === at && one.code === code))
  if (fresh.length === 0) return false
  const { numInsertedOrUpdatedRows = 0n } = await within
    .insertInto('consignment_events')
    .values(fresh.map((event) => ({ ...event, consignment_id: row.id })))
    .onConflict((conflict) => conflict.columns(['consignment_id', 'at', 'code']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * Sets a missing date. The row was read before the call to the courier, so another process may have set it since.
 * @returns whether it was set
 */
async function setOnce(
  within: Transaction<Database>,
  row: ConsignmentRow,
  column: 'manifested_at' | 'picked_at' | 'delivered_at',
  at: string | null,
): Promise<boolean> {
  if (at === null || row[column] !== null) return false
  const { numUpdatedRows } = await within
    .updateTable('consignments')
    .set({ [column]: at })
    .where('id', '=', row.id)
    .where(column, 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Empty if the time is unreadable. */
function inDatabaseForm(event: TrackingEvent): TrackingEvent[] {
  const at = storedTime(event.at)
  return at === null ? [] : [{ ...event, at }]
}

function storedTime(time: string | null): string | null {
  const at = parseInstant(time)
  return at === null ? null : timestamp(at)
}

interface Part {
  id: number
  part_number: string
  /** Text of its barcode as far as it is known. */
  label: string
}

/**
 * The barcodes of pieces that their courier's events reveal. A code that consists of the tracking code and a number
 * belongs to the piece with this number. Other codes are assigned in their order, if there is one for each piece.
 * @returns the pieces whose barcode changes, with the new one
 */
export function learnedLabels(
  trackingCode: string,
  parts: readonly Part[],
  codes: readonly string[],
): { id: number; label: string }[] {
  const unnumbered = codes.filter((code) => numberAfter(trackingCode, code) === null && code !== trackingCode)
  const learned = parts.flatMap(({ id, part_number }, index) => {
    const numbered = codes.find((code) => numberAfter(trackingCode, code) === Number(part_number))
    const label = numbered ?? (unnumbered.length === parts.length ? unnumbered[index] : undefined)
    return label === undefined ? [] : [{ id, label }]
  })
  return learned.filter(({ id, label }) => parts.some((part) => part.id === id && part.label !== label))
}

/** 2 for 'ABC0001' and 'ABC000102'; null for any other code. */
function numberAfter(trackingCode: string, code: string): number | null {
  if (!code.startsWith(trackingCode)) return null
  const rest = code.slice(trackingCode.length)
  return /^\d+$/.test(rest) ? Number(rest) : null
}
