import { useId } from 'react'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { ABSENT, present } from '../../../domain/absent.ts'
import { counted } from '../../../domain/counted.ts'
import { formatCents } from '../../../domain/money.ts'
import { ProductLink } from '../../table/product-link.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { CARD_CELL, CARD_HEAD, CARD_ROWS, FIGURE } from '../../ui/card-table.ts'
import { cn } from '../../ui/cn.ts'

/** What was ordered, and what it comes to. */
export function OrderItems({ order }: { order: Order }) {
  const headingId = useId()
  const units = order.items.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  return (
    <Card className="@container">
      <CardHeader>
        <CardTitle id={headingId}>Items</CardTitle>
        <span className="text-fg-3 tabular">
          {counted(order.items.length, 'line')}, {counted(units, 'unit')}
        </span>
      </CardHeader>
      <table aria-labelledby={headingId} className="w-full table-fixed border-separate border-spacing-0">
        <colgroup>
          <col />
          <col className="w-[120px] @max-[560px]:w-[80px]" />
          <col className="w-[100px] @max-[560px]:w-[66px]" />
          <col className="w-[140px] @max-[560px]:w-[90px]" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={cn(CARD_HEAD, 'text-left')}>
              Product
            </th>
            {['Price', 'Quantity', 'Subtotal'].map((head) => (
              <th key={head} scope="col" className={cn(CARD_HEAD, 'text-right')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={CARD_ROWS}>
          {order.items.map((item) => (
            <ItemRow key={item.id} item={item} />
          ))}
        </tbody>
        <Sums order={order} />
      </table>
    </Card>
  )
}

function ItemRow({ item }: { item: OrderItem }) {
  const { product } = item
  const code = present(product.code)
  return (
    <tr className={cn('relative', code !== null && 'hover:bg-hover')}>
      <td className={CARD_CELL}>
        <span className="flex min-w-0 items-baseline gap-3 @max-[560px]:flex-col @max-[560px]:items-stretch @max-[560px]:gap-0">
          <ProductLink code={code} />
          <span className="truncate text-fg-2 @max-[560px]:whitespace-normal">{present(product.name)}</span>
        </span>
      </td>
      <td className={cn(CARD_CELL, FIGURE)}>{formatCents(product.price)}</td>
      <td className={cn(CARD_CELL, FIGURE)}>{item.quantity ?? ABSENT}</td>
      <td className={cn(CARD_CELL, FIGURE)}>{formatCents(item.costs.subtotal)}</td>
    </tr>
  )
}

function Sums({ order }: { order: Order }) {
  const sums = [
    { label: 'Freight', cents: order.freight.subtotal },
    { label: 'Subtotal', cents: order.costs.subtotal },
    { label: 'GST', cents: order.costs.tax },
    { label: 'Total', cents: order.costs.total },
  ]
  return (
    <tfoot className="[&>tr:first-child>*]:h-8 [&>tr:first-child>*]:border-t [&>tr:first-child>*]:border-line [&>tr:first-child>*]:pt-[5px] [&>tr:last-child>*]:h-[34px] [&>tr:last-child>*]:pb-[5px] [&>tr:last-child>*]:font-semibold [&>tr:last-child>*]:text-fg">
      {sums.map(({ label, cents }) => (
        <tr key={label}>
          <th
            scope="row"
            colSpan={3}
            className="h-[26px] bg-surface-2 px-3 @max-[560px]:px-2 text-right font-normal text-fg-2"
          >
            {label}
          </th>
          <td className={cn('h-[26px] bg-surface-2 px-3 @max-[560px]:px-2 text-fg-2', FIGURE)}>
            {formatCents(cents)}
          </td>
        </tr>
      ))}
    </tfoot>
  )
}
