import { DateTime } from 'luxon'
import { ABSENT } from '../format/text.ts'
import { dayOfInstant, dayPlus, NZ_ZONE, parseInstant, periodAround } from './nz-time.ts'

const DAY = 'yyyy-MM-dd'
const WALL_CLOCK = 'yyyy-MM-dd HH:mm:ss'
/** Literally (FMT-4), hence '14:05 PM'. */
const CONSIGNMENT_DATE = 'dd/LL/yyyy HH:mm a'
/** American English, because the pattern requires an upper-case AM and PM; New Zealand's would be lower case. */
const IN_AUCKLAND = { zone: NZ_ZONE, locale: 'en-US' } as const
/** Days are calculated in UTC, where no day is affected by a clock change. */
const IN_UTC = { zone: 'utc', locale: 'en-US' } as const

/** Today's date in Auckland at `now` (ms), 'yyyy-MM-dd'. */
export function todayInAuckland(now: number): string {
  return dayOfInstant(now)
}

/** Whether the text is an existing day in the form 'yyyy-MM-dd'. */
export function isAucklandDay(text: string): boolean {
  // Not by luxon, which takes a hundred times as long: texts are tried for days at every keystroke.
  return /^\d{4}-\d\d-\d\d$/.test(text) && dayPlus(text, 0) === text
}

/**
 * The day that is `days` before `day`, both 'yyyy-MM-dd'.
 * @throws RangeError if `day` is not a day
 */
export function daysBefore(day: string, days: number): string {
  return daysAfter(day, -days)
}

/**
 * The day that is `days` after `day`, both 'yyyy-MM-dd'.
 * @throws RangeError if `day` is not a day
 */
export function daysAfter(day: string, days: number): string {
  if (!isAucklandDay(day)) throw new RangeError(`not a day: ${day}`)
  return dayPlus(day, days)
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
  const offset = offsetOfDay(Math.floor(instant / DAY_MS))
  if (offset === null) return DateTime.fromMillis(instant, IN_AUCKLAND).toFormat(WALL_CLOCK)
  return new Date(instant + offset).toISOString().slice(0, WALL_CLOCK.length).replace('T', ' ')
}

const DAY_MS = 86_400_000

const offsets = new Map<number, number | null>()

/**
 * The difference (ms) of Auckland's clocks from UTC on a day of UTC; null for a day on which they change. Looked up
 * once a day, because lists have thousands of times.
 * @param day days since 1970
 */
function offsetOfDay(day: number): number | null {
  const known = offsets.get(day)
  if (known !== undefined) return known
  const [first, next] = [day, day + 1].map((at) => DateTime.fromMillis(at * DAY_MS, IN_AUCKLAND).offset)
  const offset = first === undefined || first !== next ? null : first * 60_000
  offsets.set(day, offset)
  return offset
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
  return text ? DateTime.fromFormat(text, WALL_CLOCK, IN_AUCKLAND) : null
}

function startOf(day: string): DateTime {
  const start = DateTime.fromFormat(day, DAY, IN_AUCKLAND)
  if (!start.isValid) throw new RangeError(`not a day: ${day}`)
  return start
}

/** Error of a date field whose text is not a day. */
export const UNREADABLE_DAY = 'Enter a date such as 22/11/2026.'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
/** How many days ahead a day without a year may be. */
const SLIP_DAYS = 31
/** Words for days, as offsets from today. */
const RELATIVE = { today: 0, yesterday: -1, tomorrow: 1 }

/** `22/11`, `22.11.26`, `22 nov`, `22 nov 2026`: day, month, and an optional year of 2 or 4 digits. */
const WRITTEN = /^(\d{1,2})(?:[\s/.-]+(\d{1,2})|[\s/.-]*([a-z]{3,9}))(?:[\s/.,-]+(\d{4}|\d{2}))?$/
const OFFSET = /^[+-]\d{1,4}$/

