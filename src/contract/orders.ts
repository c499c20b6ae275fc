import * as z from 'zod/mini'
import { type Call, dataCall, pageNumber, rowsOf } from './call.ts'
import {
  Address,
  cents,
  flag,
  group,
  id,
  listOf,
  measure,
  StepOutcome,
  text,
  withCode,
  withDates,
  withLists,
} from './wire.ts'

export const BRANCHES = ['auckland', 'christchurch'] as const
export const DATE_RANGES = ['30days', '90days', '12months'] as const
export const STATUS_FILTERS = ['paid', 'ready', 'shipped', 'unpaid'] as const
export const PAYMENT_METHODS = ['bank', 'cash', 'card'] as const
export const SHIPPING_COMPANIES = [
  'aramex',
  'castleparcels',
  'dhl',
  'fedex',
  'nzcouriers',
  'nzpost',
  'posthaste',
  'titus',
] as const

export type Branch = (typeof BRANCHES)[number]
export type DateRange = (typeof DATE_RANGES)[number]
export type StatusFilter = (typeof STATUS_FILTERS)[number]
export type ShippingCompany = (typeof SHIPPING_COMPANIES)[number]

export const OrderItem = z.object({
  id,
  quantity: measure,
  /** Not in the specification: how much of the quantity was sent elsewhere; null where the source does not tell. */
  fulfilled_quantity: measure,
  costs: group({ subtotal: cents }),
  product: group({ code: text, name: text, price: cents }),
})
export type OrderItem = z.output<typeof OrderItem>

/**
 * Of the capability `source-changes`: a field in which the order's source wants something else than is here, both as text.
 * `product` is the code of the product for a quantity or a price.
 */
const SourceChange = z.object({ field: text, product: text, here: text, wanted: text })
export type SourceChange = z.output<typeof SourceChange>

const ORDER_DATES = [
  'created_at',
  'ordered_at',
  'paid_at',
  'ready_at',
  'shipped_at',
  'cancelled_at',
  'refunded_at',
  'ordered_at_relative',
  'shipped_at_relative',
] as const

const WholeOrder = withDates(ORDER_DATES, {
  code: id,
  reference: text,
  status: text,
  notes: text,
  payment_method: text,
  /** Not in the specification, and null until recorded: the reference of the payment, and who collected the order. */
  payment_reference: text,
  collected_by: text,
  /** Not in the specification either: who cancelled or refunded the order; null if the shop did not say. */
  cancelled_by: text,
  delivery_address: Address,
  customer_address: Address,
  customer: group({
    code: text,
    name: text,
    company: text,
    phone: text,
    mobile: text,
    email: text,
    first_name: text,
    /**
     * Not in the specification: 'account' if goods may leave for this customer before they are paid, whether the credit
     * is stopped, and whether such a stop only asks for a confirmation.
     */
    terms: text,
    credit_stop: flag,
    credit_stop_warns: flag,
  }),
  freight: group({
    branch: text,
    is_pickup: flag,
    subtotal: cents,
    tracking_code: text,
    tracking_url: text,
    tracking_company: text,
  }),
  /** `subtotal` is items + freight, `tax` the GST on that, `total` their sum (FMT-2). */
  costs: group({ subtotal: cents, tax: cents, total: cents }),
  /**
   * Instants in ISO 8601 with offset. The two `_relative` fields are words. Not in the specification: when the order was
   * cancelled and refunded.
   */
  dates: group({
    created_at: text,
    ordered_at: text,
    paid_at: text,
    ready_at: text,
    shipped_at: text,
    cancelled_at: text,
    refunded_at: text,
    ordered_at_relative: text,
    shipped_at_relative: text,
  }),
  items: listOf(OrderItem),
  /**
   * Of the capability `dispatch`: staff have set the order aside until this time, for this reason. Absent if they have
   * not, or if another back end uses the name for something else.
   */
  skipped: z.catch(z.optional(z.object({ until: text, reason: text, by: text })), undefined),
  /**
   * Of the capability `holds`: the order is on hold since this time, and can be released. `by` is the member of staff;
   * null if the order's source has it on hold. Absent if it is not on hold, or if the back end knows no releases.
   */
  hold: z.catch(z.optional(z.object({ at: text, by: text, reason: text })), undefined),
  /** Of the capability `source-changes`; absent without a difference. */
  source_changes: z.catch(z.optional(z.array(SourceChange)), undefined),
})

export const Order = withLists(withCode('code', WholeOrder), { items: OrderItem })
export type Order = z.output<typeof Order>

/** The maximum number of orders listed by their codes. */
export const MOST_CODES = 500

/** Reads codes separated by commas, each once: `'104823, 104811'`. */
export function splitCodes(text: string): string[] {
  const codes = text.split(',').map((code) => code.trim())
  return [...new Set(codes)].filter(Boolean)
}

/** Writes codes as `splitCodes` reads them. */
export function joinCodes(codes: readonly string[]): string {
  return codes.join(',')
}

/** The filters of the list, each a choice among values. */
export const ORDER_FILTER_VALUES = {
  branch: BRANCHES,
  daterange: DATE_RANGES,
  status: STATUS_FILTERS,
} as const
export type OrderFilterName = keyof typeof ORDER_FILTER_VALUES

const ORDER_FILTER_PARAMETERS = {
  branch: z.optional(z.enum(BRANCHES)),
  daterange: z.optional(z.enum(DATE_RANGES)),
  status: z.optional(z.enum(STATUS_FILTERS)),
} satisfies Record<OrderFilterName, unknown>

