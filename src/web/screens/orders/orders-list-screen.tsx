import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { CommandId } from '../../../../commands/index.ts'
import type { Order } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { type OrderFilter, orderQueries } from '../../api/orders.ts'
import { whenIdle } from '../../api/when-idle.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { ListBody } from '../../list/list-body.tsx'
import { ListFrame } from '../../list/list-frame.tsx'
import { SelectionTools } from '../../list/selection-tools.tsx'
import { useListCommands } from '../../list/use-list-commands.ts'
import { pagesKnown, useListRows } from '../../list/use-list-rows.ts'
import { usePeek } from '../../list/use-preview.ts'
import { Rehearsal } from '../../palette/rehearsal.tsx'
import { paths } from '../../routing/paths.ts'
import { useSelection } from '../../table/use-selection.ts'
import { deferred } from '../../ui/deferred.tsx'
import { useReopenedDialog } from '../order-dialogs/dialog-memory.ts'
import { orderColumns } from './order-columns.tsx'
import { filterParameters, readFilter } from './order-filter.ts'
import { OrderFilters } from './order-filters.tsx'
import { ORDER_ROW_OPTIONS } from './order-options.ts'
import { OrderPhoneRow } from './order-phone-row.tsx'
import { OrderRowAction } from './order-row-action.tsx'
import { OrdersEmpty } from './orders-empty.tsx'

const codeOf = (order: Order) => order.code
const linkOf = (order: Order) => paths.record('order', order.code)
const recordPath = (code: string) => paths.record('order', code)
const phoneRow = (order: Order) => <OrderPhoneRow order={order} />
const rowAction = (order: Order) => <OrderRowAction order={order} />

/** What the head offers for the selected orders. */
const FOR_SELECTED: readonly CommandId[] = ['order.pack', 'order.copy-code']

function menuLabel(active: Order, selected: number): string {
  return selected > 0 ? `Actions for ${selected} selected orders` : `Actions for order ${active.code}`
}

const orderView = deferred<{ code: string; onClose?: () => void }>(() =>
  import('./order-screen.tsx').then((module) => module.OrderView),
)
const orderPeek = deferred(() => import('./order-preview.tsx').then((module) => module.OrderPeek))

/** Lets the commands act on the selected orders, while there are some. */
function useSelectedOrders(rows: readonly Order[], ids: ReadonlySet<string>): void {
  const orders = useMemo(() => (ids.size > 0 ? rows.filter(({ code }) => ids.has(code)) : null), [rows, ids])
  useCommandTarget('orders', orders)
}

/** The orders list (section 2). */
export function OrdersListScreen() {
  const [search] = useSearchParams()
  const filter = useMemo(() => readFilter(search), [search])

  const orders = useQuery(orderQueries.list(filter))
  const address = paths.orders(filterParameters(filter))
  const list = useListRows({ noun: 'orders', address, answer: orders, rowId: codeOf })
  const { rows, active, goTo } = list
  const { control } = list.cursor
  const pathOf = useCallback((page: number) => paths.orders(filterParameters({ ...filter, page })), [filter])
  const paging = { page: filter.page, pages: pagesKnown(filter.page, orders.data), pathOf }

  const peek = usePeek(control.focus, rows.length > 0)
  useEffect(() => whenIdle(orderPeek.preload), [])
  const selection = useSelection(list.cursor.address, list.ids, control)
  const tools = useListCommands(list, {
    recordPath,
    paging,
    select: selection.change,
    peek: peek.open,
    filters: true,
  })
  useCommandTarget('order', active)
  useSelectedOrders(rows, selection.ids)
  useReopenedDialog(rows)
  const apply = useCallback((wanted: OrderFilter) => goTo(paths.orders(filterParameters(wanted))), [goTo])

  return (
    <ListFrame
      title="Orders"
      count={list.count}
      busy={list.waiting}
      actions={
        <SelectionTools count={selection.ids.size} ids={FOR_SELECTED} onClear={selection.control.clear} />
      }
    >
      <OrderFilters filter={filter} onApply={apply} form={tools} />
      <ListBody
        list={list}
        failure={MESSAGES.ordersLoad}
        empty={<OrdersEmpty filter={filter} />}
        paging={paging}
        label="Orders"
        columns={orderColumns}
        rowId={codeOf}
        selection={selection}
        phoneRow={phoneRow}
        rowLink={linkOf}
        rowAction={rowAction}
        menu={(order) => ({ label: menuLabel(order, selection.ids.size), ids: ORDER_ROW_OPTIONS })}
        dense
      >
        {active && (
          <Rehearsal load={orderView.preload}>
            <orderView.Component code={active.code} />
          </Rehearsal>
        )}
        {active && peek.peeking && <orderPeek.Component order={active} onClose={peek.close} />}
      </ListBody>
    </ListFrame>
  )
}
