import type { HistoryDetails } from '../../contract/history.ts'
import { isOrderAction, ORDER_ACTION_NAMES, type Order, type OrderAction } from '../../contract/orders.ts'
import { LONGEST_LINE, LONGEST_NOTES, tooLongFault } from '../format/text.ts'
import { MESSAGES } from '../records/catalogue.ts'
import {
  hasTracking,
  isOnAccount,
  isPacked,
  isPaid,
  isPickup,
  isShipped,
  leavesByHand,
  type OrderStage,
} from './order-status.ts'
import { type StandingFacts, standingOf, standingReason } from './standing.ts'

/** The most characters of each text that staff type for a step of an order. */
const LONGEST_STEP_TEXTS = {
  reference: LONGEST_LINE,
  message: LONGEST_NOTES,
  notes: LONGEST_NOTES,
  collected_by: LONGEST_LINE,
  tracking_code: LONGEST_LINE,
  tracking_url: LONGEST_LINE,
  reason: LONGEST_LINE,
} as const
export type StepTextName = keyof typeof LONGEST_STEP_TEXTS

const STEP_TEXT_NAMES = Object.keys(LONGEST_STEP_TEXTS).filter((name): name is StepTextName =>
  Object.hasOwn(LONGEST_STEP_TEXTS, name),
)

/** Why a text of a step is too long: 'may have at most 500 characters'; null if it is not. */
export function stepTextFault(name: StepTextName, text: string): string | null {
  return tooLongFault(text, LONGEST_STEP_TEXTS[name])
}

interface LongStepText {
  field: StepTextName
  /** Its name in words: 'collected by'. */
  words: string
  /** 'may have at most 500 characters' */
  fault: string
}

/** The first text among the values of a step that is too long; null if none is. */
export function longStepText(values: Readonly<Partial<Record<StepTextName, unknown>>>): LongStepText | null {
  for (const field of STEP_TEXT_NAMES) {
    const text = values[field]
    const fault = typeof text === 'string' ? stepTextFault(field, text) : null
    if (fault !== null) return { field, words: field.replaceAll('_', ' '), fault }
  }
  return null
}

/** A field of what the action sends, as an entry in a history shows it, and the words before it. */
export type HistoryValue = readonly [name: keyof HistoryDetails, words?: string]

