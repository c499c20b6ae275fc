import { useId } from 'react'
import type { Consignment } from '../../../contract/consignments.ts'
import { formatConsignmentDate } from '../../../domain/calendar/nz-calendar.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { ABSENT, counted, nonBlank } from '../../../domain/format/text.ts'
import { knownOrderCode, shownReference } from '../../../domain/freight/consignment.ts'
import {
  type ConsignmentPart,
  type ConsignmentService,
  consignmentTimeline,
  consignmentTotals,
  detailVolume,
  dimensions,
  extraServices,
  partName,
} from '../../../domain/freight/consignment-details.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { formatVolume, formatWeight } from '../../../domain/freight/parcels.ts'
import { contentsLine } from '../../../domain/orders/parcel-contents.ts'
import { unreadableIn } from '../../../domain/records/left-out.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { cn } from '../../lib/cn.ts'
import type { PreviewProps } from '../../list/define-list.tsx'
import { CodeFact, EmailFact, Fact, FactsCard, TextFact } from '../../record/facts.tsx'
import { RecordPreview } from '../../record/record-preview.tsx'
import { LeftOutAlert } from '../../record/record-states.tsx'
import { RecordColumns } from '../../record/record-tabs.tsx'
import { CARD_CELL, CARD_HEAD, Card, CardHeader, CardTitle, FIGURE } from '../../ui/card.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { ConsignmentBadge } from './consignment-badge.tsx'

/** The Details tab: parcels and events at the left, order and receiver at the right. */
export function ConsignmentDetails({ consignment }: { consignment: Consignment }) {
  return (
    <RecordColumns
      beside={
        <>
          <ConsignmentStatusCard consignment={consignment} />
          <ReceiverCard consignment={consignment} />
        </>
      }
    >
      <LeftOutAlert unreadable={unreadableIn(consignment)} />
      <ConsignmentPackages consignment={consignment} />
      <Timeline events={consignmentTimeline(consignment)} />
    </RecordColumns>
  )
}

/** The order of the consignment, its status and its dates. */
function ConsignmentStatusCard({ consignment }: { consignment: Consignment }) {
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

function ReceiverCard({ consignment: { destination } }: { consignment: Consignment }) {
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

/** Hidden on narrow screens, where the measures are below the name. */
const WIDE = '@max-[560px]:hidden'

/** The parcels with their extra services, then services of the whole consignment, then the totals. */
function ConsignmentPackages({ consignment }: { consignment: Consignment }) {
  const headingId = useId()
  const { parts } = consignment
  const { volume, weight, cost } = consignmentTotals(consignment)
  return (
    <Card className="@container">
      <CardHeader>
        <CardTitle id={headingId}>Packages</CardTitle>
        <span className="text-fg-3 tabular">{counted(parts.length, 'parcel')}</span>
      </CardHeader>
      <table aria-labelledby={headingId} className="w-full table-fixed border-separate border-spacing-0">
        <colgroup>
          <col />
          <col className={cn('w-[170px]', WIDE)} />
          <col className="w-[112px] @max-[560px]:w-[76px]" />
          <col className="w-[112px] @max-[560px]:w-[76px]" />
          <col className="w-[120px] @max-[560px]:w-[76px]" />
        </colgroup>
        <thead>
          <tr>
            <Head>Reference</Head>
            <Head className={WIDE}>Dimensions (cm)</Head>
            <Head figure>
              Volume<span className={WIDE}> (m3)</span>
            </Head>
            <Head figure>
              Weight<span className={WIDE}> (kg)</span>
            </Head>
            <Head figure>Cost</Head>
          </tr>
        </thead>
        <tbody className="[&>tr:not(:last-child)>*]:border-b [&>tr>*]:border-line-soft">
          {parts.flatMap((part, index) => [
            // Safe, because parts have no id and never change their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <PartRow key={index} part={part} />,
            ...extraServices(part).map((service, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <ServiceRow key={`${index}/${line}`} service={service} indented />
            )),
          ])}
          {extraServices(consignment).map((service, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <ServiceRow key={`all/${index}`} service={service} />
          ))}
        </tbody>
        <tfoot>
          <tr className="[&>*]:h-[34px] [&>*]:border-t [&>*]:border-line [&>*]:bg-surface-2 [&>*]:px-3 [&>*]:font-semibold @max-[560px]:[&>*]:px-2">
            <th scope="row" className="text-left">
              Total
            </th>
            <td className={WIDE} />
            <td className={FIGURE}>{formatVolume(volume)}</td>
            <td className={FIGURE}>{formatWeight(weight)}</td>
            <td className={FIGURE}>{formatCents(cost)}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}

interface HeadProps {
  children: React.ReactNode
  figure?: boolean
  className?: string
}

function Head({ children, figure = false, className }: HeadProps) {
  return (
    <th scope="col" className={cn(CARD_HEAD, figure ? 'text-right' : 'text-left', className)}>
      {children}
    </th>
  )
}

function PartRow({ part }: { part: ConsignmentPart }) {
  const { contents = [] } = part
  return (
    <tr>
      <td className={CARD_CELL}>
        <span className="block truncate">{partName(part)}</span>
        <span className="text-small text-fg-3 tabular @min-[561px]:hidden">{dimensions(part)} cm</span>
        {contents.length > 0 && <span className="block text-small text-fg-2">{contentsLine(contents)}</span>}
      </td>
      <td className={cn(CARD_CELL, 'tabular whitespace-nowrap text-fg-2', WIDE)}>{dimensions(part)}</td>
      <td className={cn(CARD_CELL, FIGURE)}>{formatVolume(detailVolume(part))}</td>
      <td className={cn(CARD_CELL, FIGURE)}>{part.weight === null ? ABSENT : formatWeight(part.weight)}</td>
      <td className={cn(CARD_CELL, FIGURE)}>{formatCents(part.cost)}</td>
    </tr>
  )
}

/** A charged service: indented below its parcel, or a row of its own if it is for the whole consignment. */
function ServiceRow({ service, indented = false }: { service: ConsignmentService; indented?: boolean }) {
  const name = nonBlank(service.description) ?? nonBlank(service.code) ?? ABSENT
  return (
    <tr className="text-fg-2">
      <td className={cn(CARD_CELL, indented && 'pl-7 @max-[560px]:pl-5')}>{name}</td>
      <td className={WIDE} />
      <td />
      <td />
      <td className={cn(CARD_CELL, FIGURE)}>{formatCents(service.total)}</td>
    </tr>
  )
}

/** The preview pane of a consignment, with the content of its Details tab. */
export function ConsignmentPreview({ row, onClose }: PreviewProps<Consignment>) {
  return (
    <RecordPreview kind="consignment" record={row} onClose={onClose}>
      {(consignment) => <ConsignmentDetails consignment={consignment} />}
    </RecordPreview>
  )
}
