import { isAucklandDay } from '../calendar/nz-calendar.ts'
import { UNREADABLE_DAY } from '../calendar/nz-day.ts'

/** An earlier day of payment is a typing error. */
export const EARLIEST_PAYMENT = '2000-01-01'

/**
 * Why a day of payment is not accepted, as a sentence; null when it is. The text is 'yyyy-MM-dd', blank, or not a day. The
 * payment must be in the past and in this century; the specification names no limits.
 */
export function paymentDayFault(day: string, today: string): string | null {
  if (day === '') return 'Enter the date of the payment.'
  if (!isAucklandDay(day)) return UNREADABLE_DAY
  if (day > today) return 'The payment may not be in the future.'
  return day < EARLIEST_PAYMENT ? 'The payment may not be before the year 2000.' : null
}
