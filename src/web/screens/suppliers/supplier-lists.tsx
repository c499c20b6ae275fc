import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { createColumnHelper } from '@tanstack/react-table'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { Rows } from '../../../contract/call.ts'
import type { Supplier, SupplierOrder } from '../../../contract/suppliers.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { ABSENT, matchesText, nonBlank } from '../../../domain/format/text.ts'
import type { TextFilter } from '../../../domain/lists/list-address.ts'
import { shownSupplierOrderStatus, supplierOrderStatus } from '../../../domain/orders/supplier-order.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { supplierCode, supplierOrderCode } from '../../../domain/records/record-kind.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { defineRecordList } from '../../list/define-record-list.ts'
import { EmptyState } from '../../list/list-frame.tsx'
import { type QueriedRows, queriedRows } from '../../list/row-source.ts'
import { searchedTab } from '../../list/text-list.tsx'
import { paths } from '../../routing/paths.ts'
import { codeColumn, dateTimeColumn, textColumn } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'

const supplier = createColumnHelper<Features, Supplier>()

/** The columns of the suppliers (SUP-2). */
const supplierColumns = supplier.columns([
  supplier.display({
    header: 'Infusion ID',
    meta: { width: 160 },
    cell: ({ row: { original: one } }) => <code>{supplierCode(one)}</code>,
  }),
  supplier.accessor('name_legal', { header: 'Name', ...textColumn() }),
  supplier.accessor('website', { header: 'Website', ...textColumn() }),
])

/** The list of suppliers. */
export const suppliersList = defineRecordList({
  ...searchedTab((query) => paths.list('supplier', { query })),
  kind: 'supplier',
  noun: 'suppliers',
  title: 'Suppliers',
  rows: wholeRows(supplierQueries.list, foundSuppliers, paths.list('supplier')),
  failure: MESSAGES.suppliersLoad,
  columns: supplierColumns,
  phoneRow: (supplier) => <SupplierPhoneRow supplier={supplier} />,
  menu: ['supplier.open', 'supplier.copy-code'],
})

function SupplierPhoneRow({ supplier }: { supplier: Supplier }) {
  return (
    <PhoneRow
      code={supplierCode(supplier)}
      beside={nonBlank(supplier.name_legal) ?? ABSENT}
      second={nonBlank(supplier.website) ?? ABSENT}
    />
  )
}

/** The suppliers that match a text: their calls have no search, so the console searches their responses (LIST-9). */
function foundSuppliers({ rows, unreadable }: Rows<Supplier>, query: string): Rows<Supplier> {
  const found = rows.filter((one) => matchesText(query, [supplierCode(one), one.name_legal, one.website]))
  return { rows: found, unreadable }
}

const order = createColumnHelper<Features, SupplierOrder>()

/** The columns of the supplier orders (SUP-2). */
const supplierOrderColumns = order.columns([
  order.accessor('supplier.name_legal', { header: 'Supplier', ...textColumn() }),
  order.display({
    header: 'PO Number',
    meta: { width: 160 },
    cell: ({ row: { original: one } }) => <code>{supplierOrderCode(one)}</code>,
  }),
  order.accessor('external_id', { header: 'Order ID', ...codeColumn(160) }),
  order.accessor('created_at', { header: 'Created', ...dateTimeColumn(170) }),
  order.accessor('expected_at', { header: 'Estimated delivery', ...dateTimeColumn(170) }),
])

/** The list of supplier orders. */
export const supplierOrdersList = defineRecordList({
  ...searchedTab((query) => paths.list('supplier-order', { query })),
  kind: 'supplier-order',
  noun: 'supplier orders',
  title: 'Supplier Orders',
  label: 'Supplier orders',
  rows: wholeRows(supplierQueries.orders, foundSupplierOrders, paths.list('supplier-order')),
  failure: MESSAGES.supplierOrdersLoad,
  columns: supplierOrderColumns,
  phoneRow: (order) => <SupplierOrderPhoneRow order={order} />,
  menu: ['supplier-order.open', 'supplier-order.copy-code'],
})

function SupplierOrderPhoneRow({ order }: { order: SupplierOrder }) {
  return (
    <PhoneRow
      code={supplierOrderCode(order)}
      state={<SupplierOrderBadge order={order} />}
      second={nonBlank(order.supplier.name_legal) ?? ABSENT}
      figure={formatDateTime(order.expected_at)}
    />
  )
}

