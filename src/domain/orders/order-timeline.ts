import type { Order } from '../../contract/orders.ts'
import { formatDateTime } from '../calendar/nz-time.ts'
import { nonBlank } from '../format/text.ts'
import { isPacked, isPaid, isShipped, leavesByHand, type OrderStage } from './order-status.ts'

/** One step of a timeline, formatted. */
export interface TimelineEvent {
  id: string
  title: string
  type: 'success' | 'pending' | 'warning' | 'other'
  /** Formatted: '20/11/2026 09:04' or 'Not recorded'; null if the step has no date. */
  date: string | null
}

type DatedOrder = OrderStage & { dates: Pick<Order['dates'], 'created_at'> }

/**
 * The steps of an order, in their order (ORD-14). An unpaid order has no packing step, because packing waits
 * for payment.
 */
export function orderTimeline(order: DatedOrder): TimelineEvent[] {
  const packing = packed(order)
  return [
    { id: 'created', title: 'Created', type: 'success', date: dateOf(order.dates.created_at) },
    paid(order),
    ...(packing ? [packing] : []),
    shipped(order),
  ]
}

function paid(order: DatedOrder): TimelineEvent {
  if (isPaid(order)) return { id: 'paid', title: 'Paid', type: 'success', date: dateOf(order.dates.paid_at) }
  return { id: 'paid', title: 'Payment has not been made yet', type: 'warning', date: null }
}

function packed(order: DatedOrder): TimelineEvent | null {
  const isSent = isShipped(order)
  if (isPacked(order) || isSent) {
    const title = isSent ? 'Order items picked' : 'Order items picked & ready for collection'
    return { id: 'packed', title, type: 'success', date: dateOf(order.dates.ready_at) ?? 'Not recorded' }
  }
  if (!isPaid(order)) return null
  return { id: 'packed', title: 'Order has not been packed yet', type: 'warning', date: null }
}

function shipped(order: DatedOrder): TimelineEvent {
  const byHand = leavesByHand(order)
  if (isShipped(order)) {
    const title = byHand ? 'Order collected by customer' : 'Order shipped'
    return { id: 'shipped', title, type: 'success', date: dateOf(order.dates.shipped_at) }
  }
  const title = byHand ? 'Order has not been collected yet' : 'Order has not been shipped yet'
  return { id: 'shipped', title, type: 'pending', date: null }
}

/** The formatted date of a step; null if it has none. */
export function dateOf(text: string | null): string | null {
  return nonBlank(text) === null ? null : formatDateTime(text)
}
