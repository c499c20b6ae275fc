import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { type Booking, type Courier, CourierRefused } from '../couriers/courier.ts'
import type { QuoteRow, ReleasedClaimRow } from '../db/consignment-tables.ts'
import { holdLease, type Lease, releaseLease } from '../db/lease.ts'
import { timestamp } from '../db/times.ts'
import { withTimeOut } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import type { Stoppable } from '../platform/repeat.ts'
import { claimForCheck, endClaim } from './claims.ts'
import { settleDeletions } from './delete.ts'
import type { ConsignmentDeps } from './deps.ts'
import { recordBooking } from './record.ts'
import { courierNamed, findBookings, quoteOfClaim, settleAbandoned } from './settle.ts'
import { trackConsignments } from './track.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const EVERY_MS = MINUTE

/** After this time another process takes over the tracking from one that has died. A round takes less. */
const LEASE_MS = 3 * EVERY_MS

/**
 * Settles interrupted and late bookings and deletions, now and every minute, and tracks consignments in between. Only
 * one process tracks, because couriers limit the calls of an account.
 */
export function startUpkeep(deps: ConsignmentDeps): Stoppable {
  const stopping = new AbortController()
  const { signal } = stopping
  const lease = { name: 'tracking', holder: randomUUID(), length: LEASE_MS }
  const run = async () => {
    while (!signal.aborted) {
      await attempt('Bookings could not be settled', () => settleAbandoned(deps))
      await attempt('Deletions could not be settled', () => settleDeletions(deps))
      await attempt('Late bookings could not be looked up', () => cancelLateBookings(deps))
      await pause(EVERY_MS, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) {
        await attempt('Consignments could not be tracked', () => trackAlone(deps, lease, signal))
      }
    }
    await attempt('The lease could not be released', () => releaseLease(deps.db, lease))
  }
  const ended = run()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Tracks consignments, unless another process does. */
export async function trackAlone(deps: ConsignmentDeps, lease: Lease, stopping: AbortSignal): Promise<void> {
  if (await holdLease(deps.db, lease, deps.clock())) await trackConsignments(deps, stopping)
}

async function attempt(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error }, failure)
  }
}

/**
 * A released claim is looked up again this many milliseconds after its release, and deleted after the last
 * look-up.
 */
export const LOOK_UP_DELAYS_MS: readonly number[] = [5 * MINUTE, HOUR, 24 * HOUR]

/**
 * Finds bookings that couriers made after our time-out, and cancels them: staff were told that the booking failed,
 * and the order may have gone with another courier. A booking that can no longer be cancelled is recorded as a
 * consignment, so that staff see it.
 */
export async function cancelLateBookings(deps: ConsignmentDeps): Promise<void> {
  const released = await deps.db.selectFrom('released_claims').selectAll().execute()
  for (const claim of released) {
    try {
      if (await isDue(deps, claim)) await check(deps, claim)
    } catch (error) {
      log.error({ err: error, quote: claim.quote_id }, 'Late booking could not be looked up')
    }
  }
}

async function isDue({ db, clock }: ConsignmentDeps, released: ReleasedClaimRow): Promise<boolean> {
  const now = clock()
  const past = now - (parseInstant(released.released_at) ?? 0)
  if (past >= 0) return past >= (LOOK_UP_DELAYS_MS[released.looks] ?? 0)
  // The clock was set back, so the times count from now.
  await db
    .updateTable('released_claims')
    .set({ released_at: timestamp(now) })
    .where('quote_id', '=', released.quote_id)
    .execute()
  return false
}

/**
 * Returns without a look-up, so that the check stays due, if the quote is being booked again or its courier is not
 * configured.
 */
async function check(deps: ConsignmentDeps, released: ReleasedClaimRow): Promise<void> {
  const quote = await quoteOfClaim(deps, released)
  const courier = courierNamed(deps, quote.courier)
  const claim = courier && (await claimForCheck(deps, released))
  if (!claim) return
  try {
    const recorded = await recordedCode(deps, quote.id)
    for (const booking of await findBookings(deps, courier, released)) {
      if (booking.trackingCode !== recorded) await cancelOrRecord(deps, courier, released, quote, booking)
    }
    await noteLook(deps, released)
  } finally {
    await endClaim(deps.db, claim)
  }
}

async function recordedCode({ db }: ConsignmentDeps, quoteId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('consignments')
    .select('tracking_code')
    .where('quote_id', '=', quoteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.tracking_code
}

async function cancelOrRecord(
  deps: ConsignmentDeps,
  courier: Courier,
  released: ReleasedClaimRow,
  quote: QuoteRow,
  booking: Booking,
): Promise<void> {
  const { trackingCode } = booking
  const about = { courier: courier.name, trackingCode, orderCode: released.order_code }
  try {
    await withTimeOut(deps.timeOuts.ask, (signal) => courier.cancel(trackingCode, signal))
    log.warn(about, 'Cancelled a booking that was made too late')
  } catch (error) {
    if (!(error instanceof CourierRefused)) throw error
    await recordBooking(deps, released, quote, booking)
    log.error({ ...about, err: error }, 'A booking that was made too late can no longer be cancelled')
  }
}

async function noteLook({ db }: ConsignmentDeps, { quote_id, looks }: ReleasedClaimRow): Promise<void> {
  if (looks + 1 < LOOK_UP_DELAYS_MS.length) {
    await db
      .updateTable('released_claims')
      .set({ looks: looks + 1 })
      .where('quote_id', '=', quote_id)
      .execute()
  } else {
    await db.deleteFrom('released_claims').where('quote_id', '=', quote_id).execute()
  }
}
