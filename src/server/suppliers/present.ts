import type { Supplier, SupplierOrder } from '../../contract/suppliers.ts'
import type { SupplierRow } from '../db/schema.ts'
import type { FoundSupplierOrder } from './store.ts'

/** A supplier in the form of the contract, field by field. */
export function presentSupplier(row: SupplierRow): Supplier {
  return {
    id: String(row.id),
    external_id: row.external_id,
    name_legal: row.name_legal,
    website: row.website,
  }
}

/** A supplier order in the form of the contract, field by field. */
export function presentSupplierOrder({ record, items }: FoundSupplierOrder): SupplierOrder {
  return {
    id: String(record.id),
    supplier: {
      id: String(record.supplier_id),
      external_id: record.supplier_external_id,
      name_legal: record.supplier_name_legal,
      website: record.supplier_website,
    },
    po_number: record.po_number,
    external_id: record.external_id,
    branch: record.branch,
    created_at: record.created_at,
    ordered_at: record.ordered_at,
    paid_at: record.paid_at,
    shipped_at: record.shipped_at,
    received_at: record.received_at,
    expected_at: record.expected_at,
    devanned_at: record.devanned_at,
    items: items.map((item) => ({
      id: String(item.id),
      product_code: item.product_code,
      supplier_code: item.supplier_code,
      unit_quantity: item.unit_quantity,
      carton_quantity: item.carton_quantity,
      quantity_per_carton: item.quantity_per_carton,
    })),
  }
}
