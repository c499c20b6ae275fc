import { createColumnHelper } from '@tanstack/react-table'
import { memo, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { CommandId } from '../../../../commands/index.ts'
import type { Consignment } from '../../../contract/consignments.ts'
import { joinCodes } from '../../../contract/orders.ts'
import {
  daysBefore,
  formatConsignmentDate,
  formatDay,
  isAucklandDay,
  todayInAuckland,
  UNREADABLE_DAY,
} from '../../../domain/calendar/nz-calendar.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { consignmentStage, shownReference } from '../../../domain/freight/consignment.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import {
  COURIER_CHOICES,
  type ConsignmentFilter,
  consignmentCriteria,
  consignmentParameters,
  courierChoiceLabel,
  courierChoiceOf,
  readConsignmentFilter,
  whyNoConsignments,
} from '../../../domain/lists/consignment-filter.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { CommandButton, RowAction } from '../../commands/command-button.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { DayInput } from '../../form/day-input.tsx'
import type { ExtraProps, ToolsProps } from '../../list/define-list.tsx'
import { defineRecordList } from '../../list/define-record-list.ts'
import { type ListFilter, useDraftFilter } from '../../list/list-filter.ts'
import { EmptyState } from '../../list/list-frame.tsx'
import { CriterionButtons, FilterFrame, FilterSelect, ListTools } from '../../list/list-tools.tsx'
import { queriedRows } from '../../list/row-source.ts'
import { FormCrumb } from '../../record/record-crumb.tsx'
import { paths } from '../../routing/paths.ts'
import { now } from '../../state/clock.ts'
import { installation } from '../../state/installation.ts'
import { Names, SideBySide } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { useNarrow } from '../../table/use-narrow.ts'
import { buttonVariants } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { ConsignmentBadge } from './consignment-badge.tsx'

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

/** The columns of the consignments list (CON-1). */
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

/** The filter of the consignments list. */
export const CONSIGNMENT_FILTER: ListFilter<ConsignmentFilter> = {
  read: ({ searchParams }) => consignmentFilterIn(searchParams, today()),
  address: (filter) => paths.list('consignment', consignmentParameters(filter, today())),
  useFilter,
  // An address without a day leads to another day after midnight.
  isOtherList: (shown, next) => shown.date !== next.date,
}

/** The menu of a consignment: Delete (CON-5) and related commands. */
export const CONSIGNMENT_OPTIONS: readonly CommandId[] = [
  'consignment.print',
  'consignment.open-order',
  'consignment.track',
  'consignment.copy-code',
  'consignment.history',
  'consignment.delete',
]

/** For the selected rows, if the back end has batches of labels. */
const SELECTION: readonly CommandId[] = ['consignment.print', 'consignment.copy-code', 'list.export']

type ConsignmentFiltersProps = Pick<ToolsProps<ConsignmentFilter>, 'filter' | 'onApply' | 'form'> &
  Partial<Pick<ToolsProps<ConsignmentFilter>, 'commands'>>

/**
 * Search, day and courier. Day and courier apply at once, together with the typed text; typed text alone waits for
 * Enter.
 */
export const ConsignmentFilters = memo(function ConsignmentFilters(props: ConsignmentFiltersProps) {
  const { filter, onApply, form, commands = [] } = props
  const narrow = useNarrow()
  const [draft, setDraft] = useDraftFilter(filter)
  const errorId = useId()
  /** Whether the day was submitted or lost the focus. Before that, incomplete text is not an error. */
  const [settled, setSettled] = useState(false)
  const wrong = settled && !isDayOrBlank(draft.date)

  function want(change: Partial<ConsignmentFilter>): ConsignmentFilter {
    const next = { ...draft, ...change }
    setDraft(next)
    return next
  }

  /** Applies a filter. Without a day it is today's list, and the field then says so, also if it already was. */
  function apply(next: ConsignmentFilter): void {
    setSettled(true)
    if (isDayOrBlank(next.date)) onApply(want({ ...next, date: next.date === '' ? today() : next.date }))
  }

  return (
    <ListTools
      label="Search consignments"
      text={draft.query}
      onText={(query) => want({ query })}
      onApply={() => apply(draft)}
      form={form}
    >
      <FilterFrame label="Date" className="max-sm:hidden">
        <DayInput
          aria-label="Date"
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? errorId : undefined}
          value={draft.date}
          today={today()}
          onChange={(date) => {
            setSettled(false)
            want({ date })
          }}
          onPick={(date) => apply(want({ date }))}
          onLeave={() => setSettled(true)}
          narrow
          className="h-full w-[168px] border-0 bg-transparent pl-1.5 font-medium outline-none max-sm:h-full max-sm:w-full"
        />
      </FilterFrame>
      <FilterSelect
        label="Courier"
        value={courierChoiceOf(draft.provider)}
        options={COURIER_CHOICES}
        labelOf={courierChoiceLabel}
        onChange={(provider) => apply(want({ provider }))}
      />
      {narrow && commands.map((id) => <CommandButton key={id} id={id} label="New" className="max-sm:h-9!" />)}
      {wrong && (
        <p id={errorId} role="alert" className="order-last w-full text-small text-danger-ink">
          {UNREADABLE_DAY}
        </p>
      )}
    </ListTools>
  )
})

