/**
 * The payment method of an order: exactly 'egate3p' means card, anything else bank transfer (section 9, reading
 * 25).
 */
export function paymentMethodLabel(method: string | null): string {
  return method === 'egate3p' ? 'Credit Card' : 'Bank Transfer'
}
