import type { Generated, Selectable } from 'kysely'

export interface SupplierTable {
  id: Generated<number>
  /** The supplier's number in the invoicing system. */
  external_id: string | null
  name_legal: string
  website: string | null
}
export type SupplierRow = Selectable<SupplierTable>

export interface SupplierOrderTable {
  id: Generated<number>
  supplier_id: number
  po_number: string
  external_id: string | null
  branch: string
  created_at: string
  ordered_at: string | null
  paid_at: string | null
  shipped_at: string | null
  received_at: string | null
  expected_at: string | null
  devanned_at: string | null
}

export interface SupplierOrderItemTable {
  id: Generated<number>
  supplier_order_id: number
  product_code: string | null
  supplier_code: string | null
  unit_quantity: number | null
  carton_quantity: number | null
  quantity_per_carton: number | null
}
export type SupplierOrderItemRow = Selectable<SupplierOrderItemTable>
