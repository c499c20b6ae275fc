import { createColumnHelper } from '@tanstack/react-table'
import type { Product } from '../../../contract/products.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { LISTED_STOCK, shownStock, type Tiers, tiersOf } from '../../../domain/records/product.ts'
import { productCode } from '../../../domain/records/record-kind.ts'
import { SideBySide } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/features.ts'
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
 * The columns of the products list (section 2). All prices are calculated from one, and the stock is constant
 * (reading 19).
 */
export const productColumns = column.columns([
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
