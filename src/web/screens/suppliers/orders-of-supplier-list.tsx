import { createColumnHelper } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import type { SupplierOrder } from '../../../contract/suppliers.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { supplierOrderCode } from '../../../domain/records/record-kind.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { defineRecordList } from '../../list/define-record-list.ts'
import { EmptyState } from '../../list/list-states.tsx'
import { queriedRows } from '../../list/row-source.ts'
import { paths } from '../../routing/paths.ts'
import { codeColumn, dateTimeColumn } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { ordersOf, SupplierOrderBadge } from './supplier-lists.tsx'

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
