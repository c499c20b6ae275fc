import { createColumnHelper } from '@tanstack/react-table'
import { memo, useMemo } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router-dom'
import type { CommandId } from '../../../../commands/index.ts'
import { ARRIVAL_STATES, type ListedArrival } from '../../../contract/arrivals.ts'
import { joinCodes } from '../../../contract/orders.ts'
import {
  ARRIVAL_TYPE_CHOICES,
  type ArrivalFilter,
  arrivalChoices,
  arrivalStateLabel,
  arrivalTitle,
  arrivalTypeLabel,
  faultsInShort,
  readArrivalChoices,
  shownArrival,
} from '../../../domain/arrivals/arrival.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { readTextFilter, textParameters } from '../../../domain/lists/list-address.ts'
import { ALL_WAITING, arrivalQueries } from '../../api/arrivals.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { defineList, type EmptyProps, type ExtraProps, type ToolsProps } from '../../list/define-list.tsx'
import { navigableList } from '../../list/define-record-list.ts'
import { type ListFilter, numberedPages, useDraftFilter } from '../../list/list-filter.ts'
import { EmptyState, PastTheEnd } from '../../list/list-frame.tsx'
import { FilterSelect, ListTools } from '../../list/list-tools.tsx'
import { queriedRows } from '../../list/row-source.ts'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { DateTime, Names, SideBySide } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonVariants } from '../../ui/button.tsx'

const column = createColumnHelper<Features, ListedArrival>()

const FILTER: ListFilter<ArrivalFilter> = {
  read: ({ searchParams }) => ({ ...readTextFilter(searchParams), ...readArrivalChoices(searchParams) }),
  address: (filter) => paths.arrivals({ ...textParameters(filter), ...arrivalChoices(filter) }),
  pages: numberedPages(),
}

/** Where a row leads: to its own screen, to its order, or to what waits from its source. */
export function arrivalPath(id: string): string {
  const [, type, name = ''] = /^(difference|source):(.*)$/s.exec(id) ?? []
  if (type === 'difference') return paths.record('order', name)
  return type === 'source' ? paths.arrivals({ query: name }) : paths.arrival(id)
}

export function ArrivalBadge({ arrival }: { arrival: Pick<ListedArrival, 'type' | 'state'> }) {
  const { label, tone } = shownArrival(arrival)
  return <Badge tone={tone}>{label}</Badge>
}

/** The source, with the file or the message and its line. */
function originOf({ source, origin, line, type }: ListedArrival): string {
  const place =
    type === 'file' ? null : [nonBlank(origin), line ? `line ${line}` : null].filter(Boolean).join(', ')
  return [nonBlank(source), place].filter(Boolean).join(' · ')
}

const arrivalColumns = column.columns([
  column.display({
    header: 'Arrival',
    meta: { width: 300, link: true },
    cell: ({ row: { original: one } }) => (
      <SideBySide>
        <span className="shrink-0 font-medium">{arrivalTitle(one)}</span>
        <span className="truncate text-fg-3"> {nonBlank(one.name)}</span>
      </SideBySide>
    ),
  }),
  column.display({
    header: 'What',
    meta: { width: 96 },
    cell: ({ row: { original } }) => <ArrivalBadge arrival={original} />,
  }),
  column.display({
    header: 'Why',
    meta: {},
    cell: ({ row: { original: one } }) => <span className="truncate">{faultsInShort(one.faults)}</span>,
  }),
  column.display({
    header: 'From',
    meta: { width: 240 },
    cell: ({ row: { original } }) => <span className="truncate text-fg-2">{originOf(original)}</span>,
  }),
  column.display({
    header: 'Since',
    meta: { width: 168 },
    cell: ({ row: { original } }) => original.since && <DateTime instant={original.since} />,
  }),
])

/** The commands of selected rows and of the active one. */
const COMMANDS: readonly CommandId[] = ['arrivals.take', 'arrivals.leave-out', 'list.export']

const rows = queriedRows(arrivalQueries.list)
const rowId = ({ id }: ListedArrival) => id

