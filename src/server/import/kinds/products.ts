import * as z from 'zod'
import { tiersOf } from '../../../domain/records/product.ts'
import { productSearchText } from '../../products/products.ts'
import { centsCell, centsOrNone, code, ignored, measureCell, required, textCell, time } from './fields.ts'
import {
  type ImportKind,
  NO_COMPLETION,
  noItem,
  readerOf,
  type Unique,
  USUAL_LOT,
  withoutNulls,
} from './kind.ts'
import { refuseTaken, upsert, withTimes } from './load-lot.ts'

const Product = z.strictObject({
  id: ignored,
  /** Absent if the product is not in the online shop. */
  cms_id: code.optional().transform((value) => value ?? null),
  code,
  name: required,
  description: textCell,
  image_url: textCell,
  price: centsCell,
  weight: measureCell,
  height: measureCell,
  depth: measureCell,
  width: measureCell,
  'pricing.cost': centsOrNone,
  'pricing.drip': centsOrNone,
  'pricing.wholesale': centsOrNone,
  'pricing.retail': centsOrNone,
  created_at: time,
  updated_at: time,
  last_sold_at: time,
})
type Product = z.output<typeof Product>

const SHOP_ID: Unique = { field: 'cms_id', column: 'cms_id' }

export const products: ImportKind = {
  name: 'products',
  fields: Object.keys(Product.shape),
  itemFields: [],
  keyField: 'code',
  codeFields: ['code', 'cms_id'],
  foreignCodeFields: [],
  notesFields: ['description'],
  columns: {
    cms_id: 'cms_id',
    code: 'code',
    name: 'name',
    description: 'description',
    image_url: 'image_url',
    price: 'price_cents',
    weight: 'weight',
    height: 'height',
    depth: 'depth',
    width: 'width',
    'pricing.cost': 'cost_cents',
    'pricing.drip': 'drip_cents',
    'pricing.wholesale': 'wholesale_cents',
    'pricing.retail': 'retail_cents',
  },
  itemColumns: {},
  completion: NO_COMPLETION,
  addresses: [],
  lot: USUAL_LOT,
  table: { name: 'products', key: 'code' },
  parse: readerOf(Product, noItem, (product) => {
    const { code, cms_id, name, description, image_url, price, weight, height, depth, width } = product
    const { created_at, updated_at, last_sold_at } = product
    const row = {
      ...{ code, cms_id, name, description: description ?? '', image_url, price_cents: price },
      ...{ weight, height, depth, width },
      ...ownTiers(product),
      search_text: productSearchText({ code, name }),
      ...withoutNulls({ created_at, updated_at, last_sold_at }),
    }
    return { key: code, also: cms_id, reference: null, sort: created_at ?? '', row, items: [] }
  }),
  unique: SHOP_ID,
  judge: (lot) => refuseTaken(lot, SHOP_ID),
  async write(lot) {
    await upsert(lot, withTimes(lot.now))
  },
}

/**
 * Stores only tiers that differ from the ones calculated from the price, so that the others follow later price
 * changes.
 */
function ownTiers(product: Product) {
  const tiers = tiersOf(product.price)
  const own = (tier: keyof typeof tiers) => {
    const given = product[`pricing.${tier}`]
    return given === tiers[tier] ? null : given
  }
  return {
    cost_cents: own('cost'),
    drip_cents: own('drip'),
    wholesale_cents: own('wholesale'),
    retail_cents: own('retail'),
  }
}
