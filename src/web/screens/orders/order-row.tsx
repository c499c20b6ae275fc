import type { ComponentType, ReactNode } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { ABSENT } from '../../../domain/format/text.ts'
import { regionShown } from '../../../domain/freight/address.ts'
import {
  isOnAccount,
  isRuralFreight,
  type OrderStage,
  shownStatus,
} from '../../../domain/orders/order-status.ts'
import { orderAge, orderedAt, orderedBy } from '../../../domain/orders/order-words.ts'
import { sourceMark } from '../../../domain/orders/source-changes.ts'
import { type StandingFacts, standingOf } from '../../../domain/orders/standing.ts'
import { DateTime, Names, SideBySide } from '../../table/column-kinds.tsx'
import type { ColumnLayout } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'

/**
 * A row of the orders list, without hooks: the page draws the first rows with it before the console's code has run,
 * and React draws the same.
 */

/** The fields of an order that its row shows. */
export interface ShownOrder
  extends Pick<Order, 'code' | 'status' | 'cancelled_by' | 'hold' | 'source_changes'> {
  customer: Pick<Order['customer'], 'company' | 'name' | 'terms' | 'credit_stop'>
  costs: Pick<Order['costs'], 'total'>
  dates: Pick<Order['dates'], 'ordered_at' | 'created_at' | 'paid_at' | 'ready_at' | 'shipped_at'> &
    StandingFacts['dates']
  freight: Pick<Order['freight'], 'branch' | 'is_pickup' | 'subtotal' | 'tracking_code'>
  delivery_address: Pick<Order['delivery_address'], 'region'>
}

type MarkedOrder = OrderStage & StandingFacts & { customer: Pick<Order['customer'], 'terms'> }

/** The age of an order, which React keeps up to date. */
type Age = ComponentType<{ order: ShownOrder }>

interface OrderColumn {
  header: string
  layout: ColumnLayout
  show(order: ShownOrder, Age: Age): ReactNode
}

/** The columns of the orders list (ORD-1). */
export const ORDER_COLUMNS: readonly OrderColumn[] = [
  { header: 'Order ID', layout: { width: 92 }, show: ({ code }) => <code>{code}</code> },
  {
    header: 'Date',
    layout: { width: 212 },
    show: (order, Age) => (
      <SideBySide>
        <DateTime instant={orderedAt(order)} />
        <Age order={order} />
      </SideBySide>
    ),
  },
  {
    header: 'Customer',
    layout: {},
    show: ({ customer }) => <Names name={customer.company} beside={customer.name} />,
  },
  {
    header: 'Total',
    layout: { width: 104, align: 'right' },
    show: ({ costs }) => formatCents(costs.total),
  },
  {
    header: 'Region',
    layout: { width: 168 },
    show: (order) => (
      <SideBySide>
        <span className="truncate">{regionShown(order)}</span>
        <RuralFlag order={order} />
      </SideBySide>
    ),
  },
  {
    header: 'Status',
    layout: { width: 208 },
    show: (order) => (
      <SideBySide>
        <OrderStatusBadge order={order} />
        <OrderMark order={order} />
        <SourceMark order={order} />
      </SideBySide>
    ),
  },
]

/** An order in two lines, for narrow screens. */
export function orderPhoneRow(order: ShownOrder, Age: Age): ReactNode {
  return (
    <PhoneRow
      code={order.code}
      beside={<Age order={order} />}
      state={
        <>
          <RuralFlag order={order} />
          <OrderMark order={order} />
          <OrderStatusBadge order={order} />
        </>
      }
      second={orderedBy(order) ?? ABSENT}
      figure={
        <>
          <SourceMark order={order} short />
          {formatCents(order.costs.total)}
        </>
      }
    />
  )
}

export function OrderStatusBadge({ order }: { order: Pick<Order, 'status'> }) {
  const { label, tone } = shownStatus(order.status)
  return <Badge tone={tone}>{label}</Badge>
}

/**
 * The mark beside the status of an order that may not be worked on (ORD-42), or that is on account (ORD-60); nothing for
 * any other.
 */
export function OrderMark({ order }: { order: MarkedOrder }) {
  const standing = standingOf(order)
  switch (standing.is) {
    case 'open':
      return isOnAccount(order) && <Badge tone="sky">On account</Badge>
    case 'stopped':
      return (
        <Badge tone="red" title={standing.reason}>
          Stopped
        </Badge>
      )
    case 'held':
      return (
        <Badge tone="amber" title={standing.reason}>
          {standing.by === 'credit' ? 'Stop Credit' : 'Held'}
        </Badge>
      )
  }
}

interface SourceMarkProps {
  order: Pick<Order, 'source_changes'>
  /** Says only that there is a change, where its words have no space. */
  short?: boolean
}

/**
 * The mark of an order that its source has changed after staff had acted on it (ORD-81): 'Shop: 3 × PEX-20, here 5'.
 * Truncated with an ellipsis where it does not fit.
 */
export function SourceMark({ order, short = false }: SourceMarkProps) {
  const mark = sourceMark(order)
  return (
    mark !== null && (
      <span className="flex min-w-0 [&>*]:min-w-0 [&>*]:shrink">
        <Badge tone="amber" title={mark}>
          <span className="truncate">{short ? 'Shop changed' : mark}</span>
        </Badge>
      </span>
    )
  )
}

/** In the neutral colour, because rural is a property and not a status. */
export function RuralFlag({ order }: { order: Pick<ShownOrder, 'freight'> }) {
  return isRuralFreight(order) ? <Badge>Rural</Badge> : null
}

const AGE_LOOK = {
  green: { dot: 'bg-dot-green', words: 'text-fg-2' },
  amber: { dot: 'bg-dot-amber', words: 'text-amber-ink' },
  red: { dot: 'bg-dot-red', words: 'text-red-ink' },
  grey: { dot: 'bg-dot-grey', words: 'text-fg-3' },
}

/** The age of an order at `now` (ms): a dot and words (ORD-7). */
export function OrderAge({ order, now }: { order: ShownOrder; now: number }) {
  const age = orderAge(order, now)
  if (age === null) return null
  const { dot, words } = AGE_LOOK[age.tone]
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 text-small whitespace-nowrap tabular ${words}`}
    >
      <span className={`size-1.5 rounded-full forced-color-adjust-none ${dot}`} />
      {age.label}
    </span>
  )
}
