import * as z from 'zod/mini'
import { dataCall, pageNumber, rowsOf } from './call.ts'
import { cents, group, id, listOf, measure, text } from './wire.ts'

/**
 * Of the capability `barcodes`: a bar code of a product (PRD-6). `quantity` is how much of the product one scan counts;
 * absent means 1.
 */
export const ProductBarcode = z.object({
  code: id,
  quantity: z.pipe(
    measure,
    z.transform((value) => value ?? 1),
  ),
  unit: text,
})

export const Product = z.object({
  id,
  cms_id: text,
  code: text,
  name: text,
  description: text,
  image_url: text,
  /** Cents excluding GST. The tiers are calculated from it. */
  price: cents,
  weight: measure,
  height: measure,
  depth: measure,
  width: measure,
  created_at: text,
  updated_at: text,
  last_sold_at: text,
  pricing: group({ cost: cents, drip: cents, wholesale: cents, retail: cents }),
  barcodes: listOf(ProductBarcode),
})
export type Product = z.output<typeof Product>

export const ProductListQuery = z.object({ page: pageNumber, query: z.optional(z.string()) })
export type ProductListQuery = z.output<typeof ProductListQuery>

export const listProducts = dataCall({
  method: 'GET',
  path: '/products',
  query: ProductListQuery,
  answer: rowsOf(Product),
})

/** The id is a `cms_id`, a product code or, with the capability `barcodes`, a bar code; the server resolves all (PRD-5). */
export const getProduct = dataCall({ method: 'GET', path: '/products/:id', answer: Product })
