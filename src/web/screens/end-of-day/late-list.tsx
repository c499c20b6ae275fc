import { createColumnHelper } from '@tanstack/react-table'
import { shownReference } from '../../../domain/freight/consignment-reference.ts'
import { shownLate } from '../../../domain/freight/late-consignments.ts'
import { defineRecordList } from '../../list/define-record-list.ts'
import { EmptyState } from '../../list/list-states.tsx'
import { queriedRows } from '../../list/row-source.ts'
import { paths } from '../../routing/paths.ts'
import { useNow } from '../../state/clock.ts'
import { DateTime, Names, SideBySide } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import {
  CONSIGNMENT_OPTIONS,
  courierColumn,
  destinationColumn,
  localityOf,
  receiverOf,
} from '../consignments/consignments-list.tsx'
import { endOfDayQueries, type LateRow } from './end-of-day-queries.ts'

const column = createColumnHelper<Features, LateRow>()

/** The days change at midnight. */
const TICK_MS = 60_000

function LateBadge({ row: { late } }: { row: LateRow }) {
  const { label, tone } = shownLate(late, useNow(TICK_MS))
  return <Badge tone={tone}>{label}</Badge>
}

/** Consignments that need attention. A row opens its consignment. */
export const lateList = defineRecordList({
  kind: 'consignment',
  noun: 'late consignments',
  title: 'Late',
  crumb: () => 'Late consignments',
  filter: { read: () => null, address: () => paths.endOfDay('late') },
  rows: queriedRows(endOfDayQueries.late),
  failure: 'Failed to load late consignments, please try again.',
  inTab: true,
  columns: column.columns([
    column.display({
      header: 'Code/Reference',
      meta: { width: 236, link: true },
      cell: ({ row: { original } }) => (
        <SideBySide>
          <code className="min-w-[106px]">{original.tracking_code}</code>
          {/* The space is for screen readers. */}
          <code className="truncate text-fg-3"> {shownReference(original)}</code>
        </SideBySide>
      ),
    }),
    column.display({
      header: 'Why',
      meta: { width: 200 },
      cell: ({ row: { original } }) => <LateBadge row={original} />,
    }),
    column.display({
      header: 'Since',
      meta: { width: 158 },
      cell: ({ row: { original } }) => <DateTime instant={original.late.since} />,
    }),
    column.display(courierColumn),
    column.display(destinationColumn),
  ]),
  phoneRow: (row) => (
    <PhoneRow
      code={row.tracking_code}
      state={<LateBadge row={row} />}
      second={<Names name={receiverOf(row.destination)} beside={localityOf(row.destination)} />}
      figure={<DateTime instant={row.late.since} />}
    />
  ),
  menu: ['consignment.open', 'consignment.labels', ...CONSIGNMENT_OPTIONS],
  Empty: () => (
    <EmptyState title="Nothing is late" why="Everything was picked up, and nothing has stopped on its way." />
  ),
})
