import { useQuery } from '@tanstack/react-query'
import type { ColumnDef } from '@tanstack/react-table'
import { useAtomValue } from 'jotai'
import { memo, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { CommandId } from '../../../../commands/index.ts'
import { joinCodes, ORDER_ACTION_NAMES, type Order, type OrderFilterName } from '../../../contract/orders.ts'
import { dayOfInstant } from '../../../domain/calendar/nz-time.ts'
import { counted } from '../../../domain/format/text.ts'
import { criteriaWords } from '../../../domain/lists/order-criteria.ts'
import {
  allDates,
  changeFilter,
  DEFAULT_ORDER_FILTER,
  isFiltered,
  ORDER_FILTER_NAMES,
  ORDER_FILTERS,
  type OrderFilter,
  type OrderValue,
  orderParameters,
  whyNoOrders,
} from '../../../domain/lists/order-filter.ts'
import { ORDER_ACTIONS, type OrderStep, orderCan } from '../../../domain/orders/order-actions.ts'
import { isOnAccount } from '../../../domain/orders/order-status.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { exportedQuery, orderFilterIn, orderQueries } from '../../api/orders.ts'
import { RowAction } from '../../commands/command-button.tsx'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { targetsAtom, useCommandTarget } from '../../commands/targets.ts'
import type { ExtraProps, ToolsProps } from '../../list/define-list.tsx'
import { defineRecordList } from '../../list/define-record-list.ts'
import { type ListFilter, numberedPages, useDraftFilter } from '../../list/list-filter.ts'
import { EmptyState, PastTheEnd } from '../../list/list-frame.tsx'
import { CriterionButtons, FilterSelect, ListTools } from '../../list/list-tools.tsx'
import { queriedRows } from '../../list/row-source.ts'
import { paths } from '../../routing/paths.ts'
import { now } from '../../state/clock.ts'
import type { Features } from '../../table/column-layout.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonVariants } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { useReopenedDialog } from '../order-dialogs/dialog-memory.ts'
import { AgeBadge } from './age-badge.tsx'
import { ORDER_COLUMNS, orderPhoneRow } from './order-row.tsx'

/** The columns as the table takes them (ORD-1). */
export const orderColumns: ColumnDef<Features, Order>[] = ORDER_COLUMNS.map(({ header, layout, show }) => ({
  id: header,
  header,
  meta: layout,
  cell: ({ row }) => show(row.original, AgeBadge),
}))

/** The filter of the orders list. */
export const ORDER_FILTER: ListFilter<OrderFilter> = {
  read: ({ searchParams }) => orderFilterIn(searchParams),
  address: (filter) => paths.list('order', orderParameters(filter)),
  pages: { ...numberedPages(), count: ({ codes }) => (codes ? 1 : null) },
}

/** The menu of an order (ORD-30 to ORD-33, BIZ-4) with related commands. */
export const ORDER_OPTIONS: readonly CommandId[] = [
  ...ORDER_ACTION_NAMES.map((action) => `order.${action}` as const),
  'order.create-consignment',
  'order.view-consignment',
  'order.another-consignment',
  'order.skip',
  'order.unskip',
  'order.hold',
  'order.release',
  'order.copy-code',
  'order.history',
  'order.print-invoice',
  'order.print-packing-slip',
  'order.edit',
  'order.refund',
  'order.return-items',
  'order.cancel',
]

/** The menu of a row of the list. */
export const ORDER_ROW_OPTIONS: readonly CommandId[] = ['order.open', ...ORDER_OPTIONS]

/** The orders list (ORD-1). */
export const ordersList = defineRecordList({
  kind: 'order',
  noun: 'orders',
  title: 'Orders',
  filter: ORDER_FILTER,
  rows: queriedRows(orderQueries.list),
  allDates,
  failure: MESSAGES.ordersLoad,
  columns: orderColumns,
  phoneRow: (order) => orderPhoneRow(order, AgeBadge),
  rowAction: (order) => <OrderRowAction order={order} />,
  menu: ORDER_ROW_OPTIONS,
  commands: ['orders.book-by-rule'],
  selection: [
    'order.pack',
    'order.pack-on-account',
    'order.book-by-rule',
    'orders.pick-run',
    'order.copy-code',
    'list.export',
  ],
  exported: (filter, selected) => ({
    list: 'orders',
    filter: selected.length > 0 ? { codes: joinCodes(selected) } : exportedQuery(filter),
  }),
  Tools: OrdersTools,
  Empty: OrdersEmpty,
  preview: deferred(() => import('./order-details.tsx').then((module) => module.OrderPreview)),
  Extra: OrdersExtra,
})

/** Search and filters of the orders. For a list of codes, also shows the codes that were not found. */
function OrdersTools(props: ToolsProps<OrderFilter>) {
  const { filter, onApply, form } = props
  return (
    <>
      <OrderFilters filter={filter} onApply={onApply} form={form} />
      <CriterionButtons
        criteria={criteriaWords(filter, dayOfInstant(now()))}
        onRemove={(name) => onApply(changeFilter(filter, { [name]: undefined }))}
      />
      {filter.codes && <CodesShown filter={filter} />}
    </>
  )
}

type OrderFiltersProps = Pick<ToolsProps<OrderFilter>, 'filter' | 'onApply' | 'form'>

/**
 * Search and filters of the orders. A select applies at once, together with the typed text; typed text alone waits
 * for Enter.
 */
export const OrderFilters = memo(function OrderFilters({ filter, onApply, form }: OrderFiltersProps) {
  const [draft, setDraft] = useDraftFilter(filter)

  function want(change: Partial<OrderFilter>): OrderFilter {
    const next = changeFilter(draft, change)
    setDraft(next)
    return next
  }

  return (
    <ListTools
      label="Search orders"
      text={draft.query}
      onText={(query) => want({ query })}
      onApply={() => onApply(changeFilter(draft, {}))}
      form={form}
    >
      {ORDER_FILTER_NAMES.map((name) => (
        <OrderSelect
          key={name}
          name={name}
          value={draft[name]}
          onChange={(value) => onApply(want({ [name]: value }))}
        />
      ))}
    </ListTools>
  )
})

/** The select of one filter. */
function OrderSelect<Name extends OrderFilterName>(props: {
  name: Name
  value: OrderValue<Name>
  onChange(value: OrderValue<Name>): void
}) {
  const { label, name = label, choices, values } = ORDER_FILTERS[props.name]
  return (
    <FilterSelect
      label={label}
      name={name}
      value={props.value}
      options={choices}
      labelOf={(value) => values[value].label}
      onChange={props.onChange}
    />
  )
}

function CodesShown({ filter }: { filter: OrderFilter }) {
  const { data } = useQuery(orderQueries.list(filter))
  if (!data) return null
  const { unknown = [] } = data
  return (
    <Alert
      tone={unknown.length > 0 ? 'warning' : 'info'}
      action={
        <Link to={paths.list('order')} className={buttonVariants()}>
          Show all orders
        </Link>
      }
      className="mx-4 mb-3 max-sm:mx-3"
    >
      <p>{`Showing ${counted(data.rows.length, 'order')} by code.`}</p>
      {unknown.length > 0 && <p className="max-h-24 overflow-y-auto">{`Not found: ${unknown.join(', ')}`}</p>}
    </Alert>
  )
}

/** An empty list, with links to the first page, to all dates and to the list without filters. */
function OrdersEmpty({ filter }: { filter: OrderFilter }) {
  if (filter.page > 1) {
    const first = paths.list('order', orderParameters({ ...filter, page: 1 }))
    return <PastTheEnd title={MESSAGES.noOrders} page={filter.page} first={first} />
  }
  const wider = allDates(filter)
  return (
    <EmptyState title={MESSAGES.noOrders} why={whyNoOrders(filter, dayOfInstant(now()))}>
      <div className="flex flex-wrap justify-center gap-2">
        {wider && (
          <Link to={paths.list('order', orderParameters(wider))} className={buttonVariants()}>
            {filter.query === '' ? 'Show all dates' : 'Search all dates'}
            <CommandKeys id="list.all-dates" className="max-sm:hidden" />
          </Link>
        )}
        {isFiltered(filter) && (
          <Link
            to={paths.list('order', orderParameters(DEFAULT_ORDER_FILTER))}
            className={buttonVariants({ variant: wider ? 'quiet' : 'default' })}
          >
            Clear filters
          </Link>
        )}
      </div>
    </EmptyState>
  )
}

/** The next steps of an order, in the order of its menu. Labels are short to fit beside the status. */
const STEPS = [
  ...ORDER_ACTION_NAMES.map((step) => ({ step, label: ORDER_ACTIONS[step].nextStep })),
  { step: 'create-consignment', label: 'Consign' } as const,
].flatMap(({ step, label }) => (label === null ? [] : [{ step, label }]))

/**
 * A button for the next step of a row's order. Not rendered if the order was shipped, or while commands
 * act on selected orders.
 */
export function OrderRowAction({ order }: { order: Order }) {
  const { orders: selected } = useAtomValue(targetsAtom)
  const next = STEPS.find(({ step }) => orderCan(step, order).offered && !isLater(step, order))
  if (!next || selected) return null
  return <RowAction id={`order.${next.step}`} label={next.label} targets={{ order }} />
}

/** An order on account is paid after it has left. */
function isLater(step: OrderStep, order: Order): boolean {
  return step === 'record-payment' && isOnAccount(order)
}

/** Makes the orders of the page, and the selected ones, targets of commands. */
function OrdersExtra({ list: { rows }, selected }: ExtraProps<Order>) {
  const orders = useMemo(
    () => (selected.size > 0 ? rows.filter(({ code }) => selected.has(code)) : null),
    [rows, selected],
  )
  useCommandTarget('orders', orders)
  useCommandTarget('shownOrders', rows.length > 0 ? rows : null)
  useReopenedDialog(rows)
  return null
}