/** The facts of an action on an order that all parts of the product share. Its call is in `ORDER_CALLS`. */
interface OrderActionFacts {
  /** Why an order does not allow it, the most permanent reason first; null if it does. */
  refusal(order: JudgedOrder): string | null
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
  /** Why it cannot be taken back from an order; null if it can (ORD-52), whatever the standing of the order. */
  stays(order: OrderStage): string | null
  /** The action under whose name it is taken back: both ways to pack are one step of an order. */
  step: OrderAction
  /** Its noun, as in 'Packing of order 108846 undone', and what staff did, after their name. */
  noun: string
  deed: string
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
    // No other step depends on a payment: goods may leave unpaid.
    stays: (order) => (isPaid(order) ? null : 'The order is not paid'),
    step: 'record-payment',
    noun: 'payment',
    deed: 'recorded its payment',
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
    stays: stayPacked,
    step: 'pack',
    noun: 'packing',
    deed: 'packed it',
    history: { title: 'Order packed', values: [['is_pickup'], ['send_notification']] },
  },
  'record-collection': {
    refusal: (order) =>
      isPickup(order) ? (sent(order) ?? uncollectable(order)) : 'The order is not click & collect',
    isDone: isShipped,
    isLast: true,
    done: 'collected',
    failure: MESSAGES.markCollected,
    event: 'order.collected',
    icon: 'collection',
    nextStep: 'Collect',
    stays: (order) => (isShipped(order) && leavesByHand(order) ? null : 'The order has not been collected'),
    step: 'record-collection',
    noun: 'collection',
    deed: 'recorded its collection',
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
    stays: (order) => (isShipped(order) && !leavesByHand(order) ? null : 'The order has not been shipped'),
    step: 'add-tracking',
    noun: 'tracking',
    deed: 'added its tracking',
    history: {
      title: 'Tracking added',
      values: [['shipping_company'], ['tracking_code'], ['reference']],
    },
  },
  'pack-on-account': {
    refusal(order) {
      if (isPaid(order)) return 'The order is already paid'
      return sent(order) ?? packed(order) ?? (isOnAccount(order) ? null : 'The customer has no account')
    },
    isDone: isPacked,
    isLast: false,
    done: 'packed on account',
    failure: MESSAGES.pack,
    event: 'order.ready',
    icon: 'pack',
    nextStep: 'Pack on account',
    stays: stayPacked,
    step: 'pack',
    noun: 'packing on account',
    deed: 'packed it on account',
    history: { title: 'Order packed on account', values: [['is_pickup'], ['send_notification']] },
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

/** The fields of an order that decide which steps it takes. */
export type JudgedOrder = OrderStage &
  StandingFacts & { customer: Pick<Order['customer'], 'terms' | 'credit_stop_warns'> }

/** Steps by which goods leave. A stop of the customer's credit concerns only these. */
const ON_CREDIT: ReadonlySet<OrderStep> = new Set([
  'pack',
  'pack-on-account',
  'create-consignment',
  'another-consignment',
])

/**
 * Whether an action is allowed on an order, and why not: by its standing first (ORD-40), then by its stage. Server and
 * commands decide by it, and by the rules below for what is no action of its own.
 */
export function orderCan(step: OrderStep, order: JudgedOrder): Offer {
  const refusal = isOrderAction(step) ? ORDER_ACTIONS[step].refusal : CONSIGNMENT_REFUSALS[step]
  return offerUnless(refusedByStanding(step, order) ?? refusal(order))
}

/** What is offered if no reason stands against it. */
export function offerUnless(reason: string | null): Offer {
  return { offered: reason === null, reason }
}

/**
 * Why the standing of an order refuses a step; null if it does not. A hold that is only a status word cannot be released
 * here, so it refuses nothing; neither does a credit stop that only warns. Both are confirmed instead (`cautionBefore`).
 */
function refusedByStanding(step: OrderStep, order: JudgedOrder): string | null {
  const standing = standingOf(order)
  if (standing.is === 'open') return null
  if (standing.is === 'stopped' || standing.by === 'hold') return standing.reason
  const isRefused = standing.by === 'credit' && ON_CREDIT.has(step) && !order.customer.credit_stop_warns
  return isRefused ? standing.reason : null
}

/**
 * What the user must confirm before a step that is allowed (ORD-43, ORD-61): that the order is on hold, that the customer's
 * credit is stopped, or that goods leave unpaid and not on account. Null if there is nothing to confirm.
 */
export function cautionBefore(step: OrderStep, order: JudgedOrder): string | null {
  const standing = standingOf(order)
  const isAsked =
    standing.is === 'held' && (standing.by === 'credit' ? ON_CREDIT.has(step) : standing.by === 'word')
  if (isAsked) return standing.reason
  return step === 'create-consignment' ? unpaidWithoutAccount(order) : null
}

/** `skipped`: the order is set aside, as `skipNote` says with its day. The first script has this rule, but no calendar. */
type NotByRule = { is: 'refused'; reason: string } | { is: 'skipped' }

/**
 * Why an order is not booked by rule (ORD-101): also what a person would have to confirm for a single booking. Null if it
 * is.
 */
export function whyNotByRule(order: JudgedOrder & Pick<Order, 'skipped'>): NotByRule | null {
  const reason =
    orderCan('create-consignment', order).reason ??
    cautionBefore('create-consignment', order) ??
    (isPickup(order) ? 'The order is click & collect' : null)
  if (reason !== null) return { is: 'refused', reason }
  return order.skipped ? { is: 'skipped' } : null
}

/**
 * The dialogs for one order: of each action, of two actions in one go, of setting the order aside or holding it, and of
 * taking a step back.
 */
export const ORDER_DIALOGS = [
  ...ORDER_ACTION_NAMES,
  'pay-and-pack',
  'skip-order',
  'hold-order',
  'release-order',
  'take-back',
] as const
export type OrderDialogName = (typeof ORDER_DIALOGS)[number]

/** What the user must confirm once more in a dialog, see `cautionBefore`; null in one that takes no step. */
export function cautionInDialog(name: OrderDialogName, order: JudgedOrder): string | null {
  const step = name === 'pay-and-pack' ? 'pack' : name
  return isOrderAction(step) ? cautionBefore(step, order) : null
}

/**
 * Whether the payment of an order can be recorded and the order packed in one go, and why not. Still allowed after the
 * payment was recorded, so that a failed packing can be repeated.
 */
export function canPayAndPack(order: JudgedOrder): Offer {
  if (isPaid(order)) return orderCan('pack', order)
  return offerUnless(refusedByStanding('pack', order) ?? sent(order) ?? packed(order))
}

/** The message if setting an order aside, or ending that, fails. */
export const SKIP_FAILED = 'Failed to skip the order, please try again.'

/** Whether an order can be set aside until tomorrow, and why not. */
export function canSkip(order: JudgedOrder): Offer {
  const { reason } = orderCan('create-consignment', order)
  return offerUnless(reason ?? (isPickup(order) ? 'The order is click & collect' : null))
}

/**
 * Whether what an order needs can be fetched, and why not (RUN-1): it is neither stopped, held nor sent, and is packed, paid
 * or on account.
 */
export function canPick(order: JudgedOrder): Offer {
  const standing = standingOf(order)
  const isWarned = standing.is === 'held' && standing.by === 'credit' && order.customer.credit_stop_warns
  const waits = standing.is === 'open' || isWarned ? null : standing.reason
  return offerUnless(waits ?? sent(order) ?? (isPacked(order) ? null : unpaidWithoutAccount(order)))
}

/** The messages if putting an order on hold, or releasing it, fails. */
export const HOLD_FAILED = 'Failed to hold the order, please try again.'
export const RELEASE_FAILED = 'Failed to release the order, please try again.'

/** Whether staff can put an order on hold, and why not. */
export function canHold(order: JudgedOrder): Offer {
  const reason = standingReason({ ...order, customer: { credit_stop: false } })
  return offerUnless(reason ?? sent(order))
}

/** Whether staff can release an order that they or its source have on hold, and the reason if they cannot. */
export function canRelease(order: JudgedOrder): Offer {
  const standing = standingOf(order)
  if (standing.is === 'stopped') return offerUnless(standing.reason)
  return offerUnless(standing.is === 'held' && standing.by === 'hold' ? null : 'The order is not on hold')
}

/** Whether staff can keep an order as it is here although its source has changed it (ORD-82), and why not. */
export function canKeepSourceChanges({ source_changes = [] }: Pick<Order, 'source_changes'>): Offer {
  return offerUnless(source_changes.length > 0 ? null : 'The shop has not changed the order')
}

/** Whether staff can take over what the source wants, and why not: a stopped order takes no action (ORD-42). */
export function canTakeSourceChanges(order: StandingFacts & Pick<Order, 'source_changes'>): Offer {
  const standing = standingOf(order)
  const { reason } = canKeepSourceChanges(order)
  return offerUnless(reason ?? (standing.is === 'stopped' ? standing.reason : null))
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

/** Goods leave after they are paid, or on account. */
function unpaidWithoutAccount(order: JudgedOrder): string | null {
  return isOnAccount(order) ? null : unpaid(order)
}

/** An unpaid order is not handed over while its customer's credit is stopped, whatever the terms. */
function uncollectable(order: JudgedOrder): string | null {
  return isPaid(order) ? null : (refusedByStanding('pack', order) ?? unpaidWithoutAccount(order))
}

function stayPacked(order: OrderStage): string | null {
  return sent(order) ?? (isPacked(order) ? null : 'The order is not packed')
}
