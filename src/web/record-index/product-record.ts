import type { Product } from '../../contract/products.ts'
import { productCode, productSlug } from '../../domain/records/record-code.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'

/** What the index keeps of a product. */
export function productRecord(product: Product): SeenRecord {
  return {
    kind: 'product',
    code: productCode(product),
    id: productSlug(product),
    name: product.name ?? '',
    contact: '',
    at: null,
    total: product.price,
    status: null,
  }
}
