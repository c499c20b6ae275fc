import type { SupplierOrder } from '../../../contract/suppliers.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { supplierOrderCode } from '../../../domain/records/record-kind.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { defineRecordList } from '../../list/define-record-list.ts'
import { searchedTab } from '../../list/text-list.tsx'
import { paths } from '../../routing/paths.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { supplierOrderColumns } from './supplier-columns.tsx'
import { SupplierOrderBadge } from './supplier-order-badge.tsx'
import { foundSupplierOrders } from './supplier-search.ts'
import { wholeRows } from './whole-rows.ts'

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

/** The list of supplier orders. */
export const supplierOrdersList = defineRecordList({
  ...searchedTab((query) => paths.suppliers('orders', query)),
  kind: 'supplier-order',
  noun: 'supplier orders',
  title: 'Supplier Orders',
  label: 'Supplier orders',
  rows: wholeRows(supplierQueries.orders, foundSupplierOrders, paths.suppliers('orders')),
  failure: MESSAGES.supplierOrdersLoad,
  columns: supplierOrderColumns,
  phoneRow: (order) => <SupplierOrderPhoneRow order={order} />,
  menu: ['supplier-order.open', 'supplier-order.copy-code'],
})
