import { createColumnHelper } from '@tanstack/react-table'
import type { Product } from '../../../contract/products.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import { textQuery } from '../../../domain/lists/list-address.ts'
import { LISTED_STOCK, shownStock, type Tiers, tiersOf } from '../../../domain/records/product.ts'
import { productCode } from '../../../domain/records/record-kind.ts'
import { standardQueries } from '../../api/standard-records.ts'
import { defineRecordList } from '../../list/define-record-list.ts'
import { queriedRows } from '../../list/row-source.ts'
import { textList } from '../../list/text-list.tsx'
import { paths } from '../../routing/paths.ts'
import { SideBySide } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'

const column = createColumnHelper<Features, Product>()

const tierColumn = (tier: keyof Tiers, header: string) =>
  column.display({
    header,
    meta: { width: 112, align: 'right' },
    cell: ({ row: { original: product } }) => formatCents(tiersOf(product.price)[tier]),
  })

const STOCK = shownStock(LISTED_STOCK)

/**
 * The columns of the products list (PRD-1). All prices are calculated from one, and the stock is constant (PRD-3).
 */
const productColumns = column.columns([
  column.display({
    header: 'Product',
    meta: {},
    cell: ({ row: { original: product } }) => (
      <SideBySide>
        <code className="min-w-[130px] shrink-0">{productCode(product)}</code>
        <span className="truncate text-fg-2">{nonBlank(product.name)}</span>
      </SideBySide>
    ),
  }),
  tierColumn('cost', 'Cost'),
  tierColumn('drip', 'Drip'),
  tierColumn('wholesale', 'Wholesale'),
  tierColumn('retail', 'Retail'),
  column.display({
    header: 'Status',
    meta: { width: 140 },
    cell: () => <Badge tone={STOCK.tone}>{STOCK.label}</Badge>,
  }),
])

/** The products list (PRD-1). */
export const productsList = defineRecordList({
  ...textList((search) => paths.list('product', search)),
  kind: 'product',
  noun: 'products',
  title: 'Products',
  countNote: ', Drip, Wholesale and Retail including GST',
  rows: queriedRows(standardQueries('product').list),
  exported: ({ query }) => ({ list: 'products', filter: textQuery({ page: 1, query }) }),
  columns: productColumns,
  phoneRow: (product) => <ProductPhoneRow product={product} />,
  menu: ['product.open', 'product.suppliers', 'product.copy-code', 'product.edit'],
  commands: ['product.new'],
})

function ProductPhoneRow({ product }: { product: Product }) {
  return (
    <PhoneRow
      code={productCode(product)}
      state={<Badge tone={STOCK.tone}>{STOCK.label}</Badge>}
      second={nonBlank(product.name) ?? ABSENT}
      figure={formatCents(tiersOf(product.price).retail)}
    />
  )
}

export const { Component, loader } = productsList
