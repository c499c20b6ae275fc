import { DateTime } from 'luxon'
import { isAucklandDay } from './nz-calendar.ts'

/** What a field says of a text that is no day. */
export const UNREADABLE_DAY = 'must be a date such as 22/11/2026'

const DAY = 'yyyy-MM-dd'
/** Days have no hours, so no clock change can move them. */
const options = { zone: 'utc', locale: 'en-US' } as const

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
/** How far ahead a day without a year may be. */
const SLIP_DAYS = 31
/** Days from today. */
const RELATIVE = { today: 0, yesterday: -1, tomorrow: 1 }

/** `22/11`, `22.11.26`, `22 nov`, `22 nov 2026`: day, then month, then possibly a year of 2 or 4 digits. */
const WRITTEN = /^(\d{1,2})(?:[\s/.-]+(\d{1,2})|[\s/.-]*([a-z]{3,9}))(?:[\s/.,-]+(\d{4}|\d{2}))?$/
const OFFSET = /^[+-]\d{1,4}$/

/**
 * The day that is meant by what staff type, 'yyyy-MM-dd'; null where it is no day that exists. Reads `22/11`, `22 nov`,
 * `22 nov 2026`, `22/11/26`, `today`, `yest`, `fri`, `-1`, `+1` and 'yyyy-MM-dd'; words may be cut to three letters.
 * Every date that staff enter is one of the past, so a weekday is the latest one that is not after today, and a day
 * without a year the latest one that is not more than a month ahead: 28/12 typed in January was last December, but
 * tomorrow's date is a slip for the field's own rule to refuse, not a day of last year. Digits alone are no day: they are
 * what a scanner types.
 * @param today in Auckland, 'yyyy-MM-dd'
 */
export function readDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase()
  if (isAucklandDay(typed)) return typed
  if (OFFSET.test(typed)) return daysAfter(today, Number(typed))
  return namedDay(typed, today) ?? writtenDay(typed, today)
}

/** '22/11/2026' of a day 'yyyy-MM-dd'; any other text as it is. */
export function formatDay(text: string): string {
  return isAucklandDay(text) ? parse(text).toFormat('dd/MM/yyyy') : text
}

/** 'Sun' of a day 'yyyy-MM-dd', null of any other text. */
export function weekdayOf(text: string): string | null {
  return isAucklandDay(text) ? parse(text).toFormat('ccc') : null
}

/** 'Sunday 22 November 2026' of a day 'yyyy-MM-dd', null of any other text. */
export function dayInWords(text: string): string | null {
  return isAucklandDay(text) ? parse(text).toFormat('cccc d MMMM yyyy') : null
}

/** The day so many days after a day, both 'yyyy-MM-dd'. */
export function daysAfter(day: string, days: number): string {
  return parse(day).plus({ days }).toFormat(DAY)
}

/** Noon of a day 'yyyy-MM-dd' on the machine's own clock, as calendars count; none of any other text. */
export function calendarDate(text: string): Date | undefined {
  if (!isAucklandDay(text)) return undefined
  const { year, month, day } = parse(text)
  return new Date(year, month - 1, day, 12)
}

/** The day 'yyyy-MM-dd' of a calendar's date. */
export function dayOfCalendar(date: Date): string {
  return DateTime.fromJSDate(date).reconfigure({ locale: options.locale }).toFormat(DAY)
}

function namedDay(typed: string, today: string): string | null {
  if (typed.length < 3) return null
  const relative = Object.entries(RELATIVE).find(([word]) => word.startsWith(typed))
  if (relative) return daysAfter(today, relative[1])
  const weekday = WEEKDAYS.findIndex((word) => word.startsWith(typed)) + 1
  return weekday === 0 ? null : daysAfter(today, -((parse(today).weekday - weekday + 7) % 7))
}

function writtenDay(typed: string, today: string): string | null {
  const [, day = '', number, word, year] = WRITTEN.exec(typed) ?? []
  const month = word === undefined ? Number(number) : MONTHS.findIndex((name) => name.startsWith(word)) + 1
  const inYear = (full: number) => {
    const text = `${padded(full, 4)}-${padded(month, 2)}-${padded(Number(day), 2)}`
    return isAucklandDay(text) ? text : null
  }
  if (year !== undefined) return inYear(year.length === 2 ? 2000 + Number(year) : Number(year))
  const thisYear = parse(today).year
  const latest = daysAfter(today, SLIP_DAYS)
  return (
    [thisYear + 1, thisYear, thisYear - 1].map(inYear).find((one) => one !== null && one <= latest) ?? null
  )
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}

function parse(day: string): DateTime {
  return DateTime.fromFormat(day, DAY, options)
}
