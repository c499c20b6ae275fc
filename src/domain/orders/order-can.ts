import {
  hasTracking,
  isPacked,
  isPaid,
  isPickup,
  isShipped,
  leavesByHand,
  type OrderStage,
} from './order-status.ts'

export type OrderAction =
  | 'record-payment'
  | 'pack'
  | 'record-collection'
  | 'add-tracking'
  | 'create-consignment'
  | 'another-consignment'

export interface Offer {
  offered: boolean
  /** Why the action is not offered, for staff; null when it is. */
  reason: string | null
}

/**
 * Conditions of the Options menu (ORD-30 to ORD-34), and of another consignment. Each rule returns the reason why an action is not offered, the most
 * permanent one first, or null.
 */
const RULES: Record<OrderAction, (order: OrderStage) => string | null> = {
  'record-payment': (order) => (isPaid(order) ? 'The order is already paid' : null),
  pack: (order) => sent(order) ?? (isPacked(order) ? 'The order is already packed' : null) ?? unpaid(order),
  'record-collection': (order) =>
    isPickup(order) ? (sent(order) ?? unpaid(order)) : 'The order is not click & collect',
  'add-tracking': (order) => {
    if (isPickup(order)) return 'The order is click & collect'
    return sent(order) ?? (hasTracking(order) ? 'The order already has a tracking code' : null)
  },
  'create-consignment': sent,
  'another-consignment': (order) => {
    if (!isShipped(order)) return 'The order is not shipped yet'
    return leavesByHand(order) ? sent(order) : null
  },
}

/**
 * Whether an action is allowed on an order, and why not. Both the server and the commands decide by this function
 * alone.
 */
export function orderCan(action: OrderAction, order: OrderStage): Offer {
  const reason = RULES[action](order)
  return { offered: reason === null, reason }
}

/**
 * Whether the payment of an order can be recorded and the order packed in one go, and why not. Still allowed after the
 * payment was recorded, so that a failed packing can be repeated.
 */
export function canPayAndPack(order: OrderStage): Offer {
  if (isPaid(order)) return orderCan('pack', order)
  const reason = sent(order) ?? (isPacked(order) ? 'The order is already packed' : null)
  return { offered: reason === null, reason }
}

/** The message if setting an order aside, or ending that, fails. */
export const SKIP_FAILED = 'Failed to skip the order, please try again.'

/** Whether an order can be set aside until tomorrow, and why not. */
export function canSkip(order: OrderStage): Offer {
  const { reason } = orderCan('create-consignment', order)
  const why = reason ?? (isPickup(order) ? 'The order is click & collect' : null)
  return { offered: why === null, reason: why }
}

function sent(order: OrderStage): string | null {
  if (!isShipped(order)) return null
  return leavesByHand(order) ? 'The order has already been collected' : 'The order has already been shipped'
}

function unpaid(order: OrderStage): string | null {
  return isPaid(order) ? null : 'The order is not paid yet'
}
