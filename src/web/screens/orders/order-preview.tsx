import type { Order } from '../../../contract/orders.ts'
import type { PreviewProps } from '../../list/define-list.tsx'
import { RecordPreview } from '../../record/record-preview.tsx'
import { OrderStatusBadge } from './order-badges.tsx'
import { OrderDetails } from './order-details.tsx'

/** The preview pane of an order: its screen without the actions. */
export function OrderPreview({ row, onClose }: PreviewProps<Order>) {
  return (
    <RecordPreview
      kind="order"
      record={row}
      badge={(order) => <OrderStatusBadge order={order} />}
      onClose={onClose}
    >
      {(order) => <OrderDetails order={order} />}
    </RecordPreview>
  )
}
