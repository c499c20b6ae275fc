import type { CommandId } from '../../../../commands/index.ts'
/** What an order's menu holds (section 2), and the commands that go with it. */
export const ORDER_OPTIONS: readonly CommandId[] = [
  'order.record-payment',
  'order.pack',
  'order.record-collection',
  'order.add-tracking',
  'order.create-consignment',
  'order.view-consignment',
  'order.copy-code',
  'order.print-invoice',
  'order.print-packing-slip',
  'order.edit',
  'order.refund',
  'order.return-items',
  'order.cancel',
]

/** The menu of a list's row. */
export const ORDER_ROW_OPTIONS: readonly CommandId[] = ['order.open', ...ORDER_OPTIONS]
