import type { Order } from '../../../contract/orders.ts'
import { isRuralFreight, shownStatus } from '../../../domain/orders/order-status.ts'
import { orderAge } from '../../../domain/orders/order-words.ts'
import { cn } from '../../lib/cn.ts'
import { useNow } from '../../state/clock.ts'
import { Badge } from '../../ui/badge.tsx'

export function OrderStatusBadge({ order }: { order: Order }) {
  const { label, tone } = shownStatus(order.status)
  return <Badge tone={tone}>{label}</Badge>
}

/** In the neutral colour, because rural is a property and not a status. */
export function RuralFlag({ order }: { order: Order }) {
  return isRuralFreight(order) ? <Badge>Rural</Badge> : null
}

/** Milliseconds between updates, frequent enough for minutes. */
const TICK_MS = 20_000

const AGE_LOOK = {
  green: { dot: 'bg-dot-green', words: 'text-fg-2' },
  amber: { dot: 'bg-dot-amber', words: 'text-amber-ink' },
  red: { dot: 'bg-dot-red', words: 'text-red-ink' },
  grey: { dot: 'bg-dot-grey', words: 'text-fg-3' },
}

/** Age of the order: a dot and words, updated while the page is open (ORD-7). */
export function AgeBadge({ order }: { order: Order }) {
  const age = orderAge(order, useNow(TICK_MS))
  if (age === null) return null
  const { dot, words } = AGE_LOOK[age.tone]
  return (
    <span
      className={cn('inline-flex shrink-0 items-center gap-1.5 text-small whitespace-nowrap tabular', words)}
    >
      <span className={cn('size-1.5 rounded-full forced-color-adjust-none', dot)} />
      {age.label}
    </span>
  )
}
