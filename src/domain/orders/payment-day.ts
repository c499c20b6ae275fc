import { isAucklandDay } from '../calendar/nz-calendar.ts'
import { UNREADABLE_DAY } from '../calendar/nz-day.ts'

/** A day of payment before this one is a slip of the pen. */
export const EARLIEST_PAYMENT = '2000-01-01'

/**
 * What is wrong with a day of payment ('yyyy-MM-dd', blank, or a text that is no day), null when nothing is: the payment
 * has been made, in this century (the specification names no limits).
 */
export function paymentDayFault(day: string, today: string): string | null {
  if (day === '') return 'is required'
  if (!isAucklandDay(day)) return UNREADABLE_DAY
  if (day > today) return 'may not be in the future'
  return day < EARLIEST_PAYMENT ? 'may not be before the year 2000' : null
}
