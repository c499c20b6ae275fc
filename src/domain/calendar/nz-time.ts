import { ABSENT, nonBlank } from '../format/absent.ts'

/** The one time zone of the business. */
export const NZ_ZONE = 'Pacific/Auckland'

const INSTANT = /^([1-9]\d{3})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):?(\d\d))$/
const DAY_MS = 24 * 60 * 60_000
/** No place on earth is further from UTC than Kiritimati. */
const FURTHEST_OFFSET_MINUTES = 14 * 60

const day = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: NZ_ZONE } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: NZ_ZONE } as const
// Built once: making a formatter costs a thousand times what using it does.
const dateFormat = new Intl.DateTimeFormat('en-GB', day)
const timeFormat = new Intl.DateTimeFormat('en-GB', time)
const yearFormat = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: NZ_ZONE })
const shortDay = { day: 'numeric', month: 'short', timeZone: NZ_ZONE } as const
const shortDateFormat = new Intl.DateTimeFormat('en-NZ', shortDay)
const shortDateYearFormat = new Intl.DateTimeFormat('en-NZ', { ...shortDay, year: 'numeric' })
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', { ...day, ...time })

/**
 * An instant of the wire in milliseconds (reading 12): ISO 8601 with 'T', and an offset as 'Z', '+13:00' or '+1300'.
 * Seconds and their fraction may be absent. Null for anything else: no offset, a day or time that does not exist.
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

/** '20/11/2026 14:02' in Auckland (section 9). Absent is '—'; what cannot be read is shown as it came. */
export function formatDateTime(text: string | null): string {
  return shown(text, (instant) => dateTimeFormat.format(instant).replace(', ', ' '))
}

/** '20/11/2026' in Auckland. Absent is '—'; what cannot be read is shown as it came. */
export function formatDate(text: string | null): string {
  return shown(text, (instant) => dateFormat.format(instant))
}

/**
 * A recent instant in few letters, in Auckland at `now` (ms): 'Today 14:02', 'Yesterday', '22 Nov', of another year
 * '22 Nov 2025'. Absent is '—'; what cannot be read is shown as it came.
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

/** Days of Auckland's calendar since 1970. */
function dayNumber(instant: number): number {
  const [date = 0, month = 0, year = 0] = dateFormat.format(instant).split('/').map(Number)
  return Date.UTC(year, month - 1, date) / DAY_MS
}

function shown(text: string | null, format: (instant: number) => string): string {
  if (text === null || nonBlank(text) === null) return ABSENT
  const instant = parseInstant(text)
  return instant === null ? text : format(instant)
}

/** Date.UTC carries the 31st of April over into May; a day that exists comes back as it went in. */
function sameDay(midnight: Date, month: number, date: number): boolean {
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === date
}
