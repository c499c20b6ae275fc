import type { Rows } from '../../../contract/call.ts'
import type { Supplier, SupplierOrder } from '../../../contract/suppliers.ts'
import { matchesText } from '../../../domain/format/text.ts'
import { supplierCode, supplierOrderCode } from '../../../domain/records/record-kind.ts'

// The calls of suppliers have no search, so the console searches their responses (reading 20).

/** The suppliers that match a text. */
export function foundSuppliers({ rows, unreadable }: Rows<Supplier>, query: string): Rows<Supplier> {
  const found = rows.filter((one) => matchesText(query, [supplierCode(one), one.name_legal, one.website]))
  return { rows: found, unreadable }
}

/** The supplier orders that match a text. */
export function foundSupplierOrders(
  { rows, unreadable }: Rows<SupplierOrder>,
  query: string,
): Rows<SupplierOrder> {
  const found = rows.filter((one) =>
    matchesText(query, [one.supplier.name_legal, supplierOrderCode(one), one.external_id]),
  )
  return { rows: found, unreadable }
}

/** The orders of the supplier with this id, because no call lists them alone. */
export function ordersOf({ rows, unreadable }: Rows<SupplierOrder>, id: string): Rows<SupplierOrder> {
  return { rows: rows.filter((order) => order.supplier.id === id), unreadable }
}
