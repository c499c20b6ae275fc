import { useDeferredValue } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { RecordPeek } from '../../record/record-preview.tsx'
import { paths } from '../../routing/paths.ts'
import { OrderStatusBadge } from './order-badges.tsx'
import { OrderDetails } from './order-details.tsx'

interface OrderPeekProps {
  /** As the list has it. */
  order: Order
  onClose(): void
}

/** What an order's own screen shows, and nothing to do there; while a key is held, the row moves first. */
export function OrderPeek({ order: active, onClose }: OrderPeekProps) {
  const order = useDeferredValue(active)
  return (
    <RecordPeek
      noun="Order"
      code={order.code}
      badge={<OrderStatusBadge order={order} />}
      path={paths.record('order', order.code)}
      onClose={onClose}
    >
      <OrderDetails order={order} />
    </RecordPeek>
  )
}
