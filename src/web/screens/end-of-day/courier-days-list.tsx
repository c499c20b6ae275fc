import { createColumnHelper } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { CourierDay } from '../../../contract/end-of-day.ts'
import { parseInstant, timeToday } from '../../../domain/calendar/nz-time.ts'
import { ABSENT, nonBlank } from '../../../domain/format/absent.ts'
import { counted } from '../../../domain/format/counted.ts'
import { branchLabel } from '../../../domain/freight/branch.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { shownCutOff } from '../../../domain/freight/cut-off.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { defineList } from '../../list/define-list.tsx'
import { EmptyState } from '../../list/list-states.tsx'
import { rowsOf } from '../../list/row-source.ts'
import { printDocument } from '../../printing/print.ts'
import { paths } from '../../routing/paths.ts'
import { useNow } from '../../state/clock.ts'
import type { Features } from '../../table/features.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { courierDayId, endOfDayQueries, providerIn, sendManifests } from './end-of-day-queries.ts'

/** Milliseconds between updates of the minutes left. */
const TICK_MS = 10_000

const column = createColumnHelper<Features, CourierDay>()

function nameOf({ provider, provider_name }: CourierDay): string {
  return nonBlank(provider_name) ?? courierLabel(provider)
}

/** The cut-off, and the time left until then. */
function CutOff({ day }: { day: CourierDay }) {
  const now = useNow(TICK_MS)
  const at = parseInstant(day.cut_off)
  if (at === null) return <span className="text-fg-3">Not set</span>
  const { label, tone } = shownCutOff(at, now)
  const time = timeToday(at, now)
  return (
    <span className="flex items-center gap-2.5">
      {time !== null && <span className="tabular">{time}</span>}
      {tone === 'grey' ? (
        <span className="text-fg-2 tabular">{label}</span>
      ) : (
        <Badge tone={tone}>{label}</Badge>
      )}
    </span>
  )
}

/** Whether the courier knows what it is handed. */
function Manifest({ day }: { day: CourierDay }) {
  const now = useNow(TICK_MS)
  const closedAt = parseInstant(day.closed_at)
  if (day.unconfirmed.length > 0) {
    return <Badge tone="red">{`${day.unconfirmed.length} not confirmed`}</Badge>
  }
  if (day.open.length > 0) return <Badge tone="amber">{`${day.open.length} open`}</Badge>
  if (closedAt === null) return <Badge tone="lime">Manifested</Badge>
  return <Badge tone="lime">{`Closed ${timeToday(closedAt, now) ?? ''}`}</Badge>
}

function load({ consignments, pieces, weight }: CourierDay): string {
  return [
    counted(consignments ?? 0, 'consignment'),
    counted(pieces ?? 0, 'piece'),
    `${kilograms(weight)} kg`,
  ].join(', ')
}

function kilograms(weight: number | null): string {
  return weight === null ? ABSENT : weight.toFixed(1)
}

function useCourierDay(day: CourierDay | null): void {
  const target = useMemo(() => {
    if (day === null) return null
    const { courier, provider, branch } = day
    return {
      day,
      printRunSheet: async () => {
        await printDocument({ kind: 'run-sheet', courier, provider, branch })
      },
      close: () => sendManifests(day),
    }
  }, [day])
  useCommandTarget('courierDay', target)
}

const figure = (header: string, width: number, of: (day: CourierDay) => string) =>
  column.display({
    header,
    meta: { width, align: 'right' },
    cell: ({ row: { original } }) => <span className="tabular">{of(original)}</span>,
  })

const pathOf = (provider: string) => paths.list('consignment', { provider })

/** Today's consignments by courier. A row opens the list of its consignments. */
export const courierDaysList = defineList({
  noun: 'couriers',
  title: 'Couriers',
  filter: { read: () => null, address: () => paths.endOfDay() },
  rows: rowsOf(endOfDayQueries.couriers),
  failure: 'Failed to load the end of the day, please try again.',
  inTab: true,
  rowId: courierDayId,
  rowLink: ({ provider }) => pathOf(provider),
  recordPath: (id) => pathOf(providerIn(id)),
  useActive: useCourierDay,
  columns: column.columns([
    column.display({
      header: 'Courier',
      meta: { width: 190, link: true },
      cell: ({ row: { original } }) => <b className="truncate font-medium">{nameOf(original)}</b>,
    }),
    column.display({
      header: 'Branch',
      meta: { width: 130 },
      cell: ({ row: { original } }) => branchLabel(original.branch),
    }),
    figure('Consignments', 120, ({ consignments }) => String(consignments ?? 0)),
    figure('Pieces', 90, ({ pieces }) => String(pieces ?? 0)),
    figure('Kilograms', 110, ({ weight }) => kilograms(weight)),
    column.display({
      header: 'Cut-off',
      meta: { width: 210 },
      cell: ({ row: { original } }) => <CutOff day={original} />,
    }),
    column.display({
      header: 'Manifest',
      meta: { width: 160 },
      cell: ({ row: { original } }) => <Manifest day={original} />,
    }),
    column.display({
      header: 'Pick-up',
      meta: {},
      cell: ({ row: { original } }) => (
        <span className="truncate text-fg-2" title={original.pickup ?? undefined}>
          {nonBlank(original.pickup) ?? ABSENT}
        </span>
      ),
    }),
  ]),
  phoneRow: (day) => (
    <PhoneRow
      beside={`${nameOf(day)}, ${branchLabel(day.branch)}`}
      state={<Manifest day={day} />}
      second={load(day)}
      figure={<CutOff day={day} />}
    />
  ),
  menu: (day) => ({
    label: `Actions for ${nameOf(day)}, ${branchLabel(day.branch)}`,
    ids: ['courier-day.print', 'courier-day.close'],
  }),
  Empty: () => (
    <EmptyState title="Nothing to hand over" why="Everything that was booked has been picked up." />
  ),
})
