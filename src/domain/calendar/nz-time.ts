import { ABSENT, nonBlank } from '../format/text.ts'

/** The one time zone of the business. */
export const NZ_ZONE = 'Pacific/Auckland'

const INSTANT = /^([1-9]\d{3})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):?(\d\d))$/
const DAY_MS = 24 * 60 * 60_000
/** UTC+14, the offset furthest from UTC (Kiritimati). */
const FURTHEST_OFFSET_MINUTES = 14 * 60

const day = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: NZ_ZONE } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: NZ_ZONE } as const
// Created once: a formatter costs a thousand times as much as one use of it.
const dateFormat = new Intl.DateTimeFormat('en-GB', day)
const timeFormat = new Intl.DateTimeFormat('en-GB', time)
const yearFormat = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: NZ_ZONE })
const shortDay = { day: 'numeric', month: 'short', timeZone: NZ_ZONE } as const
const shortDateFormat = new Intl.DateTimeFormat('en-NZ', shortDay)
const shortDateYearFormat = new Intl.DateTimeFormat('en-NZ', { ...shortDay, year: 'numeric' })
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', { ...day, ...time })

/**
 * Parses an instant of a response to milliseconds (FMT-3): ISO 8601 with 'T' and an offset such as 'Z',
 * '+13:00' or '+1300'. Seconds and their fraction are optional. Null for anything else, such as a missing offset
 * or a day that does not exist.
 */
export function parseInstant(text: string | null): number | null {
  if (text === null) return null
  const found = INSTANT.exec(text)
  if (!found) return null
  const [
    ,
    year,
    month,
    date,
    hour,
    minute,
    second = '0',
    fraction = '0',
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = found
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 || Number(offsetMinute) > 59)
    return null
  const offset = Number(offsetHour) * 60 + Number(offsetMinute)
  if (offset > FURTHEST_OFFSET_MINUTES) return null
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(date))
  if (!sameDay(new Date(midnight), Number(month), Number(date))) return null
  const minutes = Number(hour) * 60 + Number(minute) - (sign === '-' ? -offset : offset)
  return midnight + minutes * 60_000 + Number(second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

/**
 * Formats an instant as '20/11/2026 14:02' in Auckland (FMT-3). Absent is '—'; unreadable text is returned
 * unchanged.
 */
export function formatDateTime(text: string | null): string {
  return shown(text, (instant) => dateTimeFormat.format(instant).replace(', ', ' '))
}

/**
 * Formats a recent instant briefly, in Auckland at `now` (ms): 'Today 14:02', 'Yesterday', '22 Nov', or '22 Nov
 * 2025' in another year. Absent is '—'; unreadable text is returned unchanged.
 */
export function formatRecent(text: string | null, now: number): string {
  return shown(text, (instant) => {
    const days = dayNumber(now) - dayNumber(instant)
    if (days === 0) return `Today ${timeFormat.format(instant)}`
    if (days === 1) return 'Yesterday'
    const isThisYear = yearFormat.format(instant) === yearFormat.format(now)
    return (isThisYear ? shortDateFormat : shortDateYearFormat).format(instant)
  })
}

/** '14:02' for an instant of the day of `now` in Auckland, both in ms; null for another day. */
export function timeToday(instant: number, now: number): string | null {
  return dayNumber(instant) === dayNumber(now) ? timeFormat.format(instant) : null
}

/** The number of days since 1970 in Auckland's calendar. */
function dayNumber(instant: number): number {
  const [date = 0, month = 0, year = 0] = dateFormat.format(instant).split('/').map(Number)
  return Date.UTC(year, month - 1, date) / DAY_MS
}

function shown(text: string | null, format: (instant: number) => string): string {
  if (text === null || nonBlank(text) === null) return ABSENT
  const instant = parseInstant(text)
  return instant === null ? text : format(instant)
}

/** Date.UTC turns 31 April into 1 May; only an existing day keeps its month and date. */
function sameDay(midnight: Date, month: number, date: number): boolean {
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === date
}

/** Returns the current time in milliseconds since 1970. Passed as a dependency, so that tests control the time. */
export type Clock = () => number

/** The day of an instant (ms) in Auckland, 'yyyy-MM-dd'. Without the calendar's library, which the first screen does not need. */
export function dayOfInstant(instant: number): string {
  const [date = '', month = '', year = ''] = dateFormat.format(instant).split('/')
  return `${year}-${month}-${date}`
}

/** The day that is `days` after another, or before it if negative, both 'yyyy-MM-dd'. */
export function dayPlus(day: string, days: number): string {
  return utcDay(utcMidnight(day) + days * DAY_MS)
}

/** Whether a text is an existing day 'yyyy-MM-dd'. */
export function isExistingDay(text: string): boolean {
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && utcDay(utcMidnight(text)) === text
}

/** The first and the last day of the week (from Monday) or the month of a day, all 'yyyy-MM-dd'. */
export function periodAround(day: string, unit: 'week' | 'month'): { from: string; to: string } {
  if (unit === 'week') {
    const from = dayPlus(day, -((new Date(utcMidnight(day)).getUTCDay() + 6) % 7))
    return { from, to: dayPlus(from, 6) }
  }
  const [year, month] = day.split('-').map(Number)
  return { from: `${day.slice(0, 8)}01`, to: utcDay(Date.UTC(year ?? 0, month ?? 0, 0)) }
}

function utcMidnight(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // `Date.UTC` takes the year 30 for 1930.
  return new Date(0).setUTCFullYear(year, month - 1, date)
}

function utcDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