/**
 * Parses a day typed by staff to 'yyyy-MM-dd'; null if it is not an existing day.
 * Reads `22/11`, `22 nov`, `22 nov 2026`, `22/11/26`, `today`, `yest`, `fri`, `-1`, `+1` and 'yyyy-MM-dd'. Words
 * may be cut to three letters.
 * Staff enter only past dates. A weekday is therefore the latest one up to today, and a day without a year the
 * latest one up to a month ahead: 28/12 typed in January is last December, while tomorrow's date stays a future
 * date, which the field then refuses.
 * Digits alone are not a day, because a scanner types those.
 * @param today in Auckland, 'yyyy-MM-dd'
 */
export function readDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase()
  if (isAucklandDay(typed)) return typed
  if (OFFSET.test(typed)) return daysAfter(today, Number(typed))
  return namedDay(typed, today) ?? writtenDay(typed, today)
}

/** Formats a day 'yyyy-MM-dd' as '22/11/2026'; returns other text unchanged. */
export function formatDay(text: string): string {
  return isAucklandDay(text) ? dayOf(text).toFormat('dd/MM/yyyy') : text
}

/** The weekday 'Sun' of a day 'yyyy-MM-dd'; null for other text. */
export function weekdayOf(text: string): string | null {
  return isAucklandDay(text) ? dayOf(text).toFormat('ccc') : null
}

/** A day 'yyyy-MM-dd' as 'Sunday 22 November 2026'; null for other text. */
export function dayInWords(text: string): string | null {
  return isAucklandDay(text) ? dayOf(text).toFormat('cccc d MMMM yyyy') : null
}

/**
 * The Date that a calendar component uses for a day 'yyyy-MM-dd': noon in the machine's time zone. Undefined for
 * other text.
 */
export function calendarDate(text: string): Date | undefined {
  if (!isAucklandDay(text)) return undefined
  const { year, month, day } = dayOf(text)
  return new Date(year, month - 1, day, 12)
}

/** The day 'yyyy-MM-dd' of a calendar component's Date. */
export function dayOfCalendar(date: Date): string {
  return DateTime.fromJSDate(date).reconfigure({ locale: IN_UTC.locale }).toFormat(DAY)
}

