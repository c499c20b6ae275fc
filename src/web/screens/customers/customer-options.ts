import type { CommandId } from '../../../../commands/index.ts'
/** The commands of a customer, for its row in the list. */
export const CUSTOMER_ROW_OPTIONS: readonly CommandId[] = [
  'customer.open',
  'customer.orders',
  'customer.copy-code',
  'customer.edit',
]
