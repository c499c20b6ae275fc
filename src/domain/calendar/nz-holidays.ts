import { DateTime } from 'luxon'

const DAY = 'yyyy-MM-dd'
const [MONDAY, TUESDAY, SATURDAY] = [1, 2, 6]

/**
 * Matariki has no rule that can be computed: its days stand in the schedule of Te Kāhui o Matariki Public Holiday Act
 * 2022, month and day of each year from 2022 to 2052.
 */
const MATARIKI_FROM = 2022
const MATARIKI =
  '06-24 07-14 06-28 06-20 07-10 06-25 07-14 07-06 06-21 07-11 07-02 06-24 07-07 06-29 07-18 07-10 06-25 07-15 07-06 07-19 07-11 07-03 06-24 07-07 06-29 07-19 07-03 06-25 07-15 06-30 06-21'.split(
    ' ',
  )

/** The regions that observe the anniversary of the province of Auckland. */
const AUCKLAND_PROVINCE = new Set(['Auckland', 'Northland', 'Waikato', 'Bay of Plenty', 'Gisborne'])

const known = new Map<string, ReadonlySet<string>>()

/**
 * Whether nobody delivers on a day, 'yyyy-MM-dd': a public holiday by the Holidays Act 2003, on its own day and on the
 * day to which it moves from a weekend. Of the anniversaries of the provinces those of Auckland and Canterbury count.
 * @param region of New Zealand, such as 'Canterbury'; null for the holidays of the whole country alone
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
    // King's Birthday and Labour Day: the first Monday of June and the fourth of October.
    firstFrom(on(6, 1), MONDAY),
    ...(matariki ? [DateTime.fromFormat(`${year}-${matariki}`, DAY, { zone: 'utc' })] : []),
    firstFrom(on(10, 22), MONDAY),
    ...moved([on(12, 25), on(12, 26)]),
    ...anniversary(year, region),
  ]
}

function anniversary(year: number, region: string | null): DateTime[] {
  if (region === null) return []
  // The Monday nearest to the 29th of January; the second Friday after the first Tuesday of November.
  if (AUCKLAND_PROVINCE.has(region)) return [firstFrom(DateTime.utc(year, 1, 26), MONDAY)]
  if (region === 'Canterbury') return [firstFrom(DateTime.utc(year, 11, 1), TUESDAY).plus({ days: 10 })]
  return []
}

/** Days in a row, and for each that falls on a weekend the next day that is neither a weekend nor one of them. */
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

/** The first such weekday on or after a day. */
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
