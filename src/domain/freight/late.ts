import type { LateReason } from '../../contract/end-of-day.ts'
import type { Branch } from '../../contract/orders.ts'
import { workingDaysBefore } from '../calendar/working-days.ts'
import type { Tone } from '../format/tone.ts'
import { regionOf } from './branch.ts'

/** Working days without an event, after which a consignment in transit is late. */
const SILENT_DAYS = 2

/**
 * The facts that decide whether a consignment is late. Times are milliseconds, null for events that have not
 * happened.
 */
export interface Progress {
  bookedAt: number
  pickedAt: number | null
  deliveredAt: number | null
  /** When it was handed over by a manifest, if its courier reports no pick-ups. */
  handedOverAt: number | null
  lastEvent: { at: number; isException: boolean } | null
}

/** The times that decide whether consignments of a courier at a branch are late. */
export interface LateLimits {
  /** A consignment that was booked until then should be picked up; null if no cut-off is set. */
  lastCutOff: number | null
  /** A consignment in transit should have an event after that. */
  heardAfter: number
}

/** @param lastCutOff of the courier at the branch; null if none is set */
export function lateLimits(lastCutOff: number | null, branch: Branch, now: number): LateLimits {
  return { lastCutOff, heardAfter: workingDaysBefore(now, SILENT_DAYS, regionOf(branch)) }
}

/**
 * Why a consignment is late, and since when: its last event is an exception; it was booked before the last cut-off and is
 * not picked up; or it is in transit without an event for two working days. Null if it is not late.
 */
export function lateBecause(
  { bookedAt, pickedAt, deliveredAt, handedOverAt, lastEvent }: Progress,
  { lastCutOff, heardAfter }: LateLimits,
): { reason: LateReason; since: number } | null {
  if (deliveredAt !== null) return null
  if (lastEvent?.isException) return { reason: 'exception', since: lastEvent.at }
  if (pickedAt === null) {
    const isLate = handedOverAt === null && lastCutOff !== null && bookedAt <= lastCutOff
    return isLate ? { reason: 'not-picked-up', since: lastCutOff } : null
  }
  const heardAt = Math.max(pickedAt, lastEvent?.at ?? pickedAt)
  return heardAt <= heardAfter ? { reason: 'no-event', since: heardAt } : null
}

const SHOWN: Record<LateReason, { label: string; tone: Tone }> = {
  exception: { label: 'Exception', tone: 'red' },
  'not-picked-up': { label: 'Not picked up', tone: 'orange' },
  'no-event': { label: 'No event for two days', tone: 'amber' },
}

/** The words and colour of a reason. */
export function shownLate(reason: LateReason): { label: string; tone: Tone } {
  return SHOWN[reason]
}
