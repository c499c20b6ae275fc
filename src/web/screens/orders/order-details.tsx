import type { Order } from '../../../contract/orders.ts'
import { orderTimeline } from '../../../domain/orders/order-timeline.ts'
import { LeftOutAlert } from '../../record/left-out-alert.tsx'
import { OrderNotes } from '../../record/order-notes.tsx'
import { RecordColumns } from '../../record/record-columns.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { CustomerCard, DeliveryCard, StatusCard } from './order-cards.tsx'
import { OrderItems } from './order-items.tsx'
import { SkipAlert } from './skip-alert.tsx'

/**
 * The Details tab and the preview pane: notes, items and progress at the left, customer and destination at the right; in a
 * narrow pane below.
 */
export function OrderDetails({ order }: { order: Order }) {
  return (
    <RecordColumns
      beside={
        <>
          <StatusCard order={order} />
          <CustomerCard order={order} />
          <DeliveryCard order={order} />
        </>
      }
    >
      <SkipAlert order={order} />
      <OrderNotes order={order} />
      <LeftOutAlert unreadable={order.unreadable} />
      <OrderItems order={order} />
      <Timeline events={orderTimeline(order)} />
    </RecordColumns>
  )
}
