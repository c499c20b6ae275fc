import { aucklandDayStart, todayInAuckland } from '../calendar/nz-calendar.ts'
import { parseInstant } from '../calendar/nz-time.ts'
import { nonBlank } from '../format/text.ts'
import {
  SUPPLIER_ORDER_STATUSES,
  type SupplierOrderDates,
  type SupplierOrderStatus,
  supplierOrderStatus,
} from './supplier-order.ts'

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
export function supplierOrdersSummary(
  orders: readonly SupplierOrderDates[],
  now: number,
): SupplierOrdersSummary {
  const onTheWay = orders.filter(
    (order) => ['Ordered', 'Shipped'].includes(supplierOrderStatus(order)) && !nonBlank(order.received_at),
  )
  const expected = byTime(onTheWay.map(({ expected_at }) => expected_at))
  const upcoming = expected.filter(
    (date) => (parseInstant(date) ?? 0) >= aucklandDayStart(todayInAuckland(now)),
  )
  const ordered = byTime(orders.map(({ ordered_at }) => ordered_at))
  return {
    counts: SUPPLIER_ORDER_STATUSES.map((status) => ({
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
