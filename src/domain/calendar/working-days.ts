import { DateTime } from 'luxon'
import { todayInAuckland } from './nz-calendar.ts'

const FRIDAY = 5
const DAY_MS = 24 * 60 * 60_000
const DAY = 'yyyy-MM-dd'

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

const [MONDAY, TUESDAY, SATURDAY] = [1, 2, 6]

/**
 * Matariki cannot be computed. Its dates (month and day for the years 2022 to 2052) are from the schedule of Te
 * Kāhui o Matariki Public Holiday Act 2022.
 */
const MATARIKI_FROM = 2022
const MATARIKI =
  '06-24 07-14 06-28 06-20 07-10 06-25 07-14 07-06 06-21 07-11 07-02 06-24 07-07 06-29 07-18 07-10 06-25 07-15 07-06 07-19 07-11 07-03 06-24 07-07 06-29 07-19 07-03 06-25 07-15 06-30 06-21'.split(
    ' ',
  )

/** Regions that observe Auckland Anniversary Day. */
const AUCKLAND_PROVINCE = new Set(['Auckland', 'Northland', 'Waikato', 'Bay of Plenty', 'Gisborne'])

const known = new Map<string, ReadonlySet<string>>()

/**
 * Whether a day, 'yyyy-MM-dd', is a public holiday without deliveries: under the Holidays Act 2003, on its own date
 * and on the weekday to which it moves from a weekend. Of the provincial anniversaries, only those of Auckland and
 * Canterbury count.
 * @param region of New Zealand, such as 'Canterbury'; null for nationwide holidays only
 */
export function isPublicHoliday(day: string, region: string | null): boolean {
  const year = day.slice(0, 4)
  const key = `${year} ${region}`
  const holidays = known.get(key) ?? new Set(holidaysOf(Number(year), region).map((one) => one.toFormat(DAY)))
  known.set(key, holidays)
  return holidays.has(day)
}

function holidaysOf(year: number, region: string | null): DateTime[] {
  const on = (month: number, day: number) => DateTime.utc(year, month, day)
  const easter = easterSunday(year)
  const matariki = MATARIKI[year - MATARIKI_FROM]
  return [
    ...moved([on(1, 1), on(1, 2)]),
    ...moved([on(2, 6)]),
    easter.minus({ days: 2 }),
    easter.plus({ days: 1 }),
    ...moved([on(4, 25)]),
    // King's Birthday is the first Monday of June, Labour Day the fourth Monday of October.
    firstFrom(on(6, 1), MONDAY),
    ...(matariki ? [DateTime.fromFormat(`${year}-${matariki}`, DAY, { zone: 'utc' })] : []),
    firstFrom(on(10, 22), MONDAY),
    ...moved([on(12, 25), on(12, 26)]),
    ...anniversary(year, region),
  ]
}

function anniversary(year: number, region: string | null): DateTime[] {
  if (region === null) return []
  // Auckland: the Monday nearest to 29 January. Canterbury: the second Friday after the first Tuesday of November.
  if (AUCKLAND_PROVINCE.has(region)) return [firstFrom(DateTime.utc(year, 1, 26), MONDAY)]
  if (region === 'Canterbury') return [firstFrom(DateTime.utc(year, 11, 1), TUESDAY).plus({ days: 10 })]
  return []
}

/** Consecutive holidays, and for each one on a weekend the next weekday that is not a holiday itself. */
function moved(days: readonly DateTime[]): DateTime[] {
  const taken = [...days]
  for (const day of days.filter(isWeekend)) {
    let next = day
    while (isWeekend(next) || taken.some((one) => one.hasSame(next, 'day'))) next = next.plus({ days: 1 })
    taken.push(next)
  }
  return taken
}

function isWeekend({ weekday }: DateTime): boolean {
  return weekday >= SATURDAY
}

/** The first given weekday on or after a day. */
function firstFrom(day: DateTime, weekday: number): DateTime {
  return day.plus({ days: (weekday - day.weekday + 7) % 7 })
}

/** By the anonymous Gregorian algorithm. */
function easterSunday(year: number): DateTime {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100]
  const skipped =
    century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + skipped + 15) % 30
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451)
  const days = moon + sunday - 7 * late + 114
  return DateTime.utc(year, Math.floor(days / 31), (days % 31) + 1)
}
