import { createColumnHelper } from '@tanstack/react-table'
import { useAtomValue } from 'jotai'
import { type ReactNode, useCallback, useMemo } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import type { CommandId } from '../../../../commands/index.ts'
import type { CourierDay } from '../../../contract/end-of-day.ts'
import { parseInstant, timeToday } from '../../../domain/calendar/nz-time.ts'
import { ABSENT, counted, nonBlank } from '../../../domain/format/text.ts'
import { branchLabel } from '../../../domain/freight/address.ts'
import { shownReference } from '../../../domain/freight/consignment.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { shownCutOff } from '../../../domain/freight/cut-off.ts'
import { shownLate } from '../../../domain/freight/late-consignments.ts'
import { CommandButton, RowAction } from '../../commands/command-button.tsx'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { useKeys } from '../../commands/key-settings.ts'
import { runCommand } from '../../commands/run.ts'
import { targetsAtom, useCommandTarget } from '../../commands/targets.ts'
import { defineList, type ExtraProps } from '../../list/define-list.tsx'
import { defineRecordList } from '../../list/define-record-list.ts'
import { EmptyState, ListFrame } from '../../list/list-frame.tsx'
import { SelectionTools } from '../../list/list-tools.tsx'
import { queriedRows } from '../../list/row-source.ts'
import { useGo } from '../../routing/location.ts'
import { paths } from '../../routing/paths.ts'
import { useNow } from '../../state/clock.ts'
import { installation } from '../../state/installation.ts'
import { DateTime, Names, SideBySide } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { useNarrow } from '../../table/use-narrow.ts'
import { Badge } from '../../ui/badge.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import {
  CONSIGNMENT_OPTIONS,
  courierColumn,
  destinationColumn,
  localityOf,
  receiverOf,
} from '../consignments/consignments-list.tsx'
import {
  courierDayId,
  courierDayTarget,
  endOfDayQueries,
  type LateRow,
  providerIn,
} from './end-of-day-queries.ts'

const TABS = { couriers: 'Couriers', late: 'Late' } as const

const pathOfTab = (tab: string) => paths.endOfDay(tab === 'late' ? 'late' : undefined)

const tabOf = (search: URLSearchParams) => (search.get('tab') === 'late' ? 'late' : 'couriers')

/** Starts loading the list of the open tab without waiting for it. Not found without the capability. */
export function loader({ request }: LoaderFunctionArgs): null {
  if (!installation.capabilities.has('end-of-day'))
    throw new Response(null, { status: 404, statusText: 'Not Found' })
  const isLate = tabOf(new URL(request.url).searchParams) === 'late'
  return (isLate ? lateList : courierDaysList).loader({ request })
}

/** The end of the day: today's consignments by courier, and late consignments. */
export function Component() {
  const [search] = useSearchParams()
  const go = useGo()
  const tab = tabOf(search)
  const narrow = useNarrow()
  const openTab = useCallback((name: string) => go(pathOfTab(name)), [go])
  const other = pathOfTab(tab === 'late' ? 'couriers' : 'late')
  useCommandTarget(
    'dayTabs',
    useMemo(() => ({ other }), [other]),
  )
  return (
    <ListFrame title="End of day" actions={tab === 'couriers' && <CourierActions />}>
      <Tabs value={tab} onValueChange={openTab} className="flex-1">
        <TabsList>
          <DayTab name="couriers" open={tab === 'couriers'} />
          <DayTab name="late" open={tab === 'late'} />
        </TabsList>
        <TabsContent value="couriers" className="flex flex-col overflow-hidden pt-3 max-sm:pt-0">
          {narrow && (
            <div className="flex flex-wrap gap-2 p-3">
              <AllCouriersButtons />
            </div>
          )}
          <courierDaysList.Component />
        </TabsContent>
        <TabsContent value="late" className="flex flex-col overflow-hidden pt-3 max-sm:pt-0">
          <lateList.Component />
        </TabsContent>
      </Tabs>
    </ListFrame>
  )
}

/** The commands for all couriers, or for the selected ones. Those for one courier are in its row. */
function CourierActions() {
  const { selection } = useAtomValue(targetsAtom)
  return (
    <>
      <SelectionTools count={selection?.count ?? 0} ids={SELECTED_DAYS} onClear={() => selection?.clear()} />
      <AllCouriersButtons />
    </>
  )
}

function AllCouriersButtons() {
  return (
    <>
      <CommandButton id="courier-day.print-all" className="max-sm:h-9!" />
      <CommandButton id="courier-day.close-all" variant="primary" className="max-sm:h-9!" />
    </>
  )
}

