import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../format/absent.ts'

/** The fields that decide the stage of an order. An `Order` has them; the server builds them from a row. */
export interface OrderStage {
  status: string | null
  dates: Pick<Order['dates'], 'paid_at' | 'ready_at' | 'shipped_at'>
  freight: Pick<Order['freight'], 'is_pickup' | 'tracking_code'>
}

/** Freight of exactly $10.86 excluding GST marks a rural delivery (section 9, reading 9). */
export const RURAL_FREIGHT_CENTS = 1086

/**
 * Status words that imply that a step has been taken. A back end may send dates, a status or both: a step counts
 * as taken if its date is set, or if the status cannot be reached without it. Shipped and collected do not imply
 * payment: without a payment date such an order is unpaid (reading 52). A date always wins over a status.
 */
const STATUSES_BEYOND = {
  paid: ['paid', 'ready to collect', 'ready to ship'],
  ready: ['ready to collect', 'ready to ship'],
  shipped: ['shipped', 'collected'],
} as const

/** Whether the payment has been recorded. */
export function isPaid(order: OrderStage): boolean {
  return taken(order, order.dates.paid_at, STATUSES_BEYOND.paid)
}

/** Whether the order has been packed. A shipped order still counts as packed. */
export function isReady(order: OrderStage): boolean {
  return taken(order, order.dates.ready_at, STATUSES_BEYOND.ready)
}

/** Whether the order has been shipped or collected. */
export function isShipped(order: OrderStage): boolean {
  return taken(order, order.dates.shipped_at, STATUSES_BEYOND.shipped)
}

/** Whether this is a click & collect order, the specification's "pick-up case" (reading 42). */
export function isPickup(order: OrderStage): boolean {
  return order.freight.is_pickup
}

export function hasTracking(order: OrderStage): boolean {
  return nonBlank(order.freight.tracking_code) !== null
}

/** Whether the customer collects the order: a pick-up order that was not given to a courier after all (section 4). */
export function leavesByHand(order: OrderStage): boolean {
  return isPickup(order) && !hasTracking(order)
}

/** Whether the rural flag is shown (section 2). */
export function isRuralFreight(order: { freight: Pick<Order['freight'], 'subtotal'> }): boolean {
  return order.freight.subtotal === RURAL_FREIGHT_CENTS
}

function taken(order: OrderStage, date: string | null, statuses: readonly string[]): boolean {
  return nonBlank(date) !== null || statuses.includes(nonBlank(order.status)?.toLowerCase() ?? '')
}
