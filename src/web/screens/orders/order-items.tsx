import type { Order, OrderItem } from '../../../contract/orders.ts'
import { ABSENT, nonBlank } from '../../../domain/format/absent.ts'
import { counted } from '../../../domain/format/counted.ts'
import { formatCents, totalQuantity } from '../../../domain/format/money.ts'
import { cn } from '../../lib/cn.ts'
import { ItemsCard } from '../../record/items-card.tsx'
import { FIGURE } from '../../ui/card-table.ts'

const FIGURES = [
  {
    title: 'Price',
    width: 'w-[120px] @max-[560px]:w-[80px]',
    of: ({ product }: OrderItem) => formatCents(product.price),
  },
  {
    title: 'Quantity',
    width: 'w-[100px] @max-[560px]:w-[66px]',
    of: ({ quantity }: OrderItem) => quantity ?? ABSENT,
  },
  {
    title: 'Subtotal',
    width: 'w-[140px] @max-[560px]:w-[90px]',
    of: ({ costs }: OrderItem) => formatCents(costs.subtotal),
  },
]

/** The items of an order and its totals. */
export function OrderItems({ order }: { order: Order }) {
  const { items } = order
  const units = totalQuantity(items.map(({ quantity }) => quantity))
  return (
    <ItemsCard
      items={items}
      count={`${counted(items.length, 'line')}, ${counted(units, 'unit')}`}
      productOf={({ product }) => nonBlank(product.code)}
      besideOf={({ product }) => (
        <span className="truncate text-fg-2 @max-[560px]:whitespace-normal">{nonBlank(product.name)}</span>
      )}
      figures={FIGURES}
    >
      <Sums order={order} />
    </ItemsCard>
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
