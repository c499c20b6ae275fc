import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { group, id, listOf, measure, text, withLists } from './wire.ts'

export const Supplier = z.object({ id, external_id: text, name_legal: text, website: text })
export type Supplier = z.output<typeof Supplier>

const SupplierOrderItem = z.object({
  id,
  product_code: text,
  supplier_code: text,
  unit_quantity: measure,
  carton_quantity: measure,
  quantity_per_carton: measure,
})

const WholeSupplierOrder = z.object({
  id,
  supplier: group({ id: text, external_id: text, name_legal: text, website: text }),
  po_number: text,
  external_id: text,
  branch: text,
  created_at: text,
  ordered_at: text,
  paid_at: text,
  shipped_at: text,
  received_at: text,
  expected_at: text,
  devanned_at: text,
  items: listOf(SupplierOrderItem),
})

export const SupplierOrder = withLists(WholeSupplierOrder, { items: SupplierOrderItem })
export type SupplierOrder = z.output<typeof SupplierOrder>

export const listSuppliers = dataCall({ method: 'GET', path: '/suppliers', answer: rowsOf(Supplier) })

export const listSupplierOrders = dataCall({
  method: 'GET',
  path: '/suppliers/orders',
  answer: rowsOf(SupplierOrder),
})

export const getSupplierOrder = dataCall({
  method: 'GET',
  path: '/suppliers/orders/:id',
  answer: SupplierOrder,
})
