import { PAYMENT_METHODS } from '../../contract/orders.ts'
import { isAucklandDay, UNREADABLE_DAY } from '../calendar/nz-calendar.ts'
import { ABSENT, nonBlank } from '../format/text.ts'

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

/**
 * The payment method of an order: exactly 'egate3p' means card, anything else bank transfer (ORD-26).
 */
export function paymentMethodLabel(method: string | null): string {
  return method === 'egate3p' ? 'Credit Card' : 'Bank Transfer'
}

/** The methods that staff choose from when they record a payment. */
export const RECORDED_METHODS = { bank: 'Bank', cash: 'Cash', card: 'Card' } as const satisfies Record<
  (typeof PAYMENT_METHODS)[number],
  string
>

/** The method of a payment unless staff choose another. */
export const USUAL_METHOD: (typeof PAYMENT_METHODS)[number] = 'bank'

/** The method of a recorded payment, as staff chose it. Another word is shown unchanged, a blank one as '—'. */
export function recordedMethodLabel(method: string | null): string {
  const known = PAYMENT_METHODS.find((one) => one === method)
  return known ? RECORDED_METHODS[known] : (nonBlank(method) ?? ABSENT)
}
