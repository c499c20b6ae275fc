import type { Order } from '../../contract/orders.ts'
import { parseInstant } from '../calendar/nz-time.ts'
import { nonBlank } from '../format/text.ts'
import { isShipped, type OrderStage } from './order-status.ts'

/** The name of the buyer: the company, otherwise the person; null if neither is known. */
export function orderedBy({
  customer,
}: {
  customer: Pick<Order['customer'], 'company' | 'name'>
}): string | null {
  return nonBlank(customer.company) ?? nonBlank(customer.name)
}

/** The date of an order in lists: when it was ordered, otherwise when it was entered. */
export function orderedAt({
  dates,
}: {
  dates: Pick<Order['dates'], 'ordered_at' | 'created_at'>
}): string | null {
  return dates.ordered_at ?? dates.created_at
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Green under 23 hours, amber under 48, red from then on (ORD-7). */
const AMBER_FROM = 23 * HOUR
const RED_FROM = 48 * HOUR

interface OrderAge {
  tone: 'green' | 'amber' | 'red' | 'grey'
  /** Whole units elapsed: '10 min', '27 h', '2 d'. */
  label: string
}

/**
 * The ordered-age badge at `now` (ms); null without a readable date (ORD-7). A date in the future, set by a
 * clock that is ahead, counts as new.
 */
export function orderAge(
  order: OrderStage & { dates: Pick<Order['dates'], 'ordered_at'> },
  now: number,
): OrderAge | null {
  const ordered = parseInstant(order.dates.ordered_at)
  if (ordered === null) return null
  const age = Math.max(0, now - ordered)
  return { tone: isShipped(order) ? 'grey' : toneOf(age), label: labelOf(age) }
}

function toneOf(age: number): OrderAge['tone'] {
  if (age < AMBER_FROM) return 'green'
  return age < RED_FROM ? 'amber' : 'red'
}

function labelOf(age: number): string {
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < RED_FROM) return `${Math.floor(age / HOUR)} h`
  return `${Math.floor(age / DAY)} d`
}
