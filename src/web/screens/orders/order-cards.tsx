import { ArrowRight, ExternalLink, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { ABSENT, present } from '../../../domain/absent.ts'
import { addressLines, mapsLink } from '../../../domain/address-line.ts'
import { branchLabel } from '../../../domain/branch.ts'
import { formatDateTime } from '../../../domain/nz-time.ts'
import { isPickup } from '../../../domain/order-stage.ts'
import { paymentMethodLabel } from '../../../domain/payment-method.ts'
import { paths } from '../../paths.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { AgeBadge, OrderStatusBadge, RuralFlag } from './order-badges.tsx'

const CARD_LINK =
  'ml-auto inline-flex items-center gap-1 rounded-s text-small font-medium text-accent-ink max-sm:min-h-9 [&>.lucide]:size-3.5'

/** Names and values in two columns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(84px,auto)_minmax(0,1fr)] gap-x-3 px-3 py-2">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="flex min-h-[26px] items-center text-small text-fg-3">{name}</dt>
      <dd className="flex min-h-[26px] min-w-0 items-center gap-2">{children}</dd>
    </>
  )
}

function Text({ children }: { children: string | null }) {
  return <span className="min-w-0 break-words">{present(children) ?? ABSENT}</span>
}

/** A long one breaks before its host. */
function Email({ children }: { children: string | null }) {
  const [name, ...host] = (present(children) ?? ABSENT).split(/(?=@)/)
  return (
    <span className="min-w-0 break-words">
      {name}
      <wbr />
      {host}
    </span>
  )
}

function Code({ children }: { children: string | null }) {
  const code = present(children)
  return code === null ? ABSENT : <code className="code-block min-w-0 break-words">{code}</code>
}

export function StatusCard({ order }: { order: Order }) {
  const notes = present(order.notes)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Order status</CardTitle>
      </CardHeader>
      <Facts>
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
        <Fact name="Reference">
          <Code>{order.reference}</Code>
        </Fact>
      </Facts>
      {notes !== null && (
        <p className="mx-3 mb-3 rounded-m border border-line-soft bg-surface-2 px-2.5 py-2 text-[12px]/[18px] whitespace-pre-line text-fg-2">
          {notes}
        </p>
      )}
    </Card>
  )
}

export function CustomerCard({ order: { customer } }: { order: Order }) {
  const code = present(customer.code)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Customer details</CardTitle>
        {code !== null && (
          <Link to={paths.customer(code)} className={CARD_LINK}>
            View Customer
            <ArrowRight aria-hidden="true" />
          </Link>
        )}
      </CardHeader>
      <Facts>
        <Fact name="Account">
          <Code>{code}</Code>
        </Fact>
        <Fact name="Company">
          <Text>{customer.company}</Text>
        </Fact>
        <Fact name="Name">
          <Text>{customer.name}</Text>
        </Fact>
        <Fact name="Phone">
          <Text>{customer.phone}</Text>
        </Fact>
        <Fact name="Mobile">
          <Text>{customer.mobile}</Text>
        </Fact>
        <Fact name="Email">
          <Email>{customer.email}</Email>
        </Fact>
      </Facts>
    </Card>
  )
}

/** Where the order goes. A click & collect order goes nowhere and gets no map (section 2). */
export function DeliveryCard({ order }: { order: Order }) {
  const delivery = addressLines(order.delivery_address)
  const address = delivery.length > 0 ? order.delivery_address : order.customer_address
  const lines = addressLines(address)
  const map = isPickup(order) ? null : mapsLink(address)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Delivery address</CardTitle>
        <RuralFlag order={order} />
        {map !== null && (
          <a href={map} target="_blank" rel="noopener noreferrer" className={CARD_LINK}>
            View map
            <ExternalLink aria-hidden="true" />
          </a>
        )}
      </CardHeader>
      <div className="grid grid-cols-[16px_1fr] gap-2.5 px-3 pt-2.5 pb-3">
        <MapPin className="mt-0.5 text-fg-3" aria-hidden="true" />
        <address className="not-italic [&>*:nth-child(3)]:text-fg-2">
          {lines.length === 0 ? ABSENT : lines.map((line) => <div key={line}>{line}</div>)}
        </address>
      </div>
    </Card>
  )
}
