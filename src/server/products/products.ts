import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { OrderBarcode, Product } from '../../contract/products.ts'
import * as calls from '../../contract/products.ts'
import { type Barcode, isGtin, readScan } from '../../domain/records/barcode.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { tiersOf } from '../../domain/records/product.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import { type Page, pageOfIds } from '../db/page-of-ids.ts'
import type { Database, ProductRow } from '../db/schema.ts'
import { searchTextOf } from '../db/search-text.ts'
import { serveCall } from '../http/call-route.ts'
import { rowsOfPage, termsOf } from '../http/list-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'

/** Serves the calls about products (API-1). */
export function productRoutes(app: Hono<SessionEnv>, { db }: { db: Connections }): void {
  serveCall(app, calls.listProducts, async ({ query }) => {
    const terms = termsOf(query.query)
    if (terms === null) return []
    const rows = rowsOfPage(query.page)
    const text = query.query ?? ''
    const scanned = rows.offset === 0 ? await productsScanned(db.reads.record, text) : []
    const isOnlyScan = scanned.length > 0 && isGtin(readScan(text)?.code ?? '')
    const page = isOnlyScan ? [] : await productsOfPage(db, terms, rows)
    // Any text can be a bar code: a search for PEX-20 finds PEX-20-RED, too.
    const found = [...scanned, ...page.filter(({ id }) => !scanned.some((one) => one.id === id))]
    return (await withSlugs(db.reads.record, await withBarcodes(db.reads.record, found))).map(presentProduct)
  })

  serveCall(app, calls.getProduct, async ({ parameter }) => {
    const found = await findProduct(db, parameter('id'))
    if (found === null) throw new Refusal(404, MESSAGES.productDetails)
    const products = await withSlugs(db.reads.record, await withBarcodes(db.reads.record, [found]))
    return presentProduct(products[0] ?? found)
  })
}

/** A product in the form of the contract, field by field. Tiers that are not set are calculated from the price. */
export function presentProduct(row: ProductRow & { barcodes?: readonly Barcode[]; slug?: string }): Product {
  const tiers = tiersOf(row.price_cents)
  return {
    id: String(row.id),
    cms_id: row.cms_id,
    code: row.code,
    name: row.name,
    description: row.description,
    image_url: row.image_url,
    price: row.price_cents,
    weight: row.weight,
    height: row.height,
    depth: row.depth,
    width: row.width,
    location: row.location,
    dangerous_goods: row.dangerous_goods === 1,
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_sold_at: row.last_sold_at,
    pricing: {
      cost: row.cost_cents ?? tiers.cost,
      drip: row.drip_cents ?? tiers.drip,
      wholesale: row.wholesale_cents ?? tiers.wholesale,
      retail: row.retail_cents ?? tiers.retail,
    },
    barcodes: [...(row.barcodes ?? [])],
    ...(row.slug !== undefined && { slug: row.slug }),
  }
}

/** Before a code in a slug that is no `cms_id`. */
const BY_CODE = 'code:'

/** Adds a slug of their own to products without a `cms_id` whose code is that of another product. */
async function withSlugs<Row extends Pick<ProductRow, 'code' | 'cms_id'>>(
  db: Kysely<Database>,
  products: readonly Row[],
): Promise<(Row & { slug?: string })[]> {
  const codes = products.flatMap(({ code, cms_id }) => (cms_id === null ? code : []))
  const others = await db
    .selectFrom('products')
    .select('cms_id')
    .where(isAmong(db, 'cms_id', codes))
    .execute()
  const taken = new Set(others.map(({ cms_id }) => cms_id))
  return products.map((product) =>
    product.cms_id === null && taken.has(product.code)
      ? { ...product, slug: BY_CODE + product.code }
      : product,
  )
}

