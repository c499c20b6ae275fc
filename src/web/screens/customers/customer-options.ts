/** The commands of a customer, for its row in the list. */
export const CUSTOMER_ROW_OPTIONS: readonly string[] = [
  'customer.open',
  'customer.orders',
  'customer.copy-code',
  'customer.edit',
]
