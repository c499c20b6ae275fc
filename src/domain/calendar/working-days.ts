import { DateTime } from 'luxon'
import { todayInAuckland } from './nz-calendar.ts'
import { isPublicHoliday } from './nz-holidays.ts'

const FRIDAY = 5
const DAY_MS = 24 * 60 * 60_000

/** Whether couriers work on a day, 'yyyy-MM-dd', in a region such as 'Canterbury'. */
export function isWorkingDay(day: string, region: string): boolean {
  return DateTime.fromISO(day, { zone: 'utc' }).weekday <= FRIDAY && !isPublicHoliday(day, region)
}

/** The instant (ms) so many working days before another one, at the same time of the day. */
export function workingDaysBefore(instant: number, count: number, region: string): number {
  let at = instant
  for (let left = count; left > 0; at -= DAY_MS) {
    if (isWorkingDay(todayInAuckland(at), region)) left -= 1
  }
  return at
}
