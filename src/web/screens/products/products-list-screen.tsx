import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Product } from '../../../contract/products.ts'
import { ABSENT, present } from '../../../domain/absent.ts'
import { formatCents } from '../../../domain/money.ts'
import { tiersOf } from '../../../domain/pricing.ts'
import { productCode, productSlug } from '../../../domain/record-code.ts'
import { LISTED_STOCK, shownStock } from '../../../domain/stock.ts'
import { productQueries } from '../../api/products.ts'
import { CommandButton } from '../../command-ui/command-button.tsx'
import { RowMenu } from '../../command-ui/row-menu.tsx'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { paths } from '../../paths.ts'
import { ListBody } from '../../table/list-body.tsx'
import { ListFrame } from '../../table/list-frame.tsx'
import { PhoneRow } from '../../table/phone-row.tsx'
import { SearchTools } from '../../table/search-tools.tsx'
import { TextEmpty } from '../../table/text-empty.tsx'
import { useListCommands } from '../../table/use-list-commands.ts'
import { pagesKnown, useListRows } from '../../table/use-list-rows.ts'
import { useTextFilter } from '../../table/use-text-filter.ts'
import { Badge } from '../../ui/badge.tsx'
import { productColumns } from './product-columns.tsx'
import { PRODUCT_ROW_OPTIONS } from './product-options.ts'

const slugOf = (product: Product) => productSlug(product)
const recordPath = (slug: string) => paths.product(slug)
const linkOf = (product: Product) => paths.product(productSlug(product))

const STOCK = shownStock(LISTED_STOCK)

function phoneRow(product: Product) {
  return (
    <PhoneRow
      code={productCode(product)}
      state={<Badge tone={STOCK.tone}>{STOCK.label}</Badge>}
      second={present(product.name) ?? ABSENT}
      figure={formatCents(tiersOf(product.price).retail)}
    />
  )
}

/** What the head offers. */
const COMMANDS = ['product.new']

/** The products list (section 2). */
export function ProductsListScreen() {
  const { filter, address, pathOf, searchPath } = useTextFilter(paths.products)

  const products = useQuery(productQueries.list(filter))
  const list = useListRows({ noun: 'products', address, answer: products, rowId: slugOf })
  const { active, goTo, count } = list
  const { control } = list.cursor
  const paging = { page: filter.page, pages: pagesKnown(filter.page, products.data), pathOf }

  const tools = useListCommands(list, { recordPath, paging })
  useCommandTarget('product', active)
  const search = useCallback((query: string) => goTo(searchPath(query)), [goTo, searchPath])

  return (
    <ListFrame
      title="Products"
      count={count && `${count}, Drip, Wholesale and Retail including GST`}
      busy={list.waiting}
      actions={COMMANDS.map((id) => <CommandButton key={id} id={id} />)}
    >
      <SearchTools
        label="Search products"
        query={filter.query}
        onApply={search}
        form={tools}
        commands={COMMANDS}
      />
      <ListBody
        list={list}
        failure="Failed to load products, please try again."
        empty={<TextEmpty noun="products" filter={filter} searchPath={searchPath} />}
        paging={paging}
        label="Products"
        columns={productColumns}
        rowId={slugOf}
        phoneRow={phoneRow}
        rowLink={linkOf}
        dense
      >
        {active && (
          <RowMenu
            label={`Actions of product ${productCode(active)}`}
            ids={PRODUCT_ROW_OPTIONS}
            place={control.place}
            onClosed={control.focus}
          />
        )}
      </ListBody>
    </ListFrame>
  )
}
