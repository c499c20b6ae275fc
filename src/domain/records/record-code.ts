import type { Product } from '../../contract/products.ts'
import type { Supplier, SupplierOrder } from '../../contract/suppliers.ts'
import { nonBlank } from '../format/absent.ts'
import type { RecordKind } from './record-kind.ts'

// What staff know a record by. Only its id is sure to be there.

/** A product's own code, else the number that the website has for it. */
export function productCode({ code, cms_id, id }: Pick<Product, 'code' | 'cms_id' | 'id'>): string {
  return nonBlank(code) ?? nonBlank(cms_id) ?? id
}

/** What a product's address is made of in its list: the website's number, else its code (reading 21). */
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

/** A courier's initials, seven digits or more, and where the post carries it the country: LH1602541, CL010000009NZ. */
const TRACKING_CODE = /^\p{L}{2,3}\d{7,}(\p{L}{2})?$/u
/** Letters, and parts joined by signs: VLV-1048-BRS. */
const PRODUCT_CODE = /^(?=.*\p{L}.*)[\p{L}\d]+([-/#.+][\p{L}\d]+){2,}$/u

/** The kind of record that a code most likely is of, by its shape alone; any other kind may have it all the same. */
export function likelyKind(code: string): RecordKind {
  if (TRACKING_CODE.test(code)) return 'consignment'
  return PRODUCT_CODE.test(code) ? 'product' : 'order'
}
