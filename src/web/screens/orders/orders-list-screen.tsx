import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/catalogue.ts'
import { pageCount } from '../../../domain/paging.ts'
import { type OrderFilter, orderQueries } from '../../api/orders.ts'
import { whenIdle } from '../../api/when-idle.ts'
import { RowMenu } from '../../command-ui/row-menu.tsx'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { paths } from '../../paths.ts'
import { DataTable } from '../../table/data-table.tsx'
import { ListFrame } from '../../table/list-frame.tsx'
import { keepAddress } from '../../table/list-memory.ts'
import { LoadFailure, UnreadableRows } from '../../table/list-states.tsx'
import { Pagination } from '../../table/pagination.tsx'
import { SelectionTools } from '../../table/selection-tools.tsx'
import { TableSkeleton } from '../../table/table-skeleton.tsx'
import { useCursor } from '../../table/use-cursor.ts'
import { useListCommands } from '../../table/use-list-commands.ts'
import { usePeek } from '../../table/use-peek.ts'
import { useSelection } from '../../table/use-selection.ts'
import { useShownList } from '../../table/use-shown-list.ts'
import { deferred } from '../../ui/deferred.tsx'
import { useReopenedDialog } from './dialog-memory.ts'
import { orderColumns } from './order-columns.tsx'
import { filterParameters, readFilter } from './order-filter.ts'
import { OrderFilters } from './order-filters.tsx'
import { ORDER_OPTIONS } from './order-options.ts'
import { OrderPhoneRow } from './order-phone-row.tsx'
import { OrderRowAction } from './order-row-action.tsx'
import { OrdersEmpty } from './orders-empty.tsx'

const NO_ORDERS: Order[] = []
const codeOf = (order: Order) => order.code
const linkOf = (order: Order) => paths.order(order.code)
const recordPath = (code: string) => paths.order(code)
const phoneRow = (order: Order) => <OrderPhoneRow order={order} />
const rowAction = (order: Order) => <OrderRowAction order={order} />

/** What the head offers for the selected orders. */
const FOR_SELECTED = ['order.pack', 'order.copy-code']

/** What the menu of a row holds. */
const ROW_OPTIONS = ['order.open', ...ORDER_OPTIONS]

function menuLabel(active: Order, selected: number): string {
  return selected > 0 ? `Actions of ${selected} selected orders` : `Actions of order ${active.code}`
}

const orderPeek = deferred(() => import('./order-peek.tsx').then((module) => module.OrderPeek))

/** Lets the commands act on the selected orders, while there are some. */
function useSelectedOrders(rows: readonly Order[], ids: ReadonlySet<string>): void {
  const orders = useMemo(() => (ids.size > 0 ? rows.filter(({ code }) => ids.has(code)) : null), [rows, ids])
  useCommandTarget('orders', orders)
}

/** The orders list (section 2). */
export function OrdersListScreen() {
  const [search] = useSearchParams()
  const filter = useMemo(() => readFilter(search), [search])
  const address = paths.orders(filterParameters(filter))

  const orders = useQuery(orderQueries.list(filter))
  const shown = useShownList(address, orders.data)
  const rows = shown?.answer.rows ?? NO_ORDERS
  const unreadable = shown?.answer.unreadable ?? 0
  // The rows of the address before stay while those of this one are awaited.
  const waiting = shown !== null && shown.address !== address && orders.isPending
  const pages = pageCount(filter.page, orders.data ? rows.length + unreadable : 0)

  const codes = useMemo(() => rows.map(codeOf), [rows])
  const cursor = useCursor(shown?.address ?? address, codes)
  const peek = usePeek(cursor.control.focus, rows.length > 0)
  useEffect(() => whenIdle(orderPeek.preload), [])
  const selection = useSelection(shown?.address ?? address, codes, cursor.control)
  useEffect(() => keepAddress('orders', address), [address])

  const navigate = useNavigate()
  const tools = useRef<HTMLFormElement>(null)
  const pagePath = useCallback(
    (page: number) => paths.orders(filterParameters({ ...filter, page })),
    [filter],
  )
  const { refetch } = orders
  const apply = useCallback(
    (wanted: OrderFilter) => {
      const next = paths.orders(filterParameters(wanted))
      if (next === address) void refetch()
      else void navigate(next)
    },
    [address, navigate, refetch],
  )
  useListCommands({
    noun: 'orders',
    control: cursor.control,
    // Rows that are still to come are not missing.
    isEmpty: shown !== null && rows.length === 0,
    page: filter.page,
    pages,
    recordPath,
    pagePath,
    select: selection.control.change,
    peek: peek.open,
    tools,
  })
  const active = rows[cursor.index] ?? null
  useCommandTarget('order', active)
  useSelectedOrders(rows, selection.ids)
  useReopenedDialog(rows)

  return (
    <ListFrame
      title="Orders"
      count={rows.length > 0 ? `${rows.length} on this page` : undefined}
      busy={waiting}
      actions={
        selection.ids.size > 0 && (
          <SelectionTools count={selection.ids.size} ids={FOR_SELECTED} onClear={selection.control.clear} />
        )
      }
    >
      <OrderFilters filter={filter} onApply={apply} form={tools} />
      {orders.isError && <LoadFailure message={MESSAGES.ordersLoad} onRetry={() => void refetch()} />}
      <UnreadableRows count={unreadable} />
      {active ? (
        <div className="relative flex min-h-0 flex-1 flex-col">
          <DataTable
            label="Orders"
            columns={orderColumns}
            rows={rows}
            rowId={codeOf}
            cursor={cursor}
            selection={selection}
            phoneRow={phoneRow}
            rowLink={linkOf}
            rowAction={rowAction}
            dense
          />
          {peek.peeking && <orderPeek.Component order={active} onClose={peek.close} />}
          <RowMenu
            label={menuLabel(active, selection.ids.size)}
            ids={ROW_OPTIONS}
            place={cursor.control.place}
            onClosed={cursor.control.focus}
          />
        </div>
      ) : shown ? (
        <OrdersEmpty filter={filter} />
      ) : orders.isError ? (
        <div className="flex-1" />
      ) : (
        <TableSkeleton columns={orderColumns} dense selectable />
      )}
      <Pagination
        page={filter.page}
        pages={pages}
        pathOf={pagePath}
        position={rows.length > 0 ? `Row ${cursor.index + 1} of ${rows.length}` : ''}
      />
    </ListFrame>
  )
}
