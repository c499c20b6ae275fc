import { createColumnHelper } from '@tanstack/react-table'
import type { LoaderFunctionArgs } from 'react-router-dom'
import type { ListedPickRun, PickRunState } from '../../../contract/pick-runs.ts'
import type { ShownStatus } from '../../../domain/format/badge.ts'
import { counted, nonBlank } from '../../../domain/format/text.ts'
import { readTextFilter } from '../../../domain/lists/list-address.ts'
import { pickRunQueries } from '../../api/pick-runs.ts'
import { defineList } from '../../list/define-list.tsx'
import { numberedPages } from '../../list/list-filter.ts'
import { EmptyState } from '../../list/list-frame.tsx'
import { queriedRows } from '../../list/row-source.ts'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { DateTime } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'

const STATES: Record<PickRunState, ShownStatus> = {
  open: { label: 'Open', tone: 'yellow' },
  finished: { label: 'Finished', tone: 'lime' },
  'given-up': { label: 'Given up', tone: 'grey' },
}

export function PickRunBadge({ state }: { state: PickRunState }) {
  const { label, tone } = STATES[state]
  return <Badge tone={tone}>{label}</Badge>
}

const column = createColumnHelper<Features, ListedPickRun>()

function progressOf({ settled, lines }: ListedPickRun): string {
  return `${settled} of ${lines}`
}

/** The pick runs, newest first (RUN-7). */
const pickRunsList = defineList({
  noun: 'pick runs',
  title: 'Pick runs',
  filter: {
    read: ({ searchParams }) => ({ page: readTextFilter(searchParams).page }),
    address: ({ page }) => paths.pickRuns(page),
    pages: numberedPages<{ page: number }>(),
  },
  rows: queriedRows(pickRunQueries.list),
  failure: 'Failed to load the pick runs, please try again.',
  rowId: ({ id }) => id,
  rowLink: ({ id }) => paths.pickRun(id),
  recordPath: paths.pickRun,
  columns: column.columns([
    column.display({
      header: 'Run',
      meta: { width: 120, link: true },
      cell: ({ row: { original } }) => <code>{original.id}</code>,
    }),
    column.display({
      header: 'State',
      meta: { width: 110 },
      cell: ({ row: { original } }) => <PickRunBadge state={original.state} />,
    }),
    column.display({
      header: 'Orders',
      meta: { width: 90, align: 'right' },
      cell: ({ row: { original } }) => <span className="tabular">{original.orders}</span>,
    }),
    column.display({
      header: 'Lines',
      meta: { width: 110, align: 'right' },
      cell: ({ row: { original } }) => <span className="tabular">{progressOf(original)}</span>,
    }),
    column.display({
      header: 'Made by',
      meta: {},
      cell: ({ row: { original } }) => <span className="truncate">{nonBlank(original.created_by)}</span>,
    }),
    column.display({
      header: 'Made',
      meta: { width: 168 },
      cell: ({ row: { original } }) => <DateTime instant={original.created_at} />,
    }),
    column.display({
      header: 'Ended',
      meta: { width: 168 },
      cell: ({ row: { original } }) => original.ended_at && <DateTime instant={original.ended_at} />,
    }),
  ]),
  phoneRow: (run) => (
    <PhoneRow
      code={run.id}
      state={<PickRunBadge state={run.state} />}
      second={`${counted(run.orders, 'order')}, ${progressOf(run)} lines, ${nonBlank(run.created_by)}`}
      figure={<DateTime instant={run.created_at} />}
    />
  ),
  Empty: () => (
    <EmptyState
      title="No pick runs"
      why="Select orders, or filter the list of orders, and press Shift+W: one run fetches what they all need."
    />
  ),
})

export const { Component } = pickRunsList

/** Starts loading the list without waiting for it. Not found without the capability. */
export function loader(args: LoaderFunctionArgs): null {
  if (!installation.capabilities.has('pick-runs'))
    throw new Response(null, { status: 404, statusText: 'Not Found' })
  return pickRunsList.loader(args)
}
