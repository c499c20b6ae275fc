/** A day of payment before this one is a slip of the pen. */
const EARLIEST = '2000-01-01'

/**
 * What is wrong with a day of payment ('yyyy-MM-dd', blank while none is given), null when nothing is: the payment has
 * been made, in this century (the specification names no limits).
 */
export function paymentDayFault(day: string, today: string): string | null {
  if (day === '') return 'is required'
  if (day > today) return 'may not be in the future'
  return day < EARLIEST ? 'may not be before the year 2000' : null
}