/** The keycap is shown on the tab that the key opens. */
function DayTab({ name, open }: { name: keyof typeof TABS; open: boolean }) {
  const { aria } = useKeys('courier-day.other-tab')
  return (
    <TabsTrigger value={name} aria-keyshortcuts={open ? undefined : aria}>
      {TABS[name]}
      {!open && <CommandKeys id="courier-day.other-tab" className="max-sm:hidden" />}
    </TabsTrigger>
  )
}

/** Milliseconds between updates of the minutes left. */
const DAY_TICK_MS = 10_000

const dayColumn = createColumnHelper<Features, CourierDay>()

function nameOf({ provider, provider_name }: CourierDay): string {
  return nonBlank(provider_name) ?? courierLabel(provider)
}

/** The cut-off, and the time left until then. */
function CutOff({ day }: { day: CourierDay }) {
  const now = useNow(DAY_TICK_MS)
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
  const now = useNow(DAY_TICK_MS)
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
const SELECTED_DAYS: readonly CommandId[] = ['courier-day.print', 'courier-day.close']

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
  dayColumn.display({
    header,
    meta: { width, align: 'right' },
    cell: ({ row: { original } }) => <span className="tabular">{of(original)}</span>,
  })

const pathOfCourier = (provider: string) => paths.list('consignment', { provider, from: 'end-of-day' })

/** Today's consignments by courier. A row opens the list of its consignments, which leads back here. */
const courierDaysList = defineList({
  noun: 'couriers',
  title: 'Couriers',
  filter: { read: () => null, address: () => paths.endOfDay() },
  rows: queriedRows(endOfDayQueries.couriers),
  failure: 'Failed to load the end of the day, please try again.',
  inTab: true,
  rowId: courierDayId,
  rowLink: ({ provider }) => pathOfCourier(provider),
  recordPath: (id) => pathOfCourier(providerIn(id)),
  useActive: useCourierDay,
  selection: SELECTED_DAYS,
  Extra: CourierDays,
  totals: totalsOf,
  rowAction: (day) => <CourierDayActions day={day} />,
  onPhoneMenu: () => runCommand('actions.open', 'button'),
  columns: dayColumn.columns([
    dayColumn.display({
      header: 'Courier',
      meta: { width: 146, link: true },
      cell: ({ row: { original } }) => <b className="truncate font-medium">{nameOf(original)}</b>,
    }),
    dayColumn.display({
      header: 'Branch',
      meta: { width: 106 },
      cell: ({ row: { original } }) => branchLabel(original.branch),
    }),
    figure('Consignments', 106, ({ consignments }) => String(consignments ?? 0)),
    figure('Pieces', 74, ({ pieces }) => String(pieces ?? 0)),
    figure('Kilograms', 96, ({ weight }) => kilograms(weight)),
    dayColumn.display({
      header: 'Cut-off',
      meta: { width: 176 },
      cell: ({ row: { original } }) => <CutOff day={original} />,
    }),
    dayColumn.display({
      header: 'Manifest',
      meta: { width: 124 },
      cell: ({ row: { original } }) => <Manifest day={original} />,
    }),
    dayColumn.display({
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

const lateColumn = createColumnHelper<Features, LateRow>()

/** The days change at midnight. */
const LATE_TICK_MS = 60_000

function LateBadge({ row: { late } }: { row: LateRow }) {
  const { label, tone } = shownLate(late, useNow(LATE_TICK_MS))
  return <Badge tone={tone}>{label}</Badge>
}

/** Consignments that need attention. A row opens its consignment. */
const lateList = defineRecordList({
  kind: 'consignment',
  noun: 'late consignments',
  title: 'Late',
  crumb: () => 'Late consignments',
  filter: { read: () => null, address: () => paths.endOfDay('late') },
  rows: queriedRows(endOfDayQueries.late),
  failure: 'Failed to load late consignments, please try again.',
  inTab: true,
  columns: lateColumn.columns([
    lateColumn.display({
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
    lateColumn.display({
      header: 'Why',
      meta: { width: 200 },
      cell: ({ row: { original } }) => <LateBadge row={original} />,
    }),
    lateColumn.display({
      header: 'Since',
      meta: { width: 158 },
      cell: ({ row: { original } }) => <DateTime instant={original.late.since} />,
    }),
    lateColumn.display(courierColumn),
    lateColumn.display(destinationColumn),
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
