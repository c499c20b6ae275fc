import type { CommandId } from '../../../../commands/index.ts'
/** The menu of an order (section 2) with related commands. */
export const ORDER_OPTIONS: readonly CommandId[] = [
  'order.record-payment',
  'order.pack',
  'order.record-collection',
  'order.add-tracking',
  'order.create-consignment',
  'order.view-consignment',
  'order.another-consignment',
  'order.skip',
  'order.unskip',
  'order.copy-code',
  'order.history',
  'order.print-invoice',
  'order.print-packing-slip',
  'order.edit',
  'order.refund',
  'order.return-items',
  'order.cancel',
]

/** The menu of a row of the list. */
export const ORDER_ROW_OPTIONS: readonly CommandId[] = ['order.open', ...ORDER_OPTIONS]
