import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { holdLease, type Lease, releaseLease } from '../db/lease.ts'
import { log } from '../platform/log.ts'
import type { Stoppable } from '../platform/repeat.ts'
import { settleDeletions } from './delete.ts'
import type { ConsignmentDeps } from './deps.ts'
import { cancelLateBookings } from './late-bookings.ts'
import { settleAbandoned } from './settle.ts'
import { trackConsignments } from './track.ts'

const EVERY_MS = 60_000

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
