import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../format/absent.ts'

/** What is asked of an order to know how far it has come. Any Order is one; the server makes one of a row. */
export interface OrderStage {
  status: string | null
  dates: Pick<Order['dates'], 'paid_at' | 'ready_at' | 'shipped_at'>
  freight: Pick<Order['freight'], 'is_pickup' | 'tracking_code'>
}

/** Freight of $10.86 without GST is what a rural delivery costs (section 9, reading 9). */
export const RURAL_FREIGHT_CENTS = 1086

/**
 * What each status word says of an order. A back end may send dates, a status or both: a step has been taken when its
 * date is there, or else when the status could not have been reached without it. An order that has left is not paid
 * for that: without a payment date it is unpaid, shipped or collected (reading 52). A date is never overruled by a
 * status.
 */
const STATUSES_BEYOND = {
  paid: ['paid', 'ready to collect', 'ready to ship'],
  ready: ['ready to collect', 'ready to ship'],
  shipped: ['shipped', 'collected'],
} as const

/** Whether the payment is recorded. */
export function isPaid(order: OrderStage): boolean {
  return taken(order, order.dates.paid_at, STATUSES_BEYOND.paid)
}

/** Whether the order has been packed. It stays so once shipped. */
export function isReady(order: OrderStage): boolean {
  return taken(order, order.dates.ready_at, STATUSES_BEYOND.ready)
}

/** Whether the order has left: shipped, or collected. */
export function isShipped(order: OrderStage): boolean {
  return taken(order, order.dates.shipped_at, STATUSES_BEYOND.shipped)
}

/** Whether it is a click & collect order, "the pick-up case" (reading 42). */
export function isPickup(order: OrderStage): boolean {
  return order.freight.is_pickup
}

export function hasTracking(order: OrderStage): boolean {
  return nonBlank(order.freight.tracking_code) !== null
}

/** Whether the customer fetches it: a pick-up order that no courier was given after all (section 4). */
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
