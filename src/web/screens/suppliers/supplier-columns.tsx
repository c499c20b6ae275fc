import { createColumnHelper } from '@tanstack/react-table'
import type { Supplier, SupplierOrder } from '../../../contract/suppliers.ts'
import { supplierCode, supplierOrderCode } from '../../../domain/records/record-kind.ts'
import { codeColumn, dateTimeColumn, textColumn } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/features.ts'

const supplier = createColumnHelper<Features, Supplier>()

/** The columns of the suppliers (section 2). */
export const supplierColumns = supplier.columns([
  supplier.display({
    header: 'Infusion ID',
    meta: { width: 160 },
    cell: ({ row: { original: one } }) => <code>{supplierCode(one)}</code>,
  }),
  supplier.accessor('name_legal', { header: 'Name', ...textColumn() }),
  supplier.accessor('website', { header: 'Website', ...textColumn() }),
])

const order = createColumnHelper<Features, SupplierOrder>()

/** The columns of the supplier orders (section 2). */
export const supplierOrderColumns = order.columns([
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
