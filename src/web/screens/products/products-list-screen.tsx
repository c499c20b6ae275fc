import { useQuery } from '@tanstack/react-query'
import type { CommandId } from '../../../../commands/index.ts'
import type { Product } from '../../../contract/products.ts'
import { ABSENT, nonBlank } from '../../../domain/format/absent.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { tiersOf } from '../../../domain/orders/pricing.ts'
import { LISTED_STOCK, shownStock } from '../../../domain/orders/stock.ts'
import { productCode, productSlug } from '../../../domain/records/record-code.ts'
import { productQueries } from '../../api/products.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { TextList } from '../../list/text-list.tsx'
import { pagesKnown, useListRows } from '../../list/use-list-rows.ts'
import { useTextFilter } from '../../list/use-text-filter.ts'
import { paths } from '../../routing/paths.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { productColumns } from './product-columns.tsx'
import { PRODUCT_ROW_OPTIONS } from './product-options.ts'

const slugOf = (product: Product) => productSlug(product)
const recordPath = (slug: string) => paths.record('product', slug)
const linkOf = (product: Product) => paths.record('product', productSlug(product))

const STOCK = shownStock(LISTED_STOCK)

function phoneRow(product: Product) {
  return (
    <PhoneRow
      code={productCode(product)}
      state={<Badge tone={STOCK.tone}>{STOCK.label}</Badge>}
      second={nonBlank(product.name) ?? ABSENT}
      figure={formatCents(tiersOf(product.price).retail)}
    />
  )
}

/** What the head offers. */
const COMMANDS: readonly CommandId[] = ['product.new']

const menuOf = (product: Product) => ({
  label: `Actions for product ${productCode(product)}`,
  ids: PRODUCT_ROW_OPTIONS,
})

/** The products list (section 2). */
export function ProductsListScreen() {
  const control = useTextFilter(paths.products)
  const { filter, address } = control
  const answer = useQuery(productQueries.list(filter))
  const list = useListRows({ noun: 'products', address, answer, rowId: slugOf })
  useCommandTarget('product', list.active)
  return (
    <TextList
      title="Products"
      list={list}
      count={list.count && `${list.count}, Drip, Wholesale and Retail including GST`}
      control={control}
      pages={pagesKnown(filter.page, answer.data)}
      recordPath={recordPath}
      commands={COMMANDS}
      columns={productColumns}
      rowId={slugOf}
      phoneRow={phoneRow}
      rowLink={linkOf}
      menu={menuOf}
    />
  )
}
