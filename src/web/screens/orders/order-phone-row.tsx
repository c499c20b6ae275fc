import type { Order } from '../../../contract/orders.ts'
import { ABSENT, present } from '../../../domain/absent.ts'
import { formatCents } from '../../../domain/money.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { AgeBadge, OrderStatusBadge, RuralFlag } from './order-badges.tsx'

/** An order in two lines, for narrow screens. */
export function OrderPhoneRow({ order }: { order: Order }) {
  const { company, name } = order.customer
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
      second={present(company) ?? present(name) ?? ABSENT}
      figure={formatCents(order.costs.total)}
    />
  )
}
