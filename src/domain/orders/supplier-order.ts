import type { SupplierOrder } from '../../contract/suppliers.ts'
import { formatDateTime } from '../calendar/nz-time.ts'
import type { ShownStatus } from '../format/badge.ts'
import { nonBlank } from '../format/text.ts'
import { dateOf, type TimelineEvent } from './order-timeline.ts'

/** The dates of a supplier order. */
export type SupplierOrderDates = Pick<
  SupplierOrder,
  'created_at' | 'ordered_at' | 'paid_at' | 'shipped_at' | 'received_at' | 'expected_at' | 'devanned_at'
>

const TONES = { Draft: 'neutral', Ordered: 'yellow', Shipped: 'sky', Received: 'lime' } as const
export type SupplierOrderStatus = keyof typeof TONES
/** In the order of their life. */
export const SUPPLIER_ORDER_STATUSES = ['Draft', 'Ordered', 'Shipped', 'Received'] as const

/** The status of a supplier order: that of the last date which is set (SUP-4). */
export function supplierOrderStatus(
  order: Pick<SupplierOrderDates, 'ordered_at' | 'shipped_at' | 'devanned_at'>,
): SupplierOrderStatus {
  if (nonBlank(order.devanned_at)) return 'Received'
  if (nonBlank(order.shipped_at)) return 'Shipped'
  return nonBlank(order.ordered_at) ? 'Ordered' : 'Draft'
}

/** The badge of a supplier order's status. */
export function shownSupplierOrderStatus(status: string | null): ShownStatus {
  const label = SUPPLIER_ORDER_STATUSES.find((one) => one === status) ?? 'Draft'
  return { label, tone: TONES[label] }
}

/** The steps of a supplier order: created, paid, shipped, received or expected, devanned (SUP-4). */
export function supplierOrderTimeline(order: SupplierOrderDates): TimelineEvent[] {
  return [
    { id: 'created', title: 'Created', type: 'success', date: dateOf(order.created_at) },
    step('paid', order.paid_at, 'Paid', 'Payment has not been made yet'),
    step('shipped', order.shipped_at, 'Shipped', 'Order has not been shipped yet'),
    arrival(order),
    step('devanned', order.devanned_at, 'Devanned', 'Order has not been devanned yet'),
  ]
}

function step(id: string, date: string | null, done: string, awaited: string): TimelineEvent {
  return nonBlank(date)
    ? { id, title: done, type: 'success', date: dateOf(date) }
    : { id, title: awaited, type: 'pending', date: null }
}

function arrival({ received_at, expected_at }: SupplierOrderDates): TimelineEvent {
  if (nonBlank(received_at) || !nonBlank(expected_at)) {
    return step('received', received_at, 'Received', 'Order has not been received yet')
  }
  return { id: 'received', title: 'Expected', type: 'pending', date: formatDateTime(expected_at) }
}