/** Days that are never part of a name. `sun` and `21 nov` are days only beside other words about a list. */
const CLEAR_DAY =
  /^((today|yesterday|tomorrow)('?s)?|yest|[a-z]{3,6}day|\d{1,2}[/.-]\d{1,2}[/.-](\d{4}|\d{2})|\d{4}-\d\d-\d\d)$/
const OTHER_DAY =
  /^(mon|tues?|wed|thu|thurs?|fri|sat|sun|\d{1,2}[/-]\d{1,2}|\d{1,2}(st|nd|rd|th)? ?[a-z]{3,9}( (\d{4}|\d{2}))?)$/
/** The possessive of a day: `today's labels`. */
const POSSESSIVE = /(day|tomorrow)'?s$/
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th)/

const BEGINS_DAY = /^(?:\d|to|yest|mon|tue|wed|thu|fri|sat|sun)/

/** Whether a folded word can begin a day in a sentence, which is cheaper to tell than whether a phrase is one. */
export function beginsDay(word: string): boolean {
  return BEGINS_DAY.test(word)
}

/** A day in a sentence, folded: `21st nov`, `today's`. Null if the phrase is none. */
export function spokenDay(phrase: string, today: string): { day: string; isClear: boolean } | null {
  const isClear = CLEAR_DAY.test(phrase)
  if (!isClear && !OTHER_DAY.test(phrase)) return null
  const day = readDay(phrase.replace(ORDINAL, '$1').replace(POSSESSIVE, '$1'), today)
  return day === null ? null : { day, isClear }
}

/** The latest month of this name, or of its first three letters, up to that of today; null for any other word. */
export function monthNamed(word: string, today: string): { from: string; to: string } | null {
  const month =
    word.length < 3 ? 0 : MONTHS.findIndex((name) => name === word || name.slice(0, 3) === word) + 1
  if (month === 0) return null
  const [year = 0, now = 0] = today.split('-').map(Number)
  return periodAround(`${month > now ? year - 1 : year}-${padded(month, 2)}-01`, 'month')
}

function namedDay(typed: string, today: string): string | null {
  if (typed.length < 3) return null
  const relative = Object.entries(RELATIVE).find(([word]) => word.startsWith(typed))
  if (relative) return daysAfter(today, relative[1])
  const weekday = WEEKDAYS.findIndex((word) => word.startsWith(typed))
  if (weekday === -1) return null
  const day = dayPlus(periodAround(today, 'week').from, weekday)
  return day > today ? dayPlus(day, -7) : day
}

function writtenDay(typed: string, today: string): string | null {
  const [written, day = '', number, word, year] = WRITTEN.exec(typed) ?? []
  // Most words are no day.
  if (written === undefined) return null
  const month = word === undefined ? Number(number) : MONTHS.findIndex((name) => name.startsWith(word)) + 1
  const inYear = (full: number) => {
    const text = `${padded(full, 4)}-${padded(month, 2)}-${padded(Number(day), 2)}`
    return isAucklandDay(text) ? text : null
  }
  if (year !== undefined) return inYear(year.length === 2 ? 2000 + Number(year) : Number(year))
  const thisYear = Number(today.slice(0, 4))
  const latest = daysAfter(today, SLIP_DAYS)
  return (
    [thisYear + 1, thisYear, thisYear - 1].map(inYear).find((one) => one !== null && one <= latest) ?? null
  )
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}

function dayOf(day: string): DateTime {
  return DateTime.fromFormat(day, DAY, IN_UTC)
}

/** '2026-11-18 10:00:00 +1300', '2026-11-18T10:00:00Z', '2026-11-18 10:00', '2026-11-18'. */
const YEAR_FIRST =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/
/** '18/11/2026 10:00', '18/11/26', '18-11-2026 9:05:00 am'. */
const DAY_FIRST =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,? (\d{1,2}):(\d\d)(?::(\d\d))?(?: ?([ap])\.?m\.?)?)?$/i

/**
 * Parses a time as other programs write it to milliseconds: the year or the day first, never the month. Without an
 * offset it is Auckland's time, and without a time of day its midnight. Null for anything else.
 * @example parseWrittenTime('18/11/2026 10:00') // 10:00 in Auckland
 */
export function parseWrittenTime(text: string): number | null {
  const [isYearFirst, year, month, day, hour, minute, second, offset] = YEAR_FIRST.exec(text) ?? []
  if (isYearFirst !== undefined) {
    const [date, time] = [
      `${year}-${two(month)}-${two(day)}`,
      `${two(hour)}:${minute ?? '00'}:${second ?? '00'}`,
    ]
    if (offset === undefined) return parseWallClock(`${date} ${time}`)
    return hour === undefined ? null : parseInstant(`${date}T${time}${offset === 'UTC' ? 'Z' : offset}`)
  }
  const [isDayFirst, dayOf, monthOf, yearOf = '', hourOf, minuteOf, secondOf, half] =
    DAY_FIRST.exec(text) ?? []
  if (isDayFirst === undefined) return null
  const hours = half === undefined ? Number(hourOf ?? 0) : inDay(Number(hourOf), half.toLowerCase() === 'p')
  if (hours === null) return null
  const date = `${yearOf.length === 2 ? `20${yearOf}` : yearOf}-${two(monthOf)}-${two(dayOf)}`
  return parseWallClock(`${date} ${two(String(hours))}:${minuteOf ?? '00'}:${secondOf ?? '00'}`)
}

/** The hour of a day from the hour of a half: 12 am is 0, 12 pm is 12. Null if there is no such hour. */
function inDay(hour: number, isAfternoon: boolean): number | null {
  return hour < 1 || hour > 12 ? null : (hour % 12) + (isAfternoon ? 12 : 0)
}

function two(digits = '0'): string {
  return digits.padStart(2, '0')
}
