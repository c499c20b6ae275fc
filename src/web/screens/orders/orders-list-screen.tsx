import { useMemo } from 'react'
import { joinCodes, type Order } from '../../../contract/orders.ts'
import { allDates } from '../../../domain/lists/order-filter.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { exportedQuery, orderQueries } from '../../api/orders.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import type { ExtraProps } from '../../list/define-list.tsx'
import { defineRecordList } from '../../list/define-record-list.ts'
import { rowsOf } from '../../list/row-source.ts'
import { deferred } from '../../ui/deferred.tsx'
import { useReopenedDialog } from '../order-dialogs/dialog-memory.ts'
import { orderColumns } from './order-columns.tsx'
import { ORDER_FILTER } from './order-filter.ts'
import { ORDER_ROW_OPTIONS } from './order-options.ts'
import { OrderPhoneRow } from './order-phone-row.tsx'
import { OrderRowAction } from './order-row-action.tsx'
import { OrdersEmpty } from './orders-empty.tsx'
import { OrdersTools } from './orders-tools.tsx'

/** Makes the selected orders the target of commands. */
function OrdersExtra({ list: { rows }, selected }: ExtraProps<Order>) {
  const orders = useMemo(
    () => (selected.size > 0 ? rows.filter(({ code }) => selected.has(code)) : null),
    [rows, selected],
  )
  useCommandTarget('orders', orders)
  useReopenedDialog(rows)
  return null
}

/** The orders list (section 2). */
export const ordersList = defineRecordList({
  kind: 'order',
  noun: 'orders',
  title: 'Orders',
  filter: ORDER_FILTER,
  rows: rowsOf(orderQueries.list),
  allDates,
  failure: MESSAGES.ordersLoad,
  columns: orderColumns,
  phoneRow: (order) => <OrderPhoneRow order={order} />,
  rowAction: (order) => <OrderRowAction order={order} />,
  menu: ORDER_ROW_OPTIONS,
  selection: ['order.pack', 'order.copy-code', 'list.export'],
  exported: (filter, selected) => ({
    list: 'orders',
    filter: selected.length > 0 ? { codes: joinCodes(selected) } : exportedQuery(filter),
  }),
  Tools: OrdersTools,
  Empty: OrdersEmpty,
  preview: deferred(() => import('./order-preview.tsx').then((module) => module.OrderPreview)),
  Extra: OrdersExtra,
})
