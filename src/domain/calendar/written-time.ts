import { parseWallClock } from './nz-calendar.ts'
import { parseInstant } from './nz-time.ts'

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