/** One page of the products that match all terms, newest first; empty beyond the end. */
export async function productsOfPage(db: Connections, terms: string[], page: Page): Promise<ProductRow[]> {
  const ids = await pageOfIds(db.reads, { from: 'products', terms, ...page })
  if (ids.length === 0) return []
  return db.selectFrom('products').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
}

/**
 * The product with exactly this `cms_id`, otherwise with exactly this code or the slug of one, otherwise with this bar code,
 * otherwise null (PRD-5). Lists link by `cms_id`, so it has priority over an equal code of another product.
 * @throws Refusal 409 that names the products if several have the bar code
 */
export async function findProduct(db: Kysely<Database>, slug: string): Promise<ProductRow | null> {
  const by = (column: 'cms_id' | 'code', text = slug) =>
    db.selectFrom('products').selectAll().where(column, '=', text).executeTakeFirst()
  const exact = (await by('cms_id')) ?? (await by('code'))
  if (exact) return exact
  const named = slug.startsWith(BY_CODE) && (await by('code', slug.slice(BY_CODE.length)))
  if (named) return named
  const scanned = await productsScanned(db, slug)
  if (scanned.length <= 1) return scanned[0] ?? null
  const codes = scanned.map(({ code }) => code).join(', ')
  throw new Refusal(409, `Several products have the bar code ${slug}: ${codes}.`)
}

/** The products with the bar code that a text is, as typed or scanned; none if the text is none. */
async function productsScanned(db: Kysely<Database>, text: string): Promise<ProductRow[]> {
  const scan = readScan(text)
  if (scan === null) return []
  const having = db.selectFrom('product_barcodes').select('product_id').where('code', '=', scan.code)
  return db.selectFrom('products').selectAll().where('id', 'in', having).orderBy('id', 'desc').execute()
}

/** The codes of the products that have these bar codes, with each bar code that they have of them. */
export async function productsWith(
  db: Kysely<Database>,
  codes: readonly string[],
): Promise<{ product: string; code: string }[]> {
  return db
    .selectFrom('product_barcodes as barcode')
    .innerJoin('products', 'products.id', 'barcode.product_id')
    .select(['products.code as product', 'barcode.code'])
    .where(isAmong(db, 'barcode.code', codes))
    .orderBy('barcode.id')
    .execute()
}

/** Adds the bar codes of products, in their order. */
export async function withBarcodes<Row extends { id: number }>(
  db: Kysely<Database>,
  products: readonly Row[],
): Promise<(Row & { barcodes: Barcode[] })[]> {
  const ids = products.map(({ id }) => id)
  const found = await db
    .selectFrom('product_barcodes')
    .select(['product_id', 'code', 'quantity', 'unit'])
    .where(isAmong(db, 'product_id', ids))
    .orderBy('id')
    .execute()
  const byProduct = new Map(ids.map((id): [number, Barcode[]] => [id, []]))
  for (const { product_id, ...barcode } of found) byProduct.get(product_id)?.push(barcode)
  return products.map((product) => ({ ...product, barcodes: byProduct.get(product.id) ?? [] }))
}

/** The bar codes of the products of these orders, also as other products have them. */
export async function barcodesOfOrders(
  db: Kysely<Database>,
  orderCodes: readonly string[],
): Promise<OrderBarcode[]> {
  const products = db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('order_items.product_code')
    .where(isAmong(db, 'orders.code', orderCodes))
  const codes = db
    .selectFrom('product_barcodes as own')
    .innerJoin('products', 'products.id', 'own.product_id')
    .select('own.code')
    .where('products.code', 'in', products)
  return db
    .selectFrom('product_barcodes as barcode')
    .innerJoin('products', 'products.id', 'barcode.product_id')
    .select(['barcode.code', 'barcode.quantity', 'barcode.unit', 'products.code as product'])
    .where('barcode.code', 'in', codes)
    .orderBy('barcode.id')
    .execute()
}

/** The searched text of a product. */
export function productSearchText({ code, name }: { code: string; name: string }): string {
  return searchTextOf({ texts: [code, name] })
}
