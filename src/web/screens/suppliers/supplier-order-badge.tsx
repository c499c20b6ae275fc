import type { SupplierOrder } from '../../../contract/suppliers.ts'
import { shownSupplierOrderStatus, supplierOrderStatus } from '../../../domain/orders/supplier-order.ts'
import { Badge } from '../../ui/badge.tsx'

/** Status of a supplier order, derived from its dates. */
export function SupplierOrderBadge({ order }: { order: SupplierOrder }) {
  const { label, tone } = shownSupplierOrderStatus(supplierOrderStatus(order))
  return <Badge tone={tone}>{label}</Badge>
}
