import type { Order } from '../../../contract/orders.ts'
import { ABSENT, present } from '../../../domain/absent.ts'
import { formatCents } from '../../../domain/money.ts'
import { AgeBadge, OrderStatusBadge, RuralFlag } from './order-badges.tsx'

/** An order in two lines, for narrow screens. */
export function OrderPhoneRow({ order }: { order: Order }) {
  const { company, name } = order.customer
  return (
    <span className="grid h-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 py-[9px] pr-3 pl-3.5">
      <span className="flex items-center gap-2.5">
        <code className="text-[13.5px] font-medium">{order.code}</code>
        <AgeBadge order={order} />
      </span>
      <span className="flex items-center gap-2 justify-self-end">
        <RuralFlag order={order} />
        <OrderStatusBadge order={order} />
      </span>
      <span className="truncate text-fg-2">{present(company) ?? present(name) ?? ABSENT}</span>
      <span className="justify-self-end tabular">{formatCents(order.costs.total)}</span>
    </span>
  )
}
