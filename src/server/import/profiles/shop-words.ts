import { fold } from '../../../domain/format/text.ts'

/**
 * The words of shops for the state of an order, each with its meaning. Files and webhooks are translated by these same
 * tables.
 */

/** What a word says of an order. No fact at all: the order is open, and its dates say how far it is. */
export type OrderFact =
  | 'is_paid'
  | 'is_shipped'
  | 'is_cancelled'
  | 'is_refunded'
  | 'is_voided'
  | 'is_failed'
  | 'is_expired'
  | 'is_held'
  | 'is_left_out'

/** What a word says of one line of an order. */
export type LineFact = 'items.is_sent' | 'items.is_partly_sent'

/** The facts of each word; words are in lower case, with `_` between their parts. */
export type StatusWords<Fact = OrderFact | LineFact> = Readonly<Record<string, readonly Fact[]>>

/**
 * Shopify's `Financial Status`. A reserved payment is none before it is captured, and an order with an outstanding
 * balance is not paid.
 */
export const SHOPIFY_FINANCIAL = {
  paid: ['is_paid'],
  partially_refunded: ['is_paid'],
  refunded: ['is_paid', 'is_refunded'],
  pending: [],
  unpaid: [],
  authorized: [],
  partially_paid: [],
  voided: ['is_voided'],
  expired: ['is_expired'],
} as const satisfies StatusWords<OrderFact>

/**
 * Shopify's `Fulfillment Status`, as files, the REST and the GraphQL API write it. Of a partly fulfilled order, its
 * lines say what was sent. A restocked order is one that was cancelled.
 */
export const SHOPIFY_FULFILLMENT = {
  fulfilled: ['is_shipped'],
  partial: [],
  partially_fulfilled: [],
  unfulfilled: [],
  pending: [],
  open: [],
  in_progress: [],
  pending_fulfillment: [],
  scheduled: [],
  request_declined: [],
  on_hold: ['is_held'],
  restocked: ['is_cancelled'],
} as const satisfies StatusWords<OrderFact>

/** Shopify's `Lineitem fulfillment status`. */
export const SHOPIFY_LINE_FULFILLMENT = {
  fulfilled: ['items.is_sent'],
  partial: ['items.is_partly_sent'],
  pending: [],
  unfulfilled: [],
  not_eligible: [],
  restocked: [],
} as const satisfies StatusWords<LineFact>

/**
 * WooCommerce's order statuses, which exports write as slugs (`wc-on-hold`) or labels ('On hold'). Its 'on hold' only
 * waits for a bank transfer: such an order is unpaid.
 */
export const WOOCOMMERCE_STATUS = {
  pending: [],
  pending_payment: [],
  on_hold: [],
  processing: ['is_paid'],
  completed: ['is_paid', 'is_shipped'],
  cancelled: ['is_cancelled'],
  refunded: ['is_paid', 'is_refunded'],
  failed: ['is_failed'],
  draft: ['is_left_out'],
  auto_draft: ['is_left_out'],
  checkout_draft: ['is_left_out'],
  trash: ['is_left_out'],
} as const satisfies StatusWords<OrderFact>

/**
 * What a word of a shop says; null if the table does not have it, and no fact if it is blank.
 * @example factsOf(WOOCOMMERCE_STATUS, 'wc-on-hold') // []
 */
export function factsOf<Fact>(words: StatusWords<Fact>, word: string | null): readonly Fact[] | null {
  const key = fold(word ?? '')
    .trim()
    .replace(/^wc-/, '')
    .replace(/[\s-]+/g, '_')
  if (key === '') return []
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null
}

/** 'Collect from Greenpoint Store', 'Pick up at the shop', 'Local pickup', 'local_pickup:5', 'Click & Collect'. */
const PICKUP =
  /^(?:(?:free|local|(?:in[- ])?store|customer|warehouse)[ _-]+)*(?:pick[ _-]?up|collect(?:ion|ed)?)(?![a-z])|^click(?: ?&| ?\+| and|-and| n|-n)?[ -]*collect\b/

/**
 * Whether the customer collects the order, by the name of its shipping method. For a pick-up, Shopify writes the
 * name of the location there. A delivery address says nothing: shops ask for one in any case.
 * @param locations the business's own locations, see `PICKUP_LOCATIONS`
 */
export function isPickupMethod(method: string, locations: readonly string[]): boolean {
  const text = fold(method).trim()
  return PICKUP.test(text) || locations.some((location) => fold(location).trim() === text)
}
