import { useQuery } from '@tanstack/react-query'
import { createColumnHelper } from '@tanstack/react-table'
import type { Order } from '../../../contract/orders.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { locationLine } from '../../../domain/freight/address-line.ts'
import { shownStatus } from '../../../domain/orders/order-status.ts'
import { orderedAt } from '../../../domain/orders/order-words.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { orderQueries } from '../../api/orders.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { ListBody } from '../../list/list-body.tsx'
import { EmptyState } from '../../list/list-states.tsx'
import { useListCommands } from '../../list/use-list-commands.ts'
import { useListRows } from '../../list/use-list-rows.ts'
import { paths } from '../../routing/paths.ts'
import { badgeColumn, codeColumn, DateTime, moneyColumn } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/features.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { useReopenedDialog } from '../order-dialogs/dialog-memory.ts'
import { OrderStatusBadge } from './order-badges.tsx'
import { ORDER_ROW_OPTIONS } from './order-options.ts'
import { OrderRowAction } from './order-row-action.tsx'

const column = createColumnHelper<Features, Order>()

const columns = column.columns([
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
  column.accessor('status', { header: 'Status', ...badgeColumn(208, shownStatus) }),
])

const codeOf = (order: Order) => order.code
const recordPath = (code: string) => paths.record('order', code)
const linkOf = (order: Order) => paths.record('order', order.code)
const rowAction = (order: Order) => <OrderRowAction order={order} />
const menuOf = ({ code }: Order) => ({ label: `Actions for order ${code}`, ids: ORDER_ROW_OPTIONS })

const phoneRow = (order: Order) => (
  <PhoneRow
    code={order.code}
    beside={formatDateTime(orderedAt(order))}
    state={<OrderStatusBadge order={order} />}
    second={locationLine(order.delivery_address)}
    figure={formatCents(order.costs.total)}
  />
)

/** The Orders tab of a customer. A row opens the order; what can be done to it is what the orders list offers. */
export function CustomerOrders({ code }: { code: string }) {
  const answer = useQuery(orderQueries.ofCustomer(code))
  const list = useListRows({
    // As of the orders list: an order knows by it which of them it was opened from.
    noun: 'orders',
    address: paths.record('customer', code, 'orders'),
    answer,
    rowId: codeOf,
  })
  useListCommands(list, { recordPath, search: false })
  useCommandTarget('order', list.active)
  useReopenedDialog(list.rows)
  return (
    <ListBody
      list={list}
      failure={MESSAGES.ordersLoad}
      empty={<EmptyState title={MESSAGES.noOrders} why="This customer has not ordered yet." />}
      label="Orders"
      columns={columns}
      rowId={codeOf}
      phoneRow={phoneRow}
      rowLink={linkOf}
      rowAction={rowAction}
      menu={menuOf}
      dense
    />
  )
}
