import type { Order } from '../../../contract/orders.ts'
import { orderTimeline } from '../../../domain/order-timeline.ts'
import { Timeline } from '../../ui/timeline.tsx'
import { CustomerCard, DeliveryCard, StatusCard } from './order-cards.tsx'
import { OrderItems } from './order-items.tsx'

/**
 * The Details tab, and the peek: what was ordered and how far it is, beside who ordered it and where it goes; under it
 * where there is no room.
 */
export function OrderDetails({ order }: { order: Order }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-4 @min-[860px]:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid min-w-0 gap-4">
          <OrderItems order={order} />
          <Timeline events={orderTimeline(order)} />
        </div>
        <div className="grid min-w-0 gap-4">
          <StatusCard order={order} />
          <CustomerCard order={order} />
          <DeliveryCard order={order} />
        </div>
      </div>
    </div>
  )
}
