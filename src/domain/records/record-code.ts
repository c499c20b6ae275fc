import type { Product } from '../../contract/products.ts'
import type { Supplier, SupplierOrder } from '../../contract/suppliers.ts'
import { nonBlank } from '../format/absent.ts'
import type { RecordKind } from './record-kind.ts'

// The codes by which staff know records. Only a record's id is always present, so it is the last resort.

/** A product's code, otherwise its number on the website. */
export function productCode({ code, cms_id, id }: Pick<Product, 'code' | 'cms_id' | 'id'>): string {
  return nonBlank(code) ?? nonBlank(cms_id) ?? id
}

/** The slug in a product's address: its number on the website, otherwise its code (reading 21). */
export function productSlug({ code, cms_id, id }: Pick<Product, 'code' | 'cms_id' | 'id'>): string {
  return nonBlank(cms_id) ?? nonBlank(code) ?? id
}

/** The Infusion ID of a supplier. */
export function supplierCode({ external_id, id }: Pick<Supplier, 'external_id' | 'id'>): string {
  return nonBlank(external_id) ?? id
}

/** The PO number of a supplier order. */
export function supplierOrderCode({ po_number, id }: Pick<SupplierOrder, 'po_number' | 'id'>): string {
  return nonBlank(po_number) ?? id
}

/** A courier's prefix, seven digits or more, and an optional country: LH1602541, CL010000009NZ. */
const TRACKING_CODE = /^\p{L}{2,3}\d{7,}(\p{L}{2})?$/u
/** Letters and digits joined by separators: VLV-1048-BRS. */
const PRODUCT_CODE = /^(?=.*\p{L}.*)[\p{L}\d]+([-/#.+][\p{L}\d]+){2,}$/u

/** The kind of record that a code probably belongs to, judged by its format. Any other kind may have the same code. */
export function likelyKind(code: string): RecordKind {
  if (TRACKING_CODE.test(code)) return 'consignment'
  return PRODUCT_CODE.test(code) ? 'product' : 'order'
}
