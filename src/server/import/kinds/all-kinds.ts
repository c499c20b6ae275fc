import { customers } from './customers.ts'
import type { ImportKind, KindName } from './kind.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { supplierOrders, suppliers } from './suppliers.ts'

export const IMPORT_KINDS: Record<KindName, ImportKind> = {
  suppliers,
  products,
  customers,
  orders,
  'supplier-orders': supplierOrders,
}
