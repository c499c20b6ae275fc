import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { formatCents, totalQuantity } from '../../../domain/format/money.ts'
import { ABSENT, counted, nonBlank } from '../../../domain/format/text.ts'
import { branchLabel, isNowhere } from '../../../domain/freight/address.ts'
import { leftOf, sentNote } from '../../../domain/orders/item-check.ts'
import { skipNote } from '../../../domain/orders/order-skip.ts'
import { isPickup, isShipped } from '../../../domain/orders/order-status.ts'
import { orderTimeline } from '../../../domain/orders/order-timeline.ts'
import { paymentMethodLabel } from '../../../domain/orders/payment.ts'
import { sourceLines } from '../../../domain/orders/source-changes.ts'
import { standingOf } from '../../../domain/orders/standing.ts'
import { termsLabel } from '../../../domain/records/customer-pricing.ts'
import { nameBeside } from '../../../domain/records/product.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { cn } from '../../lib/cn.ts'
import type { PreviewProps } from '../../list/define-list.tsx'
import {
  AddressCard,
  CodeFact,
  EmailFact,
  Fact,
  FactsCard,
  OrderNotes,
  TextFact,
} from '../../record/facts.tsx'
import { ItemsCard } from '../../record/items-card.tsx'
import { RecordPreview } from '../../record/record-preview.tsx'
import { LeftOutAlert } from '../../record/record-states.tsx'
import { RecordColumns } from '../../record/record-tabs.tsx'
import { paths } from '../../routing/paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import {
  CARD_CELL,
  CARD_HEAD,
  CARD_LINK,
  CARD_ROWS,
  Card,
  CardHeader,
  CardTitle,
  FIGURE,
} from '../../ui/card.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { AgeBadge } from './age-badge.tsx'
import { OrderMark, OrderStatusBadge, RuralFlag } from './order-row.tsx'

/**
 * The Details tab and the preview pane: notes, items and progress at the left, customer and destination at the right; in a
 * narrow pane below.
 */
export function OrderDetails({ order }: { order: Order }) {
  return (
    <RecordColumns
      beside={
        <>
          <StatusCard order={order} />
          <CustomerCard order={order} />
          <DeliveryCard order={order} />
        </>
      }
    >
      <StandingAlert order={order} />
      <SkipAlert order={order} />
      <SourceChanges order={order} />
      <OrderNotes order={order} />
      <LeftOutAlert unreadable={order.unreadable} />
      <OrderItems order={order} />
      <Timeline events={orderTimeline(order)} />
    </RecordColumns>
  )
}

/** The preview pane of an order: its screen without the actions. */
export function OrderPreview({ row, onClose }: PreviewProps<Order>) {
  return (
    <RecordPreview
      kind="order"
      record={row}
      badge={(order) => (
        <>
          <OrderStatusBadge order={order} />
          <OrderMark order={order} />
        </>
      )}
      onClose={onClose}
    >
      {(order) => <OrderDetails order={order} />}
    </RecordPreview>
  )
}

/** Why an order is stopped or held, who did it and when, and what can be done about it. */
export function StandingAlert({ order }: { order: Order }) {
  const standing = standingOf(order)
  if (standing.is === 'open') return null
  const code = nonBlank(order.freight.tracking_code)
  if (standing.is === 'held') {
    return (
      <Alert
        tone="warning"
        title={`${standing.reason}.`}
        action={standing.by === 'hold' && <CommandButton id="order.release" />}
      />
    )
  }
  return (
    <Alert
      tone="error"
      title={`${standing.reason}.`}
      action={code !== null && <CommandButton id="order.view-consignment" />}
    >
      {isShipped(order) && code !== null && (
        <p>{`It was sent as ${code}: delete the consignment, or call the parcel back.`}</p>
      )}
    </Alert>
  )
}

/** That the order is set aside until tomorrow, and why. */
export function SkipAlert({ order }: { order: Order }) {
  const note = skipNote(order)
  return (
    note !== null && (
      <Alert tone="info" action={<CommandButton id="order.unskip" />}>
        {note}
      </Alert>
    )
  )
}

