import type { Product } from '../../contract/products.ts'
import type { Supplier, SupplierOrder } from '../../contract/suppliers.ts'
import { nonBlank } from '../format/absent.ts'

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