/** Status of a supplier order, derived from its dates. */
export function SupplierOrderBadge({ order }: { order: SupplierOrder }) {
  const { label, tone } = shownSupplierOrderStatus(supplierOrderStatus(order))
  return <Badge tone={tone}>{label}</Badge>
}

/** The supplier orders that match a text. */
function foundSupplierOrders({ rows, unreadable }: Rows<SupplierOrder>, query: string): Rows<SupplierOrder> {
  const found = rows.filter((one) =>
    matchesText(query, [one.supplier.name_legal, supplierOrderCode(one), one.external_id]),
  )
  return { rows: found, unreadable }
}

/** The orders of the supplier with this id, because no call lists them alone. */
export function ordersOf({ rows, unreadable }: Rows<SupplierOrder>, id: string): Rows<SupplierOrder> {
  return { rows: rows.filter((order) => order.supplier.id === id), unreadable }
}

/**
 * The rows of a call without a search, in which the console searches itself (LIST-9).
 * @param found selects the rows that match a text
 * @param bare address of the list without a search
 */
function wholeRows<Row, Key extends QueryKey>(
  query: () => UseQueryOptions<Rows<Row>, Error, Rows<Row>, Key>,
  found: (rows: Rows<Row>, text: string) => Rows<Row>,
  bare: string,
): QueriedRows<Row, TextFilter> {
  const rows = queriedRows<Row, TextFilter, Key>(query, (all, filter) => found(all, filter.query))
  return {
    ...rows,
    useAnswer(filter) {
      const { data } = useQuery(query())
      useCleanAddress(data?.rows.length === 0, bare)
      return rows.useAnswer(filter)
    },
  }
}

/** Removes the search from the address if the list has no rows at all. Once, to avoid a loop (LIST-9). */
function useCleanAddress(isEmpty: boolean, bare: string): void {
  const navigate = useNavigate()
  const redirected = useRef(false)
  useEffect(() => {
    if (!isEmpty || redirected.current) return
    redirected.current = true
    void navigate(bare, { replace: true })
  }, [isEmpty, navigate, bare])
}

const column = createColumnHelper<Features, SupplierOrder>()

interface SupplierFilter {
  supplier: string
}

function useSupplier(): SupplierFilter {
  const { id = '' } = useParams()
  return useMemo(() => ({ supplier: id }), [id])
}

/** The Orders tab of a supplier: its purchase orders, with the commands of the supplier orders list. */
export const ordersOfSupplierList = defineRecordList({
  kind: 'supplier-order',
  // The same noun as the list of supplier orders, so that an order returns to whichever of the two it was opened from.
  noun: 'supplier orders',
  title: 'Supplier orders',
  crumb: () => 'Supplier',
  filter: {
    read: ({ pathname }): SupplierFilter => ({ supplier: decodeURIComponent(pathname.split('/')[2] ?? '') }),
    address: ({ supplier }) => paths.record('supplier', supplier, 'orders'),
    useFilter: useSupplier,
  },
  rows: queriedRows(supplierQueries.orders, (all, { supplier }: SupplierFilter) => ordersOf(all, supplier)),
  failure: MESSAGES.supplierOrdersLoad,
  inTab: true,
  columns: column.columns([
    column.display({
      header: 'PO Number',
      meta: { width: 160 },
      cell: ({ row: { original: one } }) => <code>{supplierOrderCode(one)}</code>,
    }),
    column.accessor('external_id', { header: 'Order ID', ...codeColumn(160) }),
    column.accessor('created_at', { header: 'Created', ...dateTimeColumn(170) }),
    column.accessor('expected_at', { header: 'Estimated delivery', ...dateTimeColumn(170) }),
    column.display({
      header: 'Status',
      meta: {},
      cell: ({ row: { original: one } }) => <SupplierOrderBadge order={one} />,
    }),
  ]),
  phoneRow: (order) => (
    <PhoneRow
      code={supplierOrderCode(order)}
      state={<SupplierOrderBadge order={order} />}
      second={formatDateTime(order.created_at)}
      figure={formatDateTime(order.expected_at)}
    />
  ),
  menu: ['supplier-order.open', 'supplier-order.copy-code'],
  Empty: () => (
    <EmptyState title="No supplier orders found" why="This supplier has no purchase orders yet." />
  ),
})
