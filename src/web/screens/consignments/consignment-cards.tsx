import type { Consignment } from '../../../contract/consignments.ts'
import { formatConsignmentDate } from '../../../domain/calendar/nz-calendar.ts'
import { nonBlank } from '../../../domain/format/absent.ts'
import { knownOrderCode } from '../../../domain/freight/consignment-order.ts'
import { shownReference } from '../../../domain/freight/consignment-reference.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CodeFact, EmailFact, Fact, TextFact } from '../../record/facts.tsx'
import { FactsCard } from '../../record/facts-card.tsx'
import { ConsignmentBadge } from './consignment-badge.tsx'

/** The order of the consignment, its status and its dates. */
export function ConsignmentStatusCard({ consignment }: { consignment: Consignment }) {
  const { dates, shipping_company } = consignment
  return (
    <FactsCard
      title="Consignment"
      action={
        knownOrderCode(consignment) !== null && (
          <span className="-mr-1.5 ml-auto flex max-sm:mr-0">
            <CommandButton id="consignment.open-order" label="View Order" variant="row" />
          </span>
        )
      }
    >
      <CodeFact name="Reference" value={shownReference(consignment)} />
      <Fact name="Status">
        <ConsignmentBadge consignment={consignment} />
      </Fact>
      <TextFact name="Courier" value={courierLabel(shipping_company)} />
      <DateFact name="Created" at={dates.created_at} />
      <DateFact name="Manifested" at={dates.manifested_at} />
      <DateFact name="Picked up" at={dates.picked_at} />
      <DateFact name="Delivered" at={dates.delivered_at} />
    </FactsCard>
  )
}

/** A date of the consignment; not rendered if it is absent. */
function DateFact({ name, at }: { name: string; at: string | null }) {
  if (nonBlank(at) === null) return null
  return (
    <Fact name={name}>
      <span className="tabular">{formatConsignmentDate(at)}</span>
    </Fact>
  )
}

export function ReceiverCard({ consignment: { destination } }: { consignment: Consignment }) {
  return (
    <FactsCard title="Receiver">
      <TextFact name="Company" value={destination.building} />
      <TextFact name="Name" value={destination.contact_name} />
      <TextFact name="Phone" value={destination.contact_phone} />
      <EmailFact name="Email" value={destination.contact_email} />
      <TextFact name="Street" value={destination.street} />
      <TextFact name="Suburb" value={destination.suburb} />
      <TextFact name="Region" value={destination.region} />
      <TextFact name="Postcode" value={destination.postcode} />
    </FactsCard>
  )
}
