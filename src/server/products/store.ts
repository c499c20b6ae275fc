import type { Kysely } from 'kysely'
import { pageOfIds } from '../db/dialect/page-of-ids.ts'
import type { Database, ProductRow } from '../db/schema.ts'

/** One page of the products that have all the terms, newest first; none where the page is beyond the end. */
export async function listProducts(
  db: Kysely<Database>,
  terms: string[],
  page: { limit: number; offset: number },
): Promise<ProductRow[]> {
  const ids = await pageOfIds(db, { from: 'products', terms, ...page })
  if (ids.length === 0) return []
  return db.selectFrom('products').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
}

/**
 * The product with this very `cms_id`, else the one with this very code, else null (reading 21). The list links by
 * `cms_id`, so that wins where a code of another product looks the same.
 */
export async function findProduct(db: Kysely<Database>, slug: string): Promise<ProductRow | null> {
  const by = (column: 'cms_id' | 'code') =>
    db.selectFrom('products').selectAll().where(column, '=', slug).executeTakeFirst()
  return (await by('cms_id')) ?? (await by('code')) ?? null
}
