import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { getProduct, listProducts, type Product } from '../../contract/products.ts'
import { type TextFilter, textQuery } from '../../domain/lists/list-address.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { productCode, productSlug } from '../../domain/records/record-kind.ts'
import { send } from './client.ts'
import { indexedRecord, indexedRows, LIST_KEPT_MS, recordInLists } from './query-client.ts'
import {
  type CodesOf,
  foundAs,
  listsKey,
  type RecordSource,
  recordKey,
  recordSource,
} from './record-source.ts'

/** A product for the record index. */
export function productRecord(product: Product): IndexedRecord {
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

/** The number on the website also counts as a code (PRD-5). */
const codesOf: CodesOf<Product> = ({ code, cms_id }) => [code, cms_id]

/** Queries of products. */
export const productQueries = {
  list: (filter: TextFilter) =>
    queryOptions({
      queryKey: [...listsKey('product'), filter],
      queryFn: ({ signal }): Promise<Rows<Product>> =>
        send(listProducts, { query: textQuery(filter), signal }),
      gcTime: LIST_KEPT_MS,
      meta: indexedRows(productRecord),
    }),
  /** Begins with the product from a list, and requests the current one at once. */
  detail: (slug: string) =>
    queryOptions({
      queryKey: recordKey('product', slug),
      queryFn: ({ signal }): Promise<Product> => send(getProduct, { path: { slug }, signal }),
      // An address may contain either of a product's two names.
      initialData: () =>
        recordInLists<Product>(listsKey('product'), ({ cms_id, code }) => cms_id === slug || code === slug),
      initialDataUpdatedAt: 0,
      meta: indexedRecord(foundAs({ toIndexed: productRecord, codesOf }, slug)),
    }),
}

export const productSource: RecordSource<Product> = recordSource({
  toIndexed: productRecord,
  list: (filter, signal) => send(listProducts, { query: textQuery(filter), signal }),
  get: (code, signal) => send(getProduct, { path: { slug: code }, signal }),
  codesOf,
  detail: productQueries.detail,
})
