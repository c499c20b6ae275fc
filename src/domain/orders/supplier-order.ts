import type { SupplierOrder } from '../../contract/suppliers.ts'
import { aucklandDayStart, todayInAuckland } from '../calendar/nz-calendar.ts'
import { formatDate, parseInstant } from '../calendar/nz-time.ts'
import { nonBlank } from '../format/absent.ts'
import type { ShownStatus } from './order-status.ts'
import { dateOf, type TimelineEvent } from './order-timeline.ts'

type Dates = Pick<
  SupplierOrder,
  'created_at' | 'ordered_at' | 'paid_at' | 'shipped_at' | 'received_at' | 'expected_at' | 'devanned_at'
>

const TONES = { Draft: 'neutral', Ordered: 'yellow', Shipped: 'sky', Received: 'lime' } as const
type SupplierOrderStatus = keyof typeof TONES
const STATUSES = ['Draft', 'Ordered', 'Shipped', 'Received'] as const

/** The status of a supplier order: that of the last date which is set (section 4). */
export function supplierOrderStatus(
  order: Pick<Dates, 'ordered_at' | 'shipped_at' | 'devanned_at'>,
): SupplierOrderStatus {
  if (nonBlank(order.devanned_at)) return 'Received'
  if (nonBlank(order.shipped_at)) return 'Shipped'
  return nonBlank(order.ordered_at) ? 'Ordered' : 'Draft'
}

/** The badge of a supplier order's status. */
export function shownSupplierOrderStatus(status: string | null): ShownStatus {
  const label = STATUSES.find((one) => one === status) ?? 'Draft'
  return { label, tone: TONES[label] }
}

/** The steps of a supplier order: created, paid, shipped, received or expected, devanned (section 4). */
export function supplierOrderTimeline(order: Dates): TimelineEvent[] {
  return [
    { id: 'created', title: 'Created', type: 'success', date: dateOf(order.created_at) },
    step('paid', order.paid_at, 'Paid', 'Payment has not been made yet'),
    step('shipped', order.shipped_at, 'Shipped', 'Order has not been shipped yet'),
    arrival(order),
    step('devanned', order.devanned_at, 'Devanned', 'Order has not been devanned yet'),
  ]
}

function step(id: string, date: string | null, done: string, awaited: string): TimelineEvent {
  return nonBlank(date)
    ? { id, title: done, type: 'success', date: dateOf(date) }
    : { id, title: awaited, type: 'pending', date: null }
}

function arrival({ received_at, expected_at }: Dates): TimelineEvent {
  if (nonBlank(received_at) || !nonBlank(expected_at)) {
    return step('received', received_at, 'Received', 'Order has not been received yet')
  }
  return { id: 'received', title: 'Expected', type: 'pending', date: formatDate(expected_at) }
}

/** Number and totals of a supplier's orders. */
interface SupplierOrdersSummary {
  /** The number of orders in each status, in the order of their life. */
  counts: readonly { status: SupplierOrderStatus; count: number }[]
  /** When the newest order was placed; null if there are none. */
  lastOrdered: string | null
  /** The earliest estimated delivery today or later among the orders on their way; null if there is none. */
  nextExpected: string | null
  /** The number of orders on their way whose estimated delivery was before today. */
  overdue: number
}

/**
 * Sums up the orders of one supplier.
 * @param now in ms; an estimated delivery is overdue from the next day in Auckland on
 */
export function supplierOrdersSummary(orders: readonly Dates[], now: number): SupplierOrdersSummary {
  const onTheWay = orders.filter(
    (order) => ['Ordered', 'Shipped'].includes(supplierOrderStatus(order)) && !nonBlank(order.received_at),
  )
  const expected = byTime(onTheWay.map(({ expected_at }) => expected_at))
  const upcoming = expected.filter(
    (date) => (parseInstant(date) ?? 0) >= aucklandDayStart(todayInAuckland(now)),
  )
  const ordered = byTime(orders.map(({ ordered_at }) => ordered_at))
  return {
    counts: STATUSES.map((status) => ({
      status,
      count: orders.filter((order) => supplierOrderStatus(order) === status).length,
    })),
    lastOrdered: ordered.at(-1) ?? null,
    nextExpected: upcoming[0] ?? null,
    overdue: expected.length - upcoming.length,
  }
}

/** The readable instants among texts, earliest first. */
function byTime(texts: readonly (string | null)[]): string[] {
  return texts
    .flatMap((text) => {
      const instant = parseInstant(text)
      return text === null || instant === null ? [] : [{ text, instant }]
    })
    .sort((one, other) => one.instant - other.instant)
    .map(({ text }) => text)
}