/** Search and filters. A select applies at once, together with the typed text. */
const ArrivalTools = memo(function ArrivalTools({ filter, onApply, form }: ToolsProps<ArrivalFilter>) {
  const [draft, setDraft] = useDraftFilter(filter)
  const want = (change: Partial<ArrivalFilter>): ArrivalFilter => {
    const next = { ...draft, ...change, page: 1 }
    setDraft(next)
    return next
  }
  return (
    <ListTools
      label="Search arrivals"
      text={draft.query}
      onText={(query) => want({ query })}
      onApply={() => onApply({ ...draft, page: 1, query: draft.query.trim() })}
      form={form}
    >
      <FilterSelect
        label="What"
        value={draft.type}
        options={ARRIVAL_TYPE_CHOICES}
        labelOf={arrivalTypeLabel}
        onChange={(type) => onApply(want({ type }))}
      />
      <FilterSelect
        label="State"
        value={draft.state}
        options={ARRIVAL_STATES}
        labelOf={arrivalStateLabel}
        onChange={(state) => onApply(want({ state }))}
      />
    </ListTools>
  )
})

/** What came from outside and waits for a person (ARR-1). */
const arrivalsList = defineList({
  noun: 'arrivals',
  title: 'Arrivals',
  filter: FILTER,
  rows,
  rowId,
  rowLink: ({ id }) => arrivalPath(id),
  recordPath: arrivalPath,
  failure: 'Failed to load what has arrived, please try again.',
  columns: arrivalColumns,
  phoneRow: (one) => (
    <PhoneRow
      beside={<Names name={arrivalTitle(one)} beside={one.name} />}
      state={<ArrivalBadge arrival={one} />}
      second={faultsInShort(one.faults)}
    />
  ),
  selection: COMMANDS,
  exported: ({ page: _, query, ...choices }, selected) => ({
    list: 'arrivals',
    filter: {
      ...(query !== '' && { query }),
      ...arrivalChoices(choices),
      ...(selected.length > 0 && { codes: joinCodes(selected.map(encodeURIComponent)) }),
    },
  }),
  menu: (active, selected) => ({
    label: selected > 0 ? `Actions for ${selected} selected arrivals` : `Actions for ${arrivalTitle(active)}`,
    ids: COMMANDS,
  }),
  Tools: ArrivalTools,
  Empty: ArrivalsEmpty,
  Extra: SettledArrivals,
})

export const { Component } = arrivalsList

/** Starts loading the list without waiting for it. Not found without the capability. */
export function loader(args: LoaderFunctionArgs): null {
  if (!installation.capabilities.has('arrivals'))
    throw new Response(null, { status: 404, statusText: 'Not Found' })
  return arrivalsList.loader(args)
}

/** The list as its arrivals' screens navigate it. */
export const arrivalNavigation = navigableList({
  noun: 'arrivals',
  filter: FILTER,
  rows,
  rowId,
  crumb: () => 'Arrivals',
})

/** Makes the selected records and files, otherwise the active one, the target of commands. */
function SettledArrivals({ list: { rows, active }, selected }: ExtraProps<ListedArrival>) {
  const arrivals = useMemo(() => {
    const meant = selected.size > 0 ? rows.filter(({ id }) => selected.has(id)) : active ? [active] : []
    const open = meant.filter(
      ({ type, state }) => isSettled(type) && (state === 'waiting' || state === 'left-out'),
    )
    return open.length > 0 ? open : null
  }, [rows, active, selected])
  useCommandTarget('arrivals', arrivals)
  return null
}

/** Whether staff settle it here: a difference is decided on its order, and a source speaks again by itself. */
const isSettled = (type: ListedArrival['type']) => type === 'record' || type === 'file'

function ArrivalsEmpty({ filter, address }: EmptyProps<ArrivalFilter>) {
  const { page, query, type, state } = filter
  if (page > 1)
    return <PastTheEnd title="No arrivals found" page={page} first={address({ ...filter, page: 1 })} />
  if (query === '' && type === '' && state === 'waiting') {
    return (
      <EmptyState
        title="Nothing waits"
        why="Everything that came from shops, ledgers and files was loaded, and no source is silent."
      />
    )
  }
  const why = query === '' ? 'Nothing matches the filters.' : `Nothing matches “${query}”.`
  return (
    <EmptyState title="No arrivals found" why={why}>
      <Link to={address(ALL_WAITING)} className={buttonVariants()}>
        Clear filters
      </Link>
    </EmptyState>
  )
}
