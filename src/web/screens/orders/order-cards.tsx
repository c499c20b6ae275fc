import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { nonBlank } from '../../../domain/format/absent.ts'
import { isNowhere } from '../../../domain/freight/address-line.ts'
import { branchLabel } from '../../../domain/freight/branch.ts'
import { isPickup } from '../../../domain/orders/order-stage.ts'
import { paymentMethodLabel } from '../../../domain/orders/payment-method.ts'
import { AddressCard } from '../../record/address-card.tsx'
import { CodeFact, EmailFact, Fact, TextFact } from '../../record/facts.tsx'
import { FactsCard } from '../../record/facts-card.tsx'
import { paths } from '../../routing/paths.ts'
import { CARD_LINK } from '../../ui/card.tsx'
import { AgeBadge, OrderStatusBadge, RuralFlag } from './order-badges.tsx'

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
      <TextFact name="Company" value={customer.company} />
      <TextFact name="Name" value={customer.name} />
      <TextFact name="Phone" value={customer.phone} />
      <TextFact name="Mobile" value={customer.mobile} />
      <EmailFact name="Email" value={customer.email} />
    </FactsCard>
  )
}

/** The destination of the order. A click & collect order has none and shows no map (section 2). */
export function DeliveryCard({ order }: { order: Order }) {
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
