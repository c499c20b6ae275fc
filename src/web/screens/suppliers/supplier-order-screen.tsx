import type { SupplierOrder } from '../../../contract/suppliers.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { branchLabel } from '../../../domain/freight/branch.ts'
import { supplierOrderCode } from '../../../domain/records/record-kind.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { CommandMenu } from '../../commands/command-menu.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { lastAddress } from '../../routing/came-from.ts'
import { paths } from '../../routing/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ordersOfSupplierList } from './orders-of-supplier-list.tsx'
import { SupplierOrderBadge } from './supplier-order-badge.tsx'
import { SupplierOrderDetails } from './supplier-order-details.tsx'
import { supplierOrdersList } from './supplier-orders-list.tsx'

function SupplierOrderHead({ record: order }: { record: SupplierOrder | null }) {
  if (!order) return null
  return (
    <>
      <SupplierOrderBadge order={order} />
      {nonBlank(order.branch) && <Badge>{branchLabel(order.branch)}</Badge>}
      <span className="ml-auto">
        <CommandMenu label="Options" ids={['supplier-order.copy-code']} />
      </span>
    </>
  )
}

function SupplierOrderBody({ record: order }: RecordProps<SupplierOrder>) {
  return (
    <div className="scroll-pane mt-1.5 border-t border-line p-4 max-sm:p-3">
      <SupplierOrderDetails order={order} />
    </div>
  )
}

const OF_SUPPLIER = { ...ordersOfSupplierList.navigation, all: supplierOrdersList.navigation }

/** One supplier order (section 2). */
export const { Component } = defineRecordScreen({
  kind: 'supplier-order',
  list() {
    const isOfSupplier = lastAddress('supplier orders')?.startsWith(`${paths.suppliers()}/`)
    return isOfSupplier ? OF_SUPPLIER : supplierOrdersList.navigation
  },
  query: supplierQueries.order,
  heading: (id, order) => ({ noun: 'PO #', code: order ? supplierOrderCode(order) : id }),
  Head: SupplierOrderHead,
  Body: SupplierOrderBody,
})
