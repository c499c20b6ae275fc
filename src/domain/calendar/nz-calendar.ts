import { DateTime } from 'luxon'
import { ABSENT } from '../format/absent.ts'
import { NZ_ZONE } from './nz-time.ts'

const DAY = 'yyyy-MM-dd'
const WALL_CLOCK = 'yyyy-MM-dd HH:mm:ss'
/** Literally as in section 9, hence '14:05 PM' (reading 12). */
const CONSIGNMENT_DATE = 'dd/LL/yyyy HH:mm a'
/** American English, because the pattern requires an upper-case AM and PM; New Zealand's would be lower case. */
const options = { zone: NZ_ZONE, locale: 'en-US' } as const

/** Today's date in Auckland at `now` (ms), 'yyyy-MM-dd'. */
export function todayInAuckland(now: number): string {
  return DateTime.fromMillis(now, options).toFormat(DAY)
}

/** Whether the text is an existing day in the form 'yyyy-MM-dd'. */
export function isAucklandDay(text: string): boolean {
  return DateTime.fromFormat(text, DAY, options).isValid
}

/**
 * The day that is `days` before `day`, both 'yyyy-MM-dd'.
 * @throws RangeError if `day` is not a day
 */
export function daysBefore(day: string, days: number): string {
  // The result does not depend on the zone, and UTC is faster: Auckland's offsets are slow to look up.
  return startOf(day, 'utc').minus({ days }).toFormat(DAY)
}

/**
 * The first instant (ms) of a day in Auckland, 'yyyy-MM-dd'.
 * @throws RangeError if `day` is not a day
 */
export function aucklandDayStart(day: string): number {
  return startOf(day).toMillis()
}

/**
 * Converts a consignment's 'yyyy-MM-dd HH:mm:ss' on Auckland's wall clock to an instant (ms); null if unreadable.
 * A time in the hour skipped by daylight saving moves one hour on; a time in the repeated hour is the first of the
 * two.
 */
export function parseWallClock(text: string | null): number | null {
  const time = readWallClock(text)
  return time?.isValid ? time.toMillis() : null
}

/** Formats an instant (ms) on Auckland's wall clock as consignments do: 'yyyy-MM-dd HH:mm:ss'. */
export function toWallClock(instant: number): string {
  return DateTime.fromMillis(instant, options).toFormat(WALL_CLOCK)
}

/**
 * Formats a consignment's wall-clock time as '20/11/2026 14:05 PM'. Absent is '—'; unreadable text is returned
 * unchanged.
 */
export function formatConsignmentDate(text: string | null): string {
  const time = readWallClock(text)
  if (time === null) return ABSENT
  return time.isValid ? time.toFormat(CONSIGNMENT_DATE) : (text ?? ABSENT)
}

function readWallClock(text: string | null): DateTime | null {
  return text ? DateTime.fromFormat(text, WALL_CLOCK, options) : null
}

function startOf(day: string, zone: string = NZ_ZONE): DateTime {
  const start = DateTime.fromFormat(day, DAY, { ...options, zone })
  if (!start.isValid) throw new RangeError(`not a day: ${day}`)
  return start
}
