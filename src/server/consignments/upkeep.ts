import { setTimeout as pause } from 'node:timers/promises'
import { log } from '../platform/log.ts'
import { settleDeletions } from './delete.ts'
import type { ConsignmentDeps } from './deps.ts'
import { cancelLateBookings } from './late.ts'
import { settleAbandoned } from './settle.ts'
import { trackConsignments } from './track.ts'

const EVERY_MS = 60_000

export interface Upkeep {
  /** Resolves when what is under way is done. */
  stop(): Promise<void>
}

/** Settles bookings and deletions that broke off, or came late, now and every minute; in between it follows consignments. */
export function startUpkeep(deps: ConsignmentDeps): Upkeep {
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
