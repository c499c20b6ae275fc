import { useNow } from '../../state/clock.ts'
import { OrderAge, type ShownOrder } from './order-row.tsx'

/** Milliseconds between updates, frequent enough for minutes. */
const TICK_MS = 20_000

/** Age of the order, updated while the page is open (ORD-7). */
export function AgeBadge({ order }: { order: ShownOrder }) {
  return <OrderAge order={order} now={useNow(TICK_MS)} />
}
