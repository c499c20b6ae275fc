import type { Kysely } from 'kysely'
import { type Page, pageOfIds } from '../db/dialect/page-of-ids.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database, ProductRow } from '../db/schema.ts'
import { searchTextOf } from '../db/search-text.ts'

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
