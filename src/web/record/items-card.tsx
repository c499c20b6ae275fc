import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { ABSENT } from '../../domain/format/text.ts'
import { cn } from '../lib/cn.ts'
import { paths } from '../routing/paths.ts'
import { ROW_LINK, ROW_LINKS } from '../table/row-link.ts'
import { CARD_CELL, CARD_HEAD, CARD_ROWS, Card, CardHeader, CardTitle, FIGURE } from '../ui/card.tsx'

/** A right-aligned column of numbers. */
interface Figure<Item> {
  title: string
  /** Width class of the column, kept on narrow screens. */
  width: string
  of(item: Item): ReactNode
}

interface ItemsCardProps<Item extends { id: string }> {
  items: readonly Item[]
  /** After the title: '2 lines'. */
  count: string
  /** Product code of an item; null if it has none. */
  productOf(item: Item): string | null
  /** After the code; below it if there is no space. */
  besideOf(item: Item): ReactNode
  figures: readonly Figure<Item>[]
  /** Foot of the table: the totals. */
  children?: ReactNode
}

/** The items of a record, one row each. A row opens its product. */
export function ItemsCard<Item extends { id: string }>(props: ItemsCardProps<Item>) {
  const { items, count, productOf, besideOf, figures, children } = props
  const headingId = useId()
  return (
    <Card className="@container">
      <CardHeader>
        <CardTitle id={headingId}>Items</CardTitle>
        <span className="text-fg-3 tabular">{count}</span>
      </CardHeader>
      <table aria-labelledby={headingId} className="w-full table-fixed border-separate border-spacing-0">
        <colgroup>
          <col />
          {figures.map(({ title, width }) => (
            <col key={title} className={width} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={cn(CARD_HEAD, 'text-left')}>
              Product
            </th>
            {figures.map(({ title }) => (
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
        <tbody {...ROW_LINKS} className={CARD_ROWS}>
          {items.map((item) => {
            const product = productOf(item)
            return (
              <tr
                key={item.id}
                className={cn('relative', product !== null && 'cursor-pointer hover:bg-hover')}
              >
                <td className={CARD_CELL}>
                  <span className="flex min-w-0 items-baseline gap-3 @max-[560px]:flex-col @max-[560px]:items-stretch @max-[560px]:gap-0">
                    <ProductLink code={product} />
                    {besideOf(item)}
                  </span>
                </td>
                {figures.map(({ title, of }) => (
                  <td key={title} className={cn(CARD_CELL, FIGURE)}>
                    {of(item)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
        {children}
      </table>
    </Card>
  )
}

/** A product's code in a row of a card. The link covers the whole row, which must be `relative`. */
function ProductLink({ code }: { code: string | null }) {
  if (code === null) return <span className="min-w-28 shrink-0">{ABSENT}</span>
  return (
    <Link
      to={paths.record('product', code)}
      // Ignores the second click of a double click on a list's row, which opened this screen with the first.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      data-row-link=""
      draggable={false}
      className={`min-w-28 shrink-0 ${ROW_LINK}`}
    >
      <code className="whitespace-nowrap @max-[560px]:break-all @max-[560px]:whitespace-normal">{code}</code>
    </Link>
  )
}
