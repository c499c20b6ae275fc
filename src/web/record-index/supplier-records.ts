import type { Supplier, SupplierOrder } from '../../contract/suppliers.ts'
import { supplierOrderStatus } from '../../domain/orders/supplier-order.ts'
import { supplierCode, supplierOrderCode } from '../../domain/records/record-code.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'

/** What the index keeps of a supplier. */
export function supplierRecord(supplier: Supplier): SeenRecord {
  return {
    kind: 'supplier',
    code: supplierCode(supplier),
    id: supplier.id,
    name: supplier.name_legal ?? '',
    contact: supplier.website ?? '',
    at: null,
    total: null,
    status: null,
  }
}

/** What the index keeps of a supplier order. */
export function supplierOrderRecord(order: SupplierOrder): SeenRecord {
  return {
    kind: 'supplier-order',
    code: supplierOrderCode(order),
    id: order.id,
    name: order.supplier.name_legal ?? '',
    contact: order.external_id ?? '',
    at: order.ordered_at ?? order.created_at,
    total: null,
    status: supplierOrderStatus(order),
  }
}
