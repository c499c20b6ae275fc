/** The payment method of an order: egate3p is a card, anything else a transfer, literally (section 9, reading 25). */
export function paymentMethodLabel(method: string | null): string {
  return method === 'egate3p' ? 'Credit Card' : 'Bank Transfer'
}
