import * as z from 'zod/mini'
import { dataCall, pageNumber, rowsOf } from './call.ts'
import { cents, group, id, measure, text } from './wire.ts'

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

/** The id is a `cms_id` or a product code; the server resolves both (PRD-5). */
export const getProduct = dataCall({ method: 'GET', path: '/products/:id', answer: Product })
