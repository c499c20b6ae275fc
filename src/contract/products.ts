import * as z from 'zod/mini'
import { dataCall, pageNumber, rowsOf } from './call.ts'
import { cents, flag, group, id, listOf, measure, Outcome, text } from './wire.ts'

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
  /** Not in the specification: where it is stored, such as 'A-04-2'. */
  location: text,
  /** With the capability `courier-rules`, which has conditions for it (PRD-9). */
  dangerous_goods: flag,
  created_at: text,
  updated_at: text,
  last_sold_at: text,
  pricing: group({ cost: cents, drip: cents, wholesale: cents, retail: cents }),
  barcodes: listOf(ProductBarcode),
  /** Not in the specification: the slug that means this product, where its code is the `cms_id` of another (PRD-5). */
  slug: z.optional(text),
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

/** The calls of the capability `barcodes`. A product itself has its bar codes, and is found by one of them (PRD-5). */

/** A bar code by which an item of an order may be scanned, and the code of the product that has it. */
export const OrderBarcode = z.object({ ...ProductBarcode.shape, product: id })
export type OrderBarcode = z.output<typeof OrderBarcode>

/**
 * The bar codes of an order's products, and who else has them: a code with several products names none of them (PRD-8).
 */
export const listOrderBarcodes = dataCall({
  method: 'GET',
  path: '/orders/:code/barcodes',
  answer: rowsOf(OrderBarcode),
})

const LONGEST = 100

const within = z.optional(z.string().check(z.minLength(1), z.maxLength(LONGEST)))

/**
 * Keeps a bar code that no product has, scanned for an order, in a pick run or for neither, as a refused product in Arrivals
 * (SHIP-4). Sent again, it is the same arrival.
 */
export const noteBarcode = dataCall({
  method: 'POST',
  path: '/arrivals/barcodes',
  body: z.object({
    barcode: z.string().check(z.minLength(1), z.maxLength(LONGEST)),
    order_code: within,
    pick_run: within,
  }),
  answer: Outcome,
})
