import type { Product } from '../../contract/products.ts'
import { tiersOf } from '../../domain/records/product.ts'
import type { ProductRow } from '../db/schema.ts'

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
