import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { ProductBarcode } from './products.ts'
import { id, Outcome } from './wire.ts'

/** The calls of the capability `barcodes`. A product itself has its bar codes, and is found by one of them (PRD-5). */

/** A bar code by which an item of an order may be scanned, and the code of the product that has it. */
const OrderBarcode = z.object({ ...ProductBarcode.shape, product: id })
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

/**
 * Keeps a bar code that no product has, scanned for an order, as a refused product in Arrivals (SHIP-4). Sent again, it is
 * the same arrival.
 */
export const noteBarcode = dataCall({
  method: 'POST',
  path: '/arrivals/barcodes',
  body: z.object({
    barcode: z.string().check(z.minLength(1), z.maxLength(LONGEST)),
    order_code: z.string().check(z.minLength(1), z.maxLength(LONGEST)),
  }),
  answer: Outcome,
})
