import { useAtomValue } from 'jotai'
import type { Order } from '../../../contract/orders.ts'
import { orderCan } from '../../../domain/orders/order-can.ts'
import { targetsAtom } from '../../commands/targets.ts'
import { RowAction } from '../../table/row-action.tsx'

/** The next steps of an order, in the order of the work. Labels are short to fit beside the status. */
const STEPS = [
  { action: 'record-payment', command: 'order.record-payment', label: 'Record payment' },
  { action: 'pack', command: 'order.pack', label: 'Pack order' },
  { action: 'record-collection', command: 'order.record-collection', label: 'Collect' },
  { action: 'create-consignment', command: 'order.create-consignment', label: 'Consign' },
] as const

/**
 * A button for the next step of a row's order. Not rendered if the order was shipped, or while commands
 * act on selected orders.
 */
export function OrderRowAction({ order }: { order: Order }) {
  const { orders: selected } = useAtomValue(targetsAtom)
  const step = STEPS.find(({ action }) => orderCan(action, order).offered)
  if (!step || selected) return null
  return <RowAction id={step.command} label={step.label} targets={{ order }} />
}
