import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Product } from '../../contract/products.ts'
import * as calls from '../../contract/products.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { tiersOf } from '../../domain/records/product.ts'
import { type Page, pageOfIds } from '../db/dialect/page-of-ids.ts'
import type { Connections } from '../db/named-connections.ts'
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
    const found = await productsOfPage(db, terms, rowsOfPage(query.page))
    return found.map(presentProduct)
  })

  serveCall(app, calls.getProduct, async ({ parameter }) => {
    const found = await findProduct(db, parameter('id'))
    if (found === null) throw new Refusal(404, MESSAGES.productDetails)
    return presentProduct(found)
  })
}

/** A product in the form of the contract, field by field. Tiers that are not set are calculated from the price. */
export function presentProduct(row: ProductRow): Product {
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
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_sold_at: row.last_sold_at,
    pricing: {
      cost: row.cost_cents ?? tiers.cost,
      drip: row.drip_cents ?? tiers.drip,
      wholesale: row.wholesale_cents ?? tiers.wholesale,
      retail: row.retail_cents ?? tiers.retail,
    },
  }
}

/** One page of the products that match all terms, newest first; empty beyond the end. */
export async function productsOfPage(db: Connections, terms: string[], page: Page): Promise<ProductRow[]> {
  const ids = await pageOfIds(db.reads, { from: 'products', terms, ...page })
  if (ids.length === 0) return []
  return db.selectFrom('products').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
}

/**
 * The product with exactly this `cms_id`, otherwise with exactly this code, otherwise null (PRD-5). Lists link
 * by `cms_id`, so it has priority over an equal code of another product.
 */
export async function findProduct(db: Kysely<Database>, slug: string): Promise<ProductRow | null> {
  const by = (column: 'cms_id' | 'code') =>
    db.selectFrom('products').selectAll().where(column, '=', slug).executeTakeFirst()
  return (await by('cms_id')) ?? (await by('code')) ?? null
}

/** The searched text of a product. */
export function productSearchText({ code, name }: { code: string; name: string }): string {
  return searchTextOf({ texts: [code, name] })
}
