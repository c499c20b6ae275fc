import { createColumnHelper } from '@tanstack/react-table'
import type { Consignment } from '../../../contract/consignments.ts'
import { formatConsignmentDate } from '../../../domain/calendar/nz-calendar.ts'
import { nonBlank } from '../../../domain/format/absent.ts'
import { shownReference } from '../../../domain/freight/consignment-reference.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { Names, SideBySide } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/features.ts'
import { ConsignmentBadge } from './consignment-badge.tsx'
import { localityOf, receiverOf } from './destination.ts'

const column = createColumnHelper<Features, Consignment>()

/** The columns that all lists of consignments share. */
export const courierColumn = {
  header: 'Courier',
  meta: { width: 122 },
  cell: ({ row: { original } }: { row: { original: Pick<Consignment, 'shipping_company'> } }) => (
    <span className="truncate">{courierLabel(original.shipping_company)}</span>
  ),
}
export const destinationColumn = {
  header: 'Destination',
  meta: {},
  cell: ({ row: { original } }: { row: { original: Pick<Consignment, 'destination'> } }) => (
    <Names name={receiverOf(original.destination)} beside={localityOf(original.destination)} />
  ),
}

/** The columns of the consignments list (section 2). */
export const consignmentColumns = column.columns([
  column.display({
    header: 'Created',
    meta: { width: 178 },
    cell: ({ row: { original: consignment } }) => (
      <span className="tabular">{formatConsignmentDate(consignment.dates.created_at)}</span>
    ),
  }),
  column.display({
    header: 'Code/Reference',
    meta: { width: 212, link: true },
    cell: ({ row: { original: consignment } }) => (
      <SideBySide>
        <code className="min-w-[106px]">{consignment.tracking_code}</code>
        {/* The space is for screen readers. */}
        {nonBlank(shownReference(consignment)) !== null && (
          <code className="truncate text-fg-3"> {shownReference(consignment)}</code>
        )}
      </SideBySide>
    ),
  }),
  column.display(courierColumn),
  column.display(destinationColumn),
  column.display({
    header: 'Status',
    meta: { width: 240 },
    cell: ({ row: { original: consignment } }) => <ConsignmentBadge consignment={consignment} />,
  }),
])
