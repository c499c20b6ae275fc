import { setTimeout as pause } from 'node:timers/promises'
import { log } from '../platform/log.ts'
import type { Stoppable } from '../platform/repeat.ts'
import { settleDeletions } from './delete.ts'
import type { ConsignmentDeps } from './deps.ts'
import { cancelLateBookings } from './late.ts'
import { settleAbandoned } from './settle.ts'
import { trackConsignments } from './track.ts'

const EVERY_MS = 60_000

/** Settles interrupted and late bookings and deletions, now and every minute, and tracks consignments in between. */
export function startUpkeep(deps: ConsignmentDeps): Stoppable {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await attempt('Bookings could not be settled', () => settleAbandoned(deps))
      await attempt('Deletions could not be settled', () => settleDeletions(deps))
      await attempt('Late bookings could not be looked up', () => cancelLateBookings(deps))
      await pause(EVERY_MS, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) await attempt('Couriers could not be asked', () => trackConsignments(deps))
    }
  }
  const ended = run()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

async function attempt(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error }, failure)
  }
}
