import type { Product } from '../../contract/products.ts'
import { gstOf } from '../../domain/format/money.ts'
import { amount, type Column, code, dollars, text, time } from './columns.ts'

const gstOn = (cents: number | null) => (cents === null ? null : gstOf(cents))

/** The columns of exported products. The tiers are the same as on the product's screen. */
export const PRODUCT_COLUMNS: readonly Column<Product>[] = [
  code('Product code', (product) => product.code),
  code('Shop ID', (product) => product.cms_id),
  text('Name', (product) => product.name),
  text('Description', (product) => product.description),
  dollars('Price excl GST', (product) => product.price),
  dollars('GST', (product) => gstOn(product.price)),
  dollars('Cost excl GST', ({ pricing }) => pricing.cost),
  dollars('Drip incl GST', ({ pricing }) => pricing.drip),
  dollars('Wholesale incl GST', ({ pricing }) => pricing.wholesale),
  dollars('Retail incl GST', ({ pricing }) => pricing.retail),
  amount('Kilograms', (product) => product.weight),
  amount('Height cm', (product) => product.height),
  amount('Width cm', (product) => product.width),
  amount('Depth cm', (product) => product.depth),
  time('Created', (product) => product.created_at),
  time('Last sold', (product) => product.last_sold_at),
]
