import { DateTime } from 'luxon'
import { ABSENT } from '../format/absent.ts'
import { NZ_ZONE } from './nz-time.ts'

const DAY = 'yyyy-MM-dd'
const WALL_CLOCK = 'yyyy-MM-dd HH:mm:ss'
/** Literally as section 9 has it, so 14:05 PM (reading 12). */
const CONSIGNMENT_DATE = 'dd/LL/yyyy HH:mm a'
/** American English writes the upper-case AM and PM of that pattern; New Zealand's would be lower case. */
const options = { zone: NZ_ZONE, locale: 'en-US' } as const

/** The day it is in Auckland at `now` (ms): 'yyyy-MM-dd'. */
export function todayInAuckland(now: number): string {
  return DateTime.fromMillis(now, options).toFormat(DAY)
}

/** Whether the text is a day that exists, written 'yyyy-MM-dd'. */
export function isAucklandDay(text: string): boolean {
  return DateTime.fromFormat(text, DAY, options).isValid
}

/** The day `days` before `day`, both 'yyyy-MM-dd'. Throws RangeError where `day` is none. */
export function daysBefore(day: string, days: number): string {
  return startOf(day).minus({ days }).toFormat(DAY)
}

/** The first instant (ms) of a day in Auckland, 'yyyy-MM-dd'. Throws RangeError where `day` is none. */
export function aucklandDayStart(day: string): number {
  return startOf(day).toMillis()
}

/**
 * A consignment's 'yyyy-MM-dd HH:mm:ss', the wall clock in Auckland, as an instant (ms); null where it cannot be read.
 * The hour that daylight saving skips is read as the hour after it, the hour that it repeats as the first of the two.
 */
export function parseWallClock(text: string | null): number | null {
  const time = readWallClock(text)
  return time?.isValid ? time.toMillis() : null
}

/** An instant (ms) as a consignment's wall clock in Auckland: 'yyyy-MM-dd HH:mm:ss'. */
export function toWallClock(instant: number): string {
  return DateTime.fromMillis(instant, options).toFormat(WALL_CLOCK)
}

/** '20/11/2026 14:05 PM' of a consignment's wall clock. Absent is '—'; what cannot be read is shown as it came. */
export function formatConsignmentDate(text: string | null): string {
  const time = readWallClock(text)
  if (time === null) return ABSENT
  return time.isValid ? time.toFormat(CONSIGNMENT_DATE) : (text ?? ABSENT)
}

function readWallClock(text: string | null): DateTime | null {
  return text ? DateTime.fromFormat(text, WALL_CLOCK, options) : null
}

function startOf(day: string): DateTime {
  const start = DateTime.fromFormat(day, DAY, options)
  if (!start.isValid) throw new RangeError(`not a day: ${day}`)
  return start
}
