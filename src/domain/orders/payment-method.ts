import { PAYMENT_METHODS } from '../../contract/orders.ts'
import { ABSENT, nonBlank } from '../format/absent.ts'

/**
 * The payment method of an order: exactly 'egate3p' means card, anything else bank transfer (section 9, reading
 * 25).
 */
export function paymentMethodLabel(method: string | null): string {
  return method === 'egate3p' ? 'Credit Card' : 'Bank Transfer'
}

/** The methods that staff choose from when they record a payment. */
export const RECORDED_METHODS = { bank: 'Bank', cash: 'Cash', card: 'Card' } as const satisfies Record<
  (typeof PAYMENT_METHODS)[number],
  string
>

/** The method of a recorded payment, as staff chose it. Another word is shown unchanged, a blank one as '—'. */
export function recordedMethodLabel(method: string | null): string {
  const known = PAYMENT_METHODS.find((one) => one === method)
  return known ? RECORDED_METHODS[known] : (nonBlank(method) ?? ABSENT)
}
