import type { HistoryDetails } from '../../contract/history.ts'
import { isOrderAction, ORDER_ACTION_NAMES, type OrderAction } from '../../contract/orders.ts'
import { MESSAGES } from '../records/catalogue.ts'
import {
  hasTracking,
  isPacked,
  isPaid,
  isPickup,
  isShipped,
  leavesByHand,
  type OrderStage,
} from './order-status.ts'

/** A value of an entry in a history, and the words before it. */
export type HistoryValue = readonly [name: keyof HistoryDetails, words?: string]

/** The facts of an action on an order that all parts of the product share. Its call is in `ORDER_CALLS`. */
interface OrderActionFacts {
  /** Why an order does not allow it, the most permanent reason first; null if it does. */
  refusal(order: OrderStage): string | null
  /** Whether an order shows that it was carried out. */
  isDone(order: OrderStage): boolean
  /** Whether the order leaves the business with it. */
  isLast: boolean
  /** Its result for an order: 'packed'. */
  done: string
  /** The message if it fails. */
  failure: string
  /** The event for other systems. */
  event: `order.${string}`
  /** The name of its icon. */
  icon: string
  /** The label of its button in lists, where it is the next step of an order; null if it never is. */
  nextStep: string | null
  /** Its entry in a history: the title, and the values, some with words before them. */
  history: { title: string; values: readonly HistoryValue[] }
}

/** The actions on an order (ORD-30 to ORD-33). */
export const ORDER_ACTIONS = {
  'record-payment': {
    refusal: (order) => (isPaid(order) ? 'The order is already paid' : null),
    isDone: isPaid,
    isLast: false,
    done: 'paid',
    failure: MESSAGES.markPaid,
    event: 'order.paid',
    icon: 'payment',
    nextStep: 'Record payment',
    history: {
      title: 'Payment recorded',
      values: [['payment_amount'], ['payment_method'], ['date_paid', 'paid on'], ['reference', 'reference']],
    },
  },
  pack: {
    refusal: (order) => sent(order) ?? packed(order) ?? unpaid(order),
    isDone: isPacked,
    isLast: false,
    done: 'packed',
    failure: MESSAGES.pack,
    event: 'order.ready',
    icon: 'pack',
    nextStep: 'Pack order',
    history: { title: 'Order packed', values: [['is_pickup'], ['send_notification']] },
  },
  'record-collection': {
    refusal: (order) =>
      isPickup(order) ? (sent(order) ?? unpaid(order)) : 'The order is not click & collect',
    isDone: isShipped,
    isLast: true,
    done: 'collected',
    failure: MESSAGES.markCollected,
    event: 'order.collected',
    icon: 'collection',
    nextStep: 'Collect',
    history: { title: 'Collection recorded', values: [['collected_by', 'collected by'], ['notes']] },
  },
  'add-tracking': {
    refusal(order) {
      if (isPickup(order)) return 'The order is click & collect'
      return sent(order) ?? (hasTracking(order) ? 'The order already has a tracking code' : null)
    },
    isDone: hasTracking,
    isLast: true,
    done: 'shipped',
    failure: MESSAGES.shippingUpdate,
    event: 'order.shipped',
    icon: 'tracking',
    nextStep: null,
    history: {
      title: 'Tracking added',
      values: [['shipping_company'], ['tracking_code'], ['reference']],
    },
  },
} as const satisfies Record<OrderAction, OrderActionFacts>

/** The conditions of an order's consignments (ORD-34), whose form is not a dialog but a screen. */
const CONSIGNMENT_REFUSALS = {
  'create-consignment': sent,
  'another-consignment': (order: OrderStage) => {
    if (!isShipped(order)) return 'The order is not shipped yet'
    return leavesByHand(order) ? sent(order) : null
  },
}

/** What staff can do with an order: an action, or one of its consignments. */
export type OrderStep = OrderAction | keyof typeof CONSIGNMENT_REFUSALS

export interface Offer {
  offered: boolean
  /** Why the action is not offered, for staff; null when it is. */
  reason: string | null
}

/**
 * Whether an action is allowed on an order, and why not. Both the server and the commands decide by this function
 * alone.
 */
export function orderCan(step: OrderStep, order: OrderStage): Offer {
  const reason = isOrderAction(step) ? ORDER_ACTIONS[step].refusal(order) : CONSIGNMENT_REFUSALS[step](order)
  return { offered: reason === null, reason }
}

/** The dialogs for one order: of each action, of two actions in one go, and of setting the order aside. */
export const ORDER_DIALOGS = [...ORDER_ACTION_NAMES, 'pay-and-pack', 'skip-order'] as const
export type OrderDialogName = (typeof ORDER_DIALOGS)[number]

/**
 * Whether the payment of an order can be recorded and the order packed in one go, and why not. Still allowed after the
 * payment was recorded, so that a failed packing can be repeated.
 */
export function canPayAndPack(order: OrderStage): Offer {
  if (isPaid(order)) return orderCan('pack', order)
  const reason = sent(order) ?? packed(order)
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

function packed(order: OrderStage): string | null {
  return isPacked(order) ? 'The order is already packed' : null
}

function unpaid(order: OrderStage): string | null {
  return isPaid(order) ? null : 'The order is not paid yet'
}
