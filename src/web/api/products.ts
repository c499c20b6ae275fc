import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { getProduct, listProducts, type Product } from '../../contract/products.ts'
import { fold } from '../../domain/format/fold.ts'
import { productCode, productSlug } from '../../domain/records/record-code.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { productRecord } from '../record-index/product-record.ts'
import { type TextFilter, textQuery } from '../state/text-filter.ts'
import { send } from './client.ts'
import { LIST_KEPT_MS, queryClient } from './query-client.ts'
import { indexed, seenInLists } from './seen.ts'

const PRODUCTS = ['products'] as const

/** The queries of products, for loaders and screens alike. */
export const productQueries = {
  list: (filter: TextFilter) =>
    queryOptions({
      queryKey: [...PRODUCTS, 'list', filter],
      queryFn: ({ signal }): Promise<Rows<Product>> =>
        indexed(send(listProducts, { query: textQuery(filter), signal }), ({ rows }) =>
          rows.map(productRecord),
        ),
      gcTime: LIST_KEPT_MS,
    }),
  /** Starts with the product as a list has it, and asks for the newest at once. */
  detail: (slug: string) =>
    queryOptions({
      queryKey: [...PRODUCTS, 'detail', slug],
      queryFn: ({ signal }): Promise<Product> =>
        indexed(send(getProduct, { path: { slug }, signal }), (product) => [productRecord(product)]),
      // By either of the names that its address may have.
      initialData: () =>
        seenInLists<Product>([...PRODUCTS, 'list'], ({ cms_id, code }) => cms_id === slug || code === slug),
      initialDataUpdatedAt: 0,
    }),
}

/** A page of all products, for the record index. */
export async function productsOfPage(page: number, signal: AbortSignal): Promise<SeenRecord[]> {
  const query = textQuery({ page, query: '' })
  return (await send(listProducts, { query, signal })).rows.map(productRecord)
}

/** What the server finds for a text. */
export async function searchProducts(query: string, signal: AbortSignal): Promise<SeenRecord[]> {
  return (await send(listProducts, { query: { query }, signal })).rows.map(productRecord)
}

/**
 * Asks for the product with exactly this code, or this number on the website; it goes where its screen looks for it.
 * Null where there is none.
 */
export async function findProduct(code: string, signal: AbortSignal): Promise<SeenRecord | null> {
  const product = await send(getProduct, { path: { slug: code }, signal })
  const slug = productSlug(product)
  if (![productCode(product), slug].some((own) => fold(own) === fold(code))) return null
  queryClient.setQueryData(productQueries.detail(slug).queryKey, product)
  return productRecord(product)
}
