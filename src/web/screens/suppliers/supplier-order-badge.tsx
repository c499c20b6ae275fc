import type { SupplierOrder } from '../../../contract/suppliers.ts'
import { shownSupplierOrderStatus, supplierOrderStatus } from '../../../domain/orders/supplier-order.ts'
import { Badge } from '../../ui/badge.tsx'

/** How far a supplier order is, by its dates. */
export function SupplierOrderBadge({ order }: { order: SupplierOrder }) {
  const { label, tone } = shownSupplierOrderStatus(supplierOrderStatus(order))
  return <Badge tone={tone}>{label}</Badge>
}