/** Search, filters and criteria of the list (CON-14). */
function ConsignmentsTools(props: ToolsProps<ConsignmentFilter>) {
  const { filter, onApply } = props
  return (
    <>
      <ConsignmentFilters {...props} />
      <CriterionButtons
        criteria={consignmentCriteria(filter)}
        onRemove={(name) => onApply({ ...filter, [name]: undefined })}
      />
    </>
  )
}

function isDayOrBlank(text: string): boolean {
  return text === '' || isAucklandDay(text)
}

/** The consignments of one day (CON-1). */
export const consignmentsList = defineRecordList({
  kind: 'consignment',
  noun: 'consignments',
  title: 'Consignments',
  filter: CONSIGNMENT_FILTER,
  rows: queriedRows(consignmentQueries.list),
  failure: MESSAGES.consignmentSearch,
  exported: ({ from: _, ...filter }, selected) => ({
    list: 'consignments',
    filter: { ...filter, ...(selected.length > 0 && { codes: joinCodes(selected) }) },
  }),
  ...(installation.capabilities.has('label-batches') && {
    selection: SELECTION,
    Extra: SelectedConsignments,
  }),
  columns: consignmentColumns,
  phoneRow: (consignment) => <ConsignmentPhoneRow consignment={consignment} />,
  rowAction: (consignment) => <ConsignmentRowAction consignment={consignment} />,
  menu: ['consignment.open', 'consignment.labels', ...CONSIGNMENT_OPTIONS],
  commands: ['consignment.new'],
  primary: true,
  Crumb: ({ filter: { from } }) => from && <FormCrumb title="End of day" path={paths.endOfDay()} />,
  Tools: ConsignmentsTools,
  Empty: ConsignmentsEmpty,
  preview: deferred(() => import('./consignment-details.tsx').then((module) => module.ConsignmentPreview)),
})

export const { Component, loader } = consignmentsList

/** Today in Auckland. */
export function today(): string {
  return todayInAuckland(now())
}

/** Milliseconds between checks whether midnight has passed. */
const NOTICED_MS = 10_000

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, NOTICED_MS)
  return () => clearInterval(timer)
}

/** Today in Auckland. Rerenders after midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today)
}

/** The filter of the current address. Without a day it changes at midnight. */
function useFilter(): ConsignmentFilter {
  const [search] = useSearchParams()
  const day = useToday()
  return useMemo(() => consignmentFilterIn(search, day), [search, day])
}

/** The filter of an address, without criteria that the back end does not have. */
function consignmentFilterIn(search: URLSearchParams, day: string): ConsignmentFilter {
  return readConsignmentFilter(search, day, installation.capabilities.has('consignment-filters'))
}

/** Makes the selected consignments the target of commands. */
function SelectedConsignments({ list: { rows }, selected }: ExtraProps<Consignment>) {
  const consignments = useMemo(
    () => (selected.size > 0 ? rows.filter(({ tracking_code }) => selected.has(tracking_code)) : null),
    [rows, selected],
  )
  useCommandTarget('consignments', consignments)
  return null
}

/** An empty list, with a button that clears the filters, or a link to the day before. */
function ConsignmentsEmpty({ filter }: { filter: ConsignmentFilter }) {
  const { date, query, provider, weight, service } = filter
  const narrowed = query !== '' || provider !== '' || weight !== undefined || service !== undefined
  const other = { query: '', provider: '', date: narrowed ? date : daysBefore(date, 1) }
  return (
    <EmptyState title={`No consignments found on ${formatDay(date)}`} why={whyNoConsignments(filter)}>
      <Link to={CONSIGNMENT_FILTER.address(other)} className={buttonVariants()}>
        {narrowed ? 'Clear filters' : 'Show the previous day'}
      </Link>
    </EmptyState>
  )
}

/** A consignment in two lines, for narrow screens. */
function ConsignmentPhoneRow({ consignment }: { consignment: Consignment }) {
  const { destination, shipping_company, tracking_code } = consignment
  return (
    <PhoneRow
      code={tracking_code}
      state={<ConsignmentBadge consignment={consignment} />}
      second={<Names name={receiverOf(destination)} beside={localityOf(destination)} />}
      figure={courierLabel(shipping_company)}
    />
  )
}

/** The next step of a row's consignment: its label before pick-up, tracking afterwards. */
function ConsignmentRowAction({ consignment }: { consignment: Consignment }) {
  const stage = consignmentStage(consignment)
  if (stage === 'deleting') return null
  const targets = { consignment }
  if (stage === 'awaiting') return <RowAction id="consignment.print" label="Print label" targets={targets} />
  return <RowAction id="consignment.track" label="Track" targets={targets} />
}

type Destination = Consignment['destination']

/** The receiver's name: the company, otherwise the person. */
export function receiverOf({ building, contact_name }: Destination): string | null {
  return nonBlank(building) ?? nonBlank(contact_name)
}

/** The destination in a few words: 'Lichfield, Putaruru 3482'. */
export function localityOf({ suburb, region, postcode }: Destination): string {
  const places = [nonBlank(suburb), nonBlank(region)].filter((place) => place !== null)
  const named = [...new Set(places)].join(', ')
  return [named, nonBlank(postcode)].filter(Boolean).join(' ')
}
