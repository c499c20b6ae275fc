import type { LateConsignment, LateReason } from '../../contract/end-of-day.ts'
import type { Branch } from '../../contract/orders.ts'
import { aucklandDayStart, todayInAuckland } from '../calendar/nz-calendar.ts'
import { parseInstant } from '../calendar/nz-time.ts'
import { workingDaysBefore } from '../calendar/working-days.ts'
import type { Tone } from '../format/badge.ts'
import { counted } from '../format/text.ts'
import { regionOf } from './branch.ts'

const DAY_MS = 86_400_000

/** Working days without an event, after which a consignment in transit is late. */
const SILENT_DAYS = 2

/**
 * The facts that decide whether a consignment is late. Times are milliseconds, null for events that have not
 * happened.
 */
export interface Progress {
  bookedAt: number
  /** When its order was stopped; null if it was not. */
  stoppedAt: number | null
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
 * Why a consignment is late, and since when: its order was stopped (ORD-46); its last event is an exception; it was booked before the last cut-off and is
 * not picked up, since the booking; or it is in transit without an event for two working days. Null if it is not late.
 */
export function lateBecause(
  { bookedAt, stoppedAt, pickedAt, deliveredAt, handedOverAt, lastEvent }: Progress,
  { lastCutOff, heardAfter }: LateLimits,
): { reason: LateReason; since: number } | null {
  if (deliveredAt !== null) return null
  if (stoppedAt !== null) return { reason: 'stopped', since: stoppedAt }
  if (lastEvent?.isException) return { reason: 'exception', since: lastEvent.at }
  if (pickedAt === null) {
    const isLate = handedOverAt === null && lastCutOff !== null && bookedAt <= lastCutOff
    return isLate ? { reason: 'not-picked-up', since: bookedAt } : null
  }
  const heardAt = Math.max(pickedAt, lastEvent?.at ?? pickedAt)
  return heardAt <= heardAfter ? { reason: 'no-event', since: heardAt } : null
}

const SHOWN: Record<LateReason, { words: string; tone: Tone; time(days: string): string }> = {
  stopped: { words: 'To be called back', tone: 'red', time: (days) => `for ${days}` },
  exception: { words: 'Exception', tone: 'red', time: (days) => `${days} ago` },
  'not-picked-up': { words: 'Not picked up', tone: 'orange', time: (days) => `for ${days}` },
  'no-event': { words: 'No event', tone: 'amber', time: (days) => `for ${days}` },
}

/**
 * The words and colour of a reason, with its days in Auckland: 'Not picked up for 3 days'.
 * @param now milliseconds
 */
export function shownLate(
  { reason, since }: Pick<LateConsignment, 'reason' | 'since'>,
  now: number,
): { label: string; tone: Tone } {
  const { words, tone, time } = SHOWN[reason]
  const instant = parseInstant(since)
  if (instant === null) return { label: words, tone }
  const dayOf = (at: number) => aucklandDayStart(todayInAuckland(at))
  // Rounded, because a day has 23 or 25 hours when the clocks change.
  const days = Math.round((dayOf(now) - dayOf(instant)) / DAY_MS)
  return { label: `${words} ${days <= 0 ? 'today' : time(counted(days, 'day'))}`, tone }
}