/** What the source wants beside what is here, and the label of a consignment that exists (ORD-81). */
function SourceChanges({ order }: { order: Order }) {
  const headingId = useId()
  const lines = sourceLines(order)
  const code = nonBlank(order.freight.tracking_code)
  if (lines.length === 0) return null
  return (
    <Card>
      <CardHeader className="max-sm:flex-wrap max-sm:py-1.5 max-sm:has-[button]:h-auto!">
        <CardTitle id={headingId} className="whitespace-nowrap">
          Changed in the shop
        </CardTitle>
        <span className="ml-auto flex gap-2">
          <CommandButton id="order.keep-source-changes" label="Keep ours" />
          <CommandButton id="order.take-source-changes" label="Take the change" />
        </span>
      </CardHeader>
      <table aria-labelledby={headingId} className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {['Field', 'Shop', 'Here'].map((title) => (
              <th key={title} scope="col" className={cn(CARD_HEAD, 'text-left')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={CARD_ROWS}>
          {lines.map(({ label, shop, here }) => (
            <tr key={label}>
              <th scope="row" className={cn(CARD_CELL, 'text-left font-normal')}>
                {label}
              </th>
              <td className={cn(CARD_CELL, 'font-semibold')}>{shop}</td>
              <td className={CARD_CELL}>{here}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {code !== null && <OnLabel code={code} />}
    </Card>
  )
}

/** What the label of the order's consignment says; nothing if there is no such consignment. */
function OnLabel({ code }: { code: string }) {
  const { data } = useQuery(consignmentQueries.detail(code))
  if (!data) return null
  const { building, street, suburb, region, postcode, contact_name } = data.destination
  const place = [contact_name, building, street, suburb, region, postcode].flatMap(
    (part) => nonBlank(part) ?? [],
  )
  return (
    <p className="px-3 py-2 text-fg-2">
      The label of <code>{code}</code> says: {place.join(', ')}. {counted(data.parts.length, 'parcel')}.
    </p>
  )
}

export function StatusCard({ order }: { order: Order }) {
  return (
    <FactsCard title="Order status">
      <Fact name="Status">
        <OrderStatusBadge order={order} />
      </Fact>
      <Fact name="Ordered">
        <span className="tabular">{formatDateTime(order.dates.ordered_at)}</span>
        <AgeBadge order={order} />
      </Fact>
      <Fact name="Branch">{branchLabel(order.freight.branch)}</Fact>
      {isPickup(order) && <Fact name="Freight">Click &amp; collect</Fact>}
      <Fact name="Payment">{paymentMethodLabel(order.payment_method)}</Fact>
      <RecordedFact name="Payment reference" value={order.payment_reference} />
      <RecordedFact name="Collected by" value={order.collected_by} />
      <CodeFact name="Reference" value={order.reference} />
    </FactsCard>
  )
}

/** A fact that is rendered only once it has been recorded. */
function RecordedFact({ name, value }: { name: string; value: string | null }) {
  return nonBlank(value) !== null && <TextFact name={name} value={value} />
}

export function CustomerCard({ order: { customer } }: { order: Order }) {
  const code = nonBlank(customer.code)
  return (
    <FactsCard
      title="Customer details"
      action={
        code !== null && (
          <Link to={paths.record('customer', code)} className={CARD_LINK}>
            View Customer
            <ArrowRight aria-hidden="true" />
          </Link>
        )
      }
    >
      <CodeFact name="Account" value={code} />
      {nonBlank(customer.terms) && <TextFact name="Terms" value={termsLabel(customer.terms)} />}
      <TextFact name="Company" value={customer.company} />
      <TextFact name="Name" value={customer.name} />
      <TextFact name="Phone" value={customer.phone} />
      <TextFact name="Mobile" value={customer.mobile} />
      <EmailFact name="Email" value={customer.email} />
    </FactsCard>
  )
}

/** The destination of the order. A click & collect order has none and shows no map (ORD-21). */
function DeliveryCard({ order }: { order: Order }) {
  const { delivery_address, customer_address } = order
  return (
    <AddressCard
      title="Delivery address"
      address={isNowhere(delivery_address) ? customer_address : delivery_address}
      flag={<RuralFlag order={order} />}
      mapped={!isPickup(order)}
    />
  )
}

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
function OrderItems({ order }: { order: Order }) {
  const { items } = order
  const units = totalQuantity(items.map(({ quantity }) => quantity))
  const left = totalQuantity(items.map(leftOf))
  return (
    <ItemsCard
      items={items}
      count={`${counted(items.length, 'line')}, ${counted(units, 'unit')}${left < units ? `, ${left} left` : ''}`}
      productOf={({ product }) => nonBlank(product.code)}
      besideOf={(item) => (
        <>
          <span className="truncate text-fg-2 @max-[560px]:whitespace-normal">
            {nameBeside(item.product)}
          </span>
          <SentBadge item={item} />
        </>
      )}
      figures={FIGURES}
    >
      <Sums order={order} />
    </ItemsCard>
  )
}

/** How much of an item was sent elsewhere, and how much is left (ORD-90). */
function SentBadge({ item }: { item: OrderItem }) {
  const note = sentNote(item)
  return note !== null && <Badge>{note}</Badge>
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
