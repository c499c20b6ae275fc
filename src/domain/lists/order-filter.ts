import {
  BRANCHES,
  type Branch,
  DATE_RANGES,
  type DateRange,
  joinCodes,
  MOST_CODES,
  type Order,
  STATUS_FILTERS,
  type StatusFilter,
  splitCodes,
} from '../../contract/orders.ts'
import { parseInstant } from '../calendar/nz-time.ts'
import { isPacked, isPaid, isShipped, otherStatus, searchedStatus } from '../orders/order-status.ts'
import { orderedAt } from '../orders/order-words.ts'
import { readTextFilter, type TextFilter, textParameters } from './list-address.ts'

/** Filter of the orders list: the five parameters of its address, all with a value, or codes. */
export interface OrderFilter extends TextFilter {
  /** Exactly these orders, in this order; the rest of the filter is ignored. */
  codes?: readonly string[] | undefined
  branch: Branch | 'all'
  daterange: DateRange | 'all'
  status: StatusFilter | 'all'
}

/** The default filter: the last 30 days (ORD-3). */
export const DEFAULT_ORDER_FILTER: OrderFilter = {
  page: 1,
  query: '',
  branch: 'all',
  daterange: '30days',
  status: 'all',
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text)
}

/** Parses the filter of an address. Unknown values count as the default. */
export function readOrderFilter(search: URLSearchParams): OrderFilter {
  const codes = splitCodes(search.get('codes') ?? '').slice(0, MOST_CODES)
  if (codes.length > 0) return { ...DEFAULT_ORDER_FILTER, daterange: 'all', codes }
  return {
    ...readTextFilter(search),
    branch: oneOf(BRANCHES, search.get('branch')) ?? 'all',
    daterange: oneOf([...DATE_RANGES, 'all'], search.get('daterange')) ?? DEFAULT_ORDER_FILTER.daterange,
    status: oneOf(STATUS_FILTERS, search.get('status')) ?? 'all',
  }
}

/** The filter as address parameters. Defaults are omitted, `daterange=all` is not (ORD-3). */
export function orderParameters(filter: OrderFilter): Record<string, string> {
  if (filter.codes) return { codes: joinCodes(filter.codes) }
  const parameters = textParameters(filter)
  if (filter.branch !== 'all') parameters.branch = filter.branch
  if (filter.daterange !== DEFAULT_ORDER_FILTER.daterange) parameters.daterange = filter.daterange
  if (filter.status !== 'all') parameters.status = filter.status
  return parameters
}

/** The filter after a change. Any change leads back to page 1 (LIST-3), and from a list of codes to all orders. */
export function changeFilter(filter: OrderFilter, change: Partial<Omit<OrderFilter, 'page'>>): OrderFilter {
  return { ...filter, codes: undefined, ...change, page: 1 }
}

export const BRANCH_LABELS = { all: 'All', auckland: 'Auckland', christchurch: 'Christchurch' } as const
export const DATE_RANGE_LABELS = {
  '30days': '30 days',
  '90days': '90 days',
  '12months': '12 months',
  all: 'All',
} as const
export const STATUS_LABELS = {
  all: 'All',
  paid: 'Paid',
  ready: 'Ready',
  shipped: 'Shipped',
  unpaid: 'Unpaid',
} as const

const RANGE_WORDS = {
  '30days': ' in the last 30 days',
  '90days': ' in the last 90 days',
  '12months': ' in the last 12 months',
  all: '',
} as const

/**
 * The reason why the list is empty, in one sentence.
 * @example 'Nothing matches “pex 104” in Christchurch in the last 30 days.'
 */
export function whyNoOrders(filter: OrderFilter): string {
  if (filter.codes) return 'No order has one of these codes.'
  const what = filter.query === '' ? 'There are no' : `Nothing matches “${filter.query}”`
  const status = filter.status === 'all' ? '' : STATUS_LABELS[filter.status].toLowerCase()
  const kind =
    filter.query === '' ? ` ${status}${status === '' ? '' : ' '}orders` : status && ` among ${status} orders`
  const branch = filter.branch === 'all' ? '' : ` in ${BRANCH_LABELS[filter.branch]}`
  return `${what}${kind}${branch}${RANGE_WORDS[filter.daterange]}.`
}

/** Whether the filter differs from the default in anything but the page. */
export function isFiltered(filter: OrderFilter): boolean {
  return Object.keys(orderParameters({ ...filter, page: 1 })).length > 0
}

/** The same filter on all dates; null if it has them already, or on a page past the end. */
export function allDates(filter: OrderFilter): OrderFilter | null {
  return filter.daterange === 'all' || filter.page > 1 ? null : { ...filter, daterange: 'all' }
}

const DAY_MS = 86_400_000

/** The length of each date range, which counts back from the present moment. */
export const RANGE_DAYS: Record<DateRange, number> = { '30days': 30, '90days': 90, '12months': 365 }

const HAS_STATUS: Record<StatusFilter, (order: Order) => boolean> = {
  unpaid: (order) => !isPaid(order),
  paid: (order) => isPaid(order) && !isPacked(order) && !isShipped(order),
  ready: (order) => isPacked(order) && !isShipped(order),
  shipped: isShipped,
}

/**
 * Whether a new order belongs to the first page of a list. False for a list of codes and for a search, unless it is for a
 * status: only the server can tell what others find.
 */
export function belongsTo(filter: OrderFilter, order: Order, now: number): boolean {
  const { codes, page, query, branch, daterange, status } = filter
  if (codes !== undefined || page !== 1) return false
  if (query !== '' && (searchedStatus(query) === null || searchedStatus(query) !== otherStatus(order.status)))
    return false
  if (branch !== 'all' && order.freight.branch !== branch) return false
  if (status !== 'all' && !HAS_STATUS[status](order)) return false
  const at = parseInstant(orderedAt(order))
  return daterange === 'all' || (at !== null && at >= now - RANGE_DAYS[daterange] * DAY_MS)
}
