import { createColumnHelper } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { withNumberSign } from '../../../domain/format/text.ts'
import { locationLine } from '../../../domain/freight/address.ts'
import { readTextFilter, textParameters } from '../../../domain/lists/list-address.ts'
import { shownStatus } from '../../../domain/orders/order-status.ts'
import { orderedAt } from '../../../domain/orders/order-words.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { type CustomerOrders, orderQueries, ordersOfCustomer } from '../../api/orders.ts'
import type { ExtraProps } from '../../list/define-list.tsx'
import { defineRecordList } from '../../list/define-record-list.ts'
import { numberedPages } from '../../list/list-filter.ts'
import { EmptyState, PastTheEnd } from '../../list/list-frame.tsx'
import { queriedRows } from '../../list/row-source.ts'
import { paths } from '../../routing/paths.ts'
import { badgeColumn, codeColumn, DateTime, moneyColumn } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { useReopenedDialog } from '../order-dialogs/dialog-memory.ts'
import { OrderMark, OrderStatusBadge } from './order-row.tsx'
import { ORDER_ROW_OPTIONS, OrderRowAction } from './orders-list.tsx'

const column = createColumnHelper<Features, Order>()

function useFilter(): CustomerOrders {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const { page } = readTextFilter(search)
  const { code } = ordersOfCustomer(id, page)
  return useMemo(() => ({ customer: id, code, page }), [id, code, page])
}

const pathOf = ({ customer, page }: CustomerOrders) =>
  paths.record('customer', customer, 'orders', textParameters({ page, query: '' }))

function ReopenedDialog({ list: { rows } }: ExtraProps<Order>) {
  useReopenedDialog(rows)
  return null
}

/** The Orders tab of a customer: all of the customer's orders, with the commands of the orders list. */
export const customerOrdersList = defineRecordList({
  kind: 'order',
  // The same noun as the orders list, so that an order returns to whichever of the two it was opened from.
  noun: 'orders',
  title: 'Orders',
  crumb: ({ code }) => `Customer ${withNumberSign(code)}`,
  filter: {
    read: ({ pathname, searchParams }) =>
      ordersOfCustomer(decodeURIComponent(pathname.split('/')[2] ?? ''), readTextFilter(searchParams).page),
    address: pathOf,
    pages: numberedPages<CustomerOrders>(),
    useFilter,
  },
  rows: queriedRows(orderQueries.ofCustomer),
  failure: MESSAGES.ordersLoad,
  exported: ({ code }) => ({ list: 'orders', filter: { customer: code } }),
  inTab: true,
  columns: column.columns([
    column.accessor('code', { header: 'Order number', ...codeColumn(120) }),
    column.display({
      header: 'Order date',
      meta: { width: 158 },
      cell: ({ row: { original: order } }) => <DateTime instant={orderedAt(order)} />,
    }),
    column.display({
      header: 'Address',
      meta: {},
      cell: ({ row: { original: order } }) => (
        <span className="truncate">{locationLine(order.delivery_address)}</span>
      ),
    }),
    column.accessor('costs.total', { header: 'Total', ...moneyColumn(118) }),
    column.accessor('status', { header: 'Status', ...badgeColumn(232, shownStatus) }),
  ]),
  phoneRow: (order) => (
    <PhoneRow
      code={order.code}
      beside={formatDateTime(orderedAt(order))}
      state={
        <>
          <OrderMark order={order} />
          <OrderStatusBadge order={order} />
        </>
      }
      second={locationLine(order.delivery_address)}
      figure={formatCents(order.costs.total)}
    />
  ),
  rowAction: (order) => <OrderRowAction order={order} />,
  menu: ORDER_ROW_OPTIONS,
  Empty: ({ filter, address }) =>
    filter.page > 1 ? (
      <PastTheEnd title={MESSAGES.noOrders} page={filter.page} first={address({ ...filter, page: 1 })} />
    ) : (
      <EmptyState title={MESSAGES.noOrders} why="This customer has not ordered yet." />
    ),
  Extra: ReopenedDialog,
})
