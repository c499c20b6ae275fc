import type { Order } from '../../contract/orders.ts'
import type { ShownStatus } from '../format/badge.ts'
import { ABSENT, nonBlank } from '../format/text.ts'
import { buysOnAccount } from '../records/customer-pricing.ts'
import { usualStatus } from './standing.ts'

/** The fields that decide the stage of an order. An `Order` has them; the server builds them from a row. */
export interface OrderStage {
  status: string | null
  dates: Pick<Order['dates'], 'paid_at' | 'ready_at' | 'shipped_at'>
  freight: Pick<Order['freight'], 'is_pickup' | 'tracking_code'>
}

/** Freight of exactly $10.86 excluding GST marks a rural delivery (ORD-5). */
export const RURAL_BADGE_CENTS = 1086

/**
 * Status words that imply that a step has been taken. A back end may send dates, a status or both: a step counts
 * as taken if its date is set, or if the status cannot be reached without it. Shipped and collected do not imply
 * payment: without a payment date such an order is unpaid (ORD-11). A date always wins over a status.
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
export function isPacked(order: OrderStage): boolean {
  return taken(order, order.dates.ready_at, STATUSES_BEYOND.ready)
}

/** Whether the order has been shipped or collected. */
export function isShipped(order: OrderStage): boolean {
  return taken(order, order.dates.shipped_at, STATUSES_BEYOND.shipped)
}

/** Whether the order leaves before it is paid, because its customer buys on account (ORD-60). */
export function isOnAccount(order: OrderStage & { customer: Pick<Order['customer'], 'terms'> }): boolean {
  return !isPaid(order) && buysOnAccount(order.customer.terms)
}

/** Whether this is a click & collect order (ORD-13). */
export function isPickup(order: OrderStage): boolean {
  return order.freight.is_pickup
}

export function hasTracking(order: OrderStage): boolean {
  return nonBlank(order.freight.tracking_code) !== null
}

/** Whether the customer collects the order: a pick-up order that was not given to a courier after all (ORD-13). */
export function leavesByHand(order: OrderStage): boolean {
  return isPickup(order) && !hasTracking(order)
}

/** Whether the rural flag is shown (ORD-5). */
export function isRuralFreight(order: { freight: Pick<Order['freight'], 'subtotal'> }): boolean {
  return order.freight.subtotal === RURAL_BADGE_CENTS
}

function taken(order: OrderStage, date: string | null, statuses: readonly string[]): boolean {
  return nonBlank(date) !== null || statuses.includes(nonBlank(order.status)?.toLowerCase() ?? '')
}

/** Status words with a label and colour of their own (ORD-10), by their lower-case form. */
const SHOWN = new Map<string, ShownStatus>([
  ['ordered', { label: 'Unpaid', tone: 'red' }],
  ['unpaid', { label: 'Unpaid', tone: 'red' }],
  ['paid', { label: 'Paid', tone: 'yellow' }],
  ['ready to collect', { label: 'Ready To Collect', tone: 'yellow' }],
  ['ready to ship', { label: 'Ready To Ship', tone: 'yellow' }],
  ['shipped', { label: 'Shipped', tone: 'lime' }],
  ['collected', { label: 'Collected', tone: 'lime' }],
])

/** The badge of an order's status. An unknown word is shown unchanged in the neutral colour. */
export function shownStatus(status: string | null): ShownStatus {
  const word = nonBlank(status)
  if (word === null) return { label: ABSENT, tone: 'neutral' }
  return SHOWN.get(word.toLowerCase()) ?? { label: word, tone: 'neutral' }
}

/** Whether a status word, in lower case, is one that actions set or that means one of these. */
function isActionStatus(word: string): boolean {
  return SHOWN.has(word)
}

/** The statuses that the order's actions set (ORD-12). */
type OrderStatus = 'Ordered' | 'Paid' | 'Ready To Collect' | 'Ready To Ship' | 'Shipped' | 'Collected'

/** The status that follows from an order's dates. The server stores it after an action. */
export function statusOf(dates: OrderStage['dates'], freight: OrderStage['freight']): OrderStatus {
  const byHand = leavesByHand({ status: null, dates, freight })
  if (nonBlank(dates.shipped_at)) return byHand ? 'Collected' : 'Shipped'
  if (!nonBlank(dates.paid_at)) return 'Ordered'
  if (!nonBlank(dates.ready_at)) return 'Paid'
  return byHand ? 'Ready To Collect' : 'Ready To Ship'
}

/** A status that no action sets, in its usual spelling: 'on hold' for 'Hold'; null for all others. */
export function otherStatus(status: string | null): string | null {
  const word = usualStatus(status)
  return word === '' || isActionStatus(word) ? null : word
}
