import type { Order } from '../../../contract/orders.ts'
import { ABSENT } from '../../../domain/format/absent.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { orderedBy } from '../../../domain/orders/order-words.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { AgeBadge, OrderStatusBadge, RuralFlag } from './order-badges.tsx'

/** An order in two lines, for narrow screens. */
export function OrderPhoneRow({ order }: { order: Order }) {
  return (
    <PhoneRow
      code={order.code}
      beside={<AgeBadge order={order} />}
      state={
        <>
          <RuralFlag order={order} />
          <OrderStatusBadge order={order} />
        </>
      }
      second={orderedBy(order) ?? ABSENT}
      figure={formatCents(order.costs.total)}
    />
  )
}
