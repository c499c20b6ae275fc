import { useId } from 'react'
import type { SupplierOrder } from '../../../contract/suppliers.ts'
import { ABSENT, present } from '../../../domain/absent.ts'
import { branchLabel } from '../../../domain/branch.ts'
import { counted } from '../../../domain/counted.ts'
import { formatDate, formatDateTime } from '../../../domain/nz-time.ts'
import { supplierOrderTimeline } from '../../../domain/supplier-order.ts'
import { CodeFact, Fact, Facts, TextFact } from '../../table/facts.tsx'
import { ProductLink } from '../../table/product-link.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { CARD_CELL, CARD_HEAD, CARD_ROWS, FIGURE } from '../../ui/card-table.ts'
import { cn } from '../../ui/cn.ts'
import { Timeline } from '../../ui/timeline.tsx'
import { SupplierOrderBadge } from './supplier-order-badge.tsx'

/** What was ordered and how far it is, beside whom it was ordered from. */
export function SupplierOrderDetails({ order }: { order: SupplierOrder }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-4 @min-[860px]:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid min-w-0 gap-4">
          <ItemsCard items={order.items} />
          <Timeline events={supplierOrderTimeline(order)} />
        </div>
        <StatusCard order={order} />
      </div>
    </div>
  )
}

function StatusCard({ order }: { order: SupplierOrder }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Order status</CardTitle>
      </CardHeader>
      <Facts>
        <Fact name="Status">
          <SupplierOrderBadge order={order} />
        </Fact>
        <TextFact name="Supplier" value={order.supplier.name_legal} />
        <CodeFact name="Order ID" value={order.external_id} />
        <TextFact name="Branch" value={branchLabel(order.branch)} />
        <Fact name="Created">
          <span className="tabular">{formatDateTime(order.created_at)}</span>
        </Fact>
        <Fact name="Ordered">
          <span className="tabular">{formatDateTime(order.ordered_at)}</span>
        </Fact>
        <Fact name="Estimated delivery">
          <span className="tabular">{formatDate(order.expected_at)}</span>
        </Fact>
      </Facts>
    </Card>
  )
}

const FIGURES = [
  { title: 'Quantity', of: (item: SupplierOrder['items'][number]) => item.unit_quantity },
  { title: 'Cartons', of: (item: SupplierOrder['items'][number]) => item.carton_quantity },
  { title: 'Units per carton', of: (item: SupplierOrder['items'][number]) => item.quantity_per_carton },
]

/** A row opens the product. */
function ItemsCard({ items }: Pick<SupplierOrder, 'items'>) {
  const headingId = useId()
  return (
    <Card className="@container">
      <CardHeader>
        <CardTitle id={headingId}>Items</CardTitle>
        <span className="text-fg-3 tabular">{counted(items.length, 'line')}</span>
      </CardHeader>
      <table aria-labelledby={headingId} className="w-full table-fixed border-separate border-spacing-0">
        <colgroup>
          <col />
          <col className="w-[100px] @max-[560px]:w-[70px]" />
          <col className="w-[100px] @max-[560px]:w-[66px]" />
          <col className="w-[140px] @max-[560px]:w-[80px]" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={cn(CARD_HEAD, 'text-left')}>
              Product
            </th>
            {FIGURES.map(({ title }) => (
              <th
                key={title}
                scope="col"
                className={cn(CARD_HEAD, 'text-right @max-[560px]:whitespace-normal')}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={CARD_ROWS}>
          {items.map((item) => (
            <tr key={item.id} className={cn('relative', present(item.product_code) && 'hover:bg-hover')}>
              <td className={CARD_CELL}>
                <span className="flex min-w-0 items-baseline gap-3">
                  <ProductLink code={present(item.product_code)} />
                  {present(item.supplier_code) && (
                    <code className="truncate text-fg-3 @max-[560px]:hidden">{item.supplier_code}</code>
                  )}
                </span>
              </td>
              {FIGURES.map(({ title, of }) => (
                <td key={title} className={cn(CARD_CELL, FIGURE)}>
                  {of(item) ?? ABSENT}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
