import { useAtomValue } from 'jotai'
import type { Order } from '../../../contract/orders.ts'
import { orderCan } from '../../../domain/orders/order-can.ts'
import { targetsAtom } from '../../commands/targets.ts'
import { RowAction } from '../../table/row-action.tsx'

/** What is done next with an order, in the order of the work; short labels, for they stand beside the status. */
const STEPS = [
  { action: 'record-payment', command: 'order.record-payment', label: 'Record payment' },
  { action: 'pack', command: 'order.pack', label: 'Pack order' },
  { action: 'record-collection', command: 'order.record-collection', label: 'Collect' },
  { action: 'create-consignment', command: 'order.create-consignment', label: 'Consign' },
] as const

/**
 * The next step of the active row's order, with its key; nothing for an order that has left, or while the keys act on
 * selected ones.
 */
export function OrderRowAction({ order }: { order: Order }) {
  const { orders: selected } = useAtomValue(targetsAtom)
  const step = STEPS.find(({ action }) => orderCan(action, order).offered)
  if (!step || selected) return null
  return <RowAction id={step.command} label={step.label} />
}
