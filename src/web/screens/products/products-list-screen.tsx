import type { Product } from '../../../contract/products.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import { textQuery } from '../../../domain/lists/list-address.ts'
import { LISTED_STOCK, shownStock, tiersOf } from '../../../domain/records/product.ts'
import { productCode } from '../../../domain/records/record-kind.ts'
import { productQueries } from '../../api/products.ts'
import { defineRecordList } from '../../list/define-record-list.ts'
import { rowsOf } from '../../list/row-source.ts'
import { textList } from '../../list/text-list.tsx'
import { paths } from '../../routing/paths.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { productColumns } from './product-columns.tsx'

const STOCK = shownStock(LISTED_STOCK)

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

/** The products list (section 2). */
export const productsList = defineRecordList({
  ...textList((search) => paths.list('product', search)),
  kind: 'product',
  noun: 'products',
  title: 'Products',
  countNote: ', Drip, Wholesale and Retail including GST',
  rows: rowsOf(productQueries.list),
  exported: ({ query }) => ({ list: 'products', filter: textQuery({ page: 1, query }) }),
  columns: productColumns,
  phoneRow: (product) => <ProductPhoneRow product={product} />,
  menu: ['product.open', 'product.suppliers', 'product.copy-code', 'product.edit'],
  commands: ['product.new'],
})

export const { Component, loader } = productsList
