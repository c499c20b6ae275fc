import { createColumnHelper } from '@tanstack/react-table'
import type { Order } from '../../../contract/orders.ts'
import { regionShown } from '../../../domain/freight/address-line.ts'
import { orderedAt } from '../../../domain/orders/order-words.ts'
import { codeColumn, DateTime, moneyColumn, Names, SideBySide } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/features.ts'
import { AgeBadge, OrderStatusBadge, RuralFlag } from './order-badges.tsx'

const column = createColumnHelper<Features, Order>()

/** The columns of the orders list (section 2). */
export const orderColumns = column.columns([
  column.accessor('code', { header: 'Order ID', ...codeColumn(92) }),
  column.display({
    header: 'Date',
    meta: { width: 212 },
    cell: ({ row: { original: order } }) => (
      <SideBySide>
        <DateTime instant={orderedAt(order)} />
        <AgeBadge order={order} />
      </SideBySide>
    ),
  }),
  column.display({
    header: 'Customer',
    meta: {},
    cell: ({ row: { original: order } }) => (
      <Names name={order.customer.company} beside={order.customer.name} />
    ),
  }),
  column.accessor('costs.total', { header: 'Total', ...moneyColumn(104) }),
  column.display({
    header: 'Region',
    meta: { width: 168 },
    cell: ({ row: { original: order } }) => (
      <SideBySide>
        <span className="truncate">{regionShown(order)}</span>
        <RuralFlag order={order} />
      </SideBySide>
    ),
  }),
  column.display({
    header: 'Status',
    meta: { width: 208 },
    cell: ({ row: { original: order } }) => <OrderStatusBadge order={order} />,
  }),
])
