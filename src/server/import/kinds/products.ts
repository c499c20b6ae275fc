import * as z from 'zod'
import { type Barcode, barcodeFault, comparedBarcode } from '../../../domain/records/barcode.ts'
import { tiersOf } from '../../../domain/records/product.ts'
import { productSearchText, productsWith } from '../../products/products.ts'
import {
  centsCell,
  centsOrNone,
  code,
  flagCell,
  ignored,
  measureCell,
  required,
  textCell,
  time,
} from './fields.ts'
import { type ImportKind, type JudgedLot, readerOf, type Unique, USUAL_LOT, withoutNulls } from './kind.ts'
import { refuseTaken, replaceLines, upsert, withTimes } from './load-lot.ts'
import { itemPrefix } from './raw-record.ts'

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
  location: textCell,
  dangerous_goods: flagCell,
  'pricing.cost': centsOrNone,
  'pricing.drip': centsOrNone,
  'pricing.wholesale': centsOrNone,
  'pricing.retail': centsOrNone,
  created_at: time,
  updated_at: time,
  last_sold_at: time,
  slug: ignored,
})
type Product = z.output<typeof Product>

const BarcodeCells = z.strictObject({
  code: code.transform((value, context) => {
    const fault = barcodeFault(value)
    if (fault === null) return comparedBarcode(value)
    context.addIssue({ code: 'custom', message: fault })
    return z.NEVER
  }),
  quantity: measureCell
    .transform((value) => value ?? 1)
    .refine((value) => value > 0, { error: 'must be more than 0' }),
  unit: textCell,
})

const SHOP_ID: Unique = { field: 'cms_id', column: 'cms_id' }

export const products: ImportKind = {
  name: 'products',
  fields: Object.keys(Product.shape),
  itemFields: Object.keys(BarcodeCells.shape),
  list: 'barcodes',
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
    location: 'location',
    dangerous_goods: 'dangerous_goods',
    'pricing.cost': 'cost_cents',
    'pricing.drip': 'drip_cents',
    'pricing.wholesale': 'wholesale_cents',
    'pricing.retail': 'retail_cents',
  },
  itemColumns: { code: 'code', quantity: 'quantity', unit: 'unit' },
  completion: {
    ...{ calculated: {}, alsoNamed: {}, itemKey: 'code', itemCalculated: {} },
    comparedKey: comparedBarcode,
    isBeyond: ({ quantity, unit }) => quantity !== '1' || unit !== '',
  },
  addresses: [],
  lot: USUAL_LOT,
  table: { name: 'products', key: 'code', items: { table: 'product_barcodes', parent: 'product_id' } },
  parse: readerOf(Product, BarcodeCells, (product, barcodes) => {
    const twice = repeatedIn(barcodes)
    if (twice !== null) return twice
    const { code, cms_id, name, description, image_url, price, weight, height, depth, width } = product
    const { location, dangerous_goods, created_at, updated_at, last_sold_at } = product
    const row = {
      ...{ code, cms_id, name, description: description ?? '', image_url, price_cents: price },
      ...{ weight, height, depth, width, location, dangerous_goods: dangerous_goods ?? 0 },
      ...ownTiers(product),
      search_text: productSearchText({ code, name }),
      ...withoutNulls({ created_at, updated_at, last_sold_at }),
    }
    return { key: code, also: cms_id, reference: null, sort: created_at ?? '', row, items: barcodes }
  }),
  unique: SHOP_ID,
  async judge(lot) {
    await refuseTaken(lot, SHOP_ID)
    await noteShared(lot)
  },
  async write(lot) {
    await replaceLines(lot, await upsert(lot, withTimes(lot.now)))
  },
}

/** The fault of a product that has a bar code twice; null if it has none twice. */
function repeatedIn(barcodes: readonly Barcode[]) {
  const codes = barcodes.map(({ code }) => code)
  const index = codes.findIndex((code, at) => codes.indexOf(code) < at)
  return index < 0 ? null : { field: `${itemPrefix(index + 1, 'barcodes')}code`, reason: 'is there twice' }
}

/** Notes the new bar codes that another product has, too (PRD-8). They are loaded: only a person knows whose they are. */
async function noteShared({ db, incoming }: JudgedLot): Promise<void> {
  const added = incoming.flatMap((one) => {
    const before = new Set(one.before?.items.map(({ code }) => code))
    return one.items.flatMap(({ code }, index) =>
      typeof code === 'string' && !before.has(code) ? { one, code, index } : [],
    )
  })
  if (added.length === 0) return
  const holders = await productsWith(
    db,
    added.map(({ code }) => code),
  )
  for (const { one, code, index } of added) {
    const others = [
      ...holders.filter((holder) => holder.code === code).map(({ product }) => product),
      ...incoming.filter(({ items }) => items.some((item) => item.code === code)).map(({ key }) => key),
    ].filter((product) => product !== one.key)
    if (others.length === 0) continue
    const reason = `is also a bar code of ${[...new Set(others)].join(', ')}: a scan of it names both`
    const field = `${itemPrefix(index + 1, 'barcodes')}code`
    one.result.faults = [...one.result.faults, { line: one.raw.line, field, reason }]
  }
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
