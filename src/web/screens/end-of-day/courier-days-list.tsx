import { createColumnHelper } from '@tanstack/react-table'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import type { CommandId } from '../../../../commands/index.ts'
import type { CourierDay } from '../../../contract/end-of-day.ts'
import { parseInstant, timeToday } from '../../../domain/calendar/nz-time.ts'
import { ABSENT, counted, nonBlank } from '../../../domain/format/text.ts'
import { branchLabel } from '../../../domain/freight/address.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { shownCutOff } from '../../../domain/freight/cut-off.ts'
import { runCommand } from '../../commands/run.ts'
import { targetsAtom, useCommandTarget } from '../../commands/targets.ts'
import { defineList, type ExtraProps } from '../../list/define-list.tsx'
import { EmptyState } from '../../list/list-states.tsx'
import { queriedRows } from '../../list/row-source.ts'
import { paths } from '../../routing/paths.ts'
import { useNow } from '../../state/clock.ts'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { RowAction } from '../../table/row-action.tsx'
import { Badge } from '../../ui/badge.tsx'
import { courierDayId, courierDayTarget, endOfDayQueries, providerIn } from './end-of-day-queries.ts'

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

/** Short enough for a phone. */
function load({ consignments, weight }: CourierDay): string {
  return `${counted(consignments ?? 0, 'consignment')}, ${kilograms(weight)} kg`
}

function kilograms(weight: number | null): string {
  return weight === null ? ABSENT : weight.toFixed(1)
}

function useCourierDay(day: CourierDay | null): void {
  useCommandTarget(
    'courierDay',
    useMemo(() => day && courierDayTarget(day), [day]),
  )
}

/** Makes all couriers, and the selected ones, the targets of commands. */
function CourierDays({ list: { rows }, selected }: ExtraProps<CourierDay>) {
  const all = useMemo(() => (rows.length > 0 ? rows.map(courierDayTarget) : null), [rows])
  useCommandTarget('allCourierDays', all)
  useCommandTarget(
    'courierDays',
    useMemo(
      () => (all && selected.size > 0 ? all.filter(({ day }) => selected.has(courierDayId(day))) : null),
      [all, selected],
    ),
  )
  return null
}

/** The buttons of the active row, on which its commands act. With selected rows, the commands act on those. */
function CourierDayActions({ day }: { day: CourierDay }) {
  const { courierDay, courierDays } = useAtomValue(targetsAtom)
  if (courierDays || courierDay?.day !== day) return null
  return (
    <>
      <RowAction id="courier-day.print" label="Run sheet" targets={{ courierDay }} />
      <RowAction id="courier-day.close" label="Close" targets={{ courierDay }} />
    </>
  )
}

/** The commands for selected couriers. */
export const SELECTED_DAYS: readonly CommandId[] = ['courier-day.print', 'courier-day.close']

function totalsOf(days: readonly CourierDay[]): ReactNode[] {
  const sum = (of: (day: CourierDay) => number | null) =>
    days.reduce((total, day) => total + (of(day) ?? 0), 0)
  const open = sum((day) => day.open.length + day.unconfirmed.length)
  return [
    'Total',
    counted(days.length, 'courier'),
    sum(({ consignments }) => consignments),
    sum(({ pieces }) => pieces),
    kilograms(sum(({ weight }) => weight)),
    '',
    open > 0 ? `${open} open` : 'All closed',
    '',
  ]
}

const figure = (header: string, width: number, of: (day: CourierDay) => string) =>
  column.display({
    header,
    meta: { width, align: 'right' },
    cell: ({ row: { original } }) => <span className="tabular">{of(original)}</span>,
  })

const pathOf = (provider: string) => paths.list('consignment', { provider, from: 'end-of-day' })

/** Today's consignments by courier. A row opens the list of its consignments, which leads back here. */
export const courierDaysList = defineList({
  noun: 'couriers',
  title: 'Couriers',
  filter: { read: () => null, address: () => paths.endOfDay() },
  rows: queriedRows(endOfDayQueries.couriers),
  failure: 'Failed to load the end of the day, please try again.',
  inTab: true,
  rowId: courierDayId,
  rowLink: ({ provider }) => pathOf(provider),
  recordPath: (id) => pathOf(providerIn(id)),
  useActive: useCourierDay,
  selection: SELECTED_DAYS,
  Extra: CourierDays,
  totals: totalsOf,
  rowAction: (day) => <CourierDayActions day={day} />,
  onPhoneMenu: () => runCommand('actions.open', 'button'),
  columns: column.columns([
    column.display({
      header: 'Courier',
      meta: { width: 146, link: true },
      cell: ({ row: { original } }) => <b className="truncate font-medium">{nameOf(original)}</b>,
    }),
    column.display({
      header: 'Branch',
      meta: { width: 106 },
      cell: ({ row: { original } }) => branchLabel(original.branch),
    }),
    figure('Consignments', 106, ({ consignments }) => String(consignments ?? 0)),
    figure('Pieces', 74, ({ pieces }) => String(pieces ?? 0)),
    figure('Kilograms', 96, ({ weight }) => kilograms(weight)),
    column.display({
      header: 'Cut-off',
      meta: { width: 176 },
      cell: ({ row: { original } }) => <CutOff day={original} />,
    }),
    column.display({
      header: 'Manifest',
      meta: { width: 124 },
      cell: ({ row: { original } }) => <Manifest day={original} />,
    }),
    column.display({
      header: 'Pick-up',
      meta: { width: 196 },
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
  menu: (day, selected) => ({
    label:
      selected > 0
        ? `Actions for ${selected} selected couriers`
        : `Actions for ${nameOf(day)}, ${branchLabel(day.branch)}`,
    ids: SELECTED_DAYS,
  }),
  Empty: () => (
    <EmptyState title="Nothing to hand over" why="Everything that was booked has been picked up." />
  ),
})