/**
 * Of the capability `order-filters`: what else the orders must be, in the forms that `domain/lists/order-criteria.ts` reads:
 * days on which they were ordered, paid, packed and shipped, their total, a product in them, their courier, and marks.
 */
const ORDER_CRITERION_PARAMETERS = {
  ordered: z.optional(z.string()),
  paid: z.optional(z.string()),
  packed: z.optional(z.string()),
  shipped: z.optional(z.string()),
  total: z.optional(z.string()),
  product: z.optional(z.string()),
  courier: z.optional(z.string()),
  is: z.optional(z.string()),
}
export type OrderCriterionName = keyof typeof ORDER_CRITERION_PARAMETERS

/** Parameters are omitted when "all" or blank, and `page` for page 1. */
export const OrderListQuery = z.object({
  page: pageNumber,
  ...ORDER_FILTER_PARAMETERS,
  ...ORDER_CRITERION_PARAMETERS,
  query: z.optional(z.string()),
  customer: z.optional(z.string()),
  /** Of the capability `orders-by-code`: codes separated by commas. The other parameters are then ignored. */
  codes: z.optional(
    z
      .string()
      .check(
        z.refine((codes) => splitCodes(codes).length <= MOST_CODES, `may have at most ${MOST_CODES} codes`),
      ),
  ),
})
export type OrderListQuery = z.output<typeof OrderListQuery>

export const listOrders = dataCall({
  method: 'GET',
  path: '/orders',
  query: OrderListQuery,
  answer: rowsOf(Order),
})

export const getOrder = dataCall({ method: 'GET', path: '/orders/:code', answer: Order })

export const CollectedBody = z.object({
  collected_by: z.string(),
  notes: z.string(),
})
export type CollectedBody = z.output<typeof CollectedBody>

export const recordCollection = dataCall({
  method: 'POST',
  path: '/orders/:code/collected',
  body: CollectedBody,
  answer: StepOutcome,
})

export const ShippedBody = z.object({
  shipping_company: z.enum(SHIPPING_COMPANIES),
  tracking_code: z.string(),
  tracking_url: z.string(),
})
export type ShippedBody = z.output<typeof ShippedBody>

export const addTracking = dataCall({
  method: 'POST',
  path: '/orders/:code/shipped',
  body: ShippedBody,
  answer: StepOutcome,
})

export const PackBody = z.object({
  is_pickup: z.boolean(),
  send_notification: z.boolean(),
  message: z.string(),
})
export type PackBody = z.output<typeof PackBody>

/** Also used by the Pack order button (ORD-22). */
export const packOrder = dataCall({
  method: 'POST',
  path: '/orders/:code/ready',
  body: PackBody,
  answer: StepOutcome,
})

/** Of the capability `accounts`: packs an unpaid order of a customer who buys on account. It stays unpaid. */
export const packOnAccount = dataCall({
  method: 'POST',
  path: '/orders/:code/ready-on-account',
  body: PackBody,
  answer: StepOutcome,
})

export const PaymentBody = z.object({
  /** `yyyy-MM-dd`, a day in Auckland (ORD-36). */
  date_paid: z.iso.date(),
  /** Cents, the order total (ORD-36). */
  payment_amount: z.int(),
  payment_method: z.enum(PAYMENT_METHODS),
  reference: z.string(),
})
export type PaymentBody = z.output<typeof PaymentBody>

export const recordPayment = dataCall({
  method: 'POST',
  path: '/orders/:code/payment',
  body: PaymentBody,
  answer: StepOutcome,
})

/** Of the capability `source-changes`: takes over what the order's source wants. */
export const takeSourceChanges = dataCall({
  method: 'POST',
  path: '/orders/:code/take-source-changes',
  answer: StepOutcome,
})

/** Of the capability `source-changes`: keeps the order as it is here. The same change is not offered again. */
export const keepSourceChanges = dataCall({
  method: 'POST',
  path: '/orders/:code/keep-source-changes',
  answer: StepOutcome,
})

/** The bodies of the calls that act on an order, by the name that the action has everywhere. */
export interface OrderActionBodies {
  'record-payment': PaymentBody
  pack: PackBody
  'record-collection': CollectedBody
  'add-tracking': ShippedBody
  'pack-on-account': PackBody
}
export type OrderAction = keyof OrderActionBodies

type OrderActionCall<Body> = Call<`/orders/:code/${string}`, unknown, Body, StepOutcome>

/** The calls that act on an order, in the order of its menu. The last one that was taken is taken back first (ORD-52). */
export const ORDER_CALLS: { readonly [Action in OrderAction]: OrderActionCall<OrderActionBodies[Action]> } = {
  'record-payment': recordPayment,
  pack: packOrder,
  'record-collection': recordCollection,
  'add-tracking': addTracking,
  'pack-on-account': packOnAccount,
}

export function isOrderAction(name: string): name is OrderAction {
  return Object.hasOwn(ORDER_CALLS, name)
}

export const ORDER_ACTION_NAMES: readonly OrderAction[] = Object.keys(ORDER_CALLS).filter(isOrderAction)

/** The calls of the capability `holds`: staff put orders on hold and release them, each with a reason. */

/** `reason` is required. */
export const HoldBody = z.object({ reason: z.string() })
export type HoldBody = z.output<typeof HoldBody>

/** Puts an order on hold: it takes no action until it is released. */
export const holdOrder = dataCall({
  method: 'POST',
  path: '/orders/:code/hold',
  body: HoldBody,
  answer: StepOutcome,
})

/** Releases an order, whether staff or its source have it on hold. */
export const releaseOrder = dataCall({
  method: 'POST',
  path: '/orders/:code/release',
  body: HoldBody,
  answer: StepOutcome,
})
