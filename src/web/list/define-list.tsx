import { type ComponentType, type ReactNode, type Ref, useCallback, useMemo, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import type { CommandId } from '../../../commands/index.ts'
import type { ExportRequest } from '../../contract/exports.ts'
import { isCutShort, pageCount } from '../../domain/lists/paging.ts'
import { useWhenIdle } from '../api/when-idle.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { RowMenu } from '../commands/command-menu.tsx'
import { runCommand } from '../commands/run.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { useGo } from '../routing/location.ts'
import { DataTable, type DataTableProps } from '../table/data-table.tsx'
import { TableSkeleton } from '../table/table-skeleton.tsx'
import { useNarrow } from '../table/use-narrow.ts'
import { type Selection, useSelection } from '../table/use-selection.ts'
import type { Deferred } from '../ui/deferred.tsx'
import { type ListFilter, useAddressFilter } from './list-filter.ts'
import { ListEndsHere, ListFailure, ListFrame, UnreadableRows } from './list-frame.tsx'
import { SelectionTools } from './list-tools.tsx'
import { ListCount, Pagination } from './pagination.tsx'
import type { NewRows, RowSource } from './row-source.ts'
import { useListCommands } from './use-list-commands.ts'
import { type ListAnswer, type ListRows, useListRows } from './use-list-rows.ts'

export interface ToolsProps<Filter> {
  /** The plural noun of the rows. */
  noun: string
  /** The filter in the address. */
  filter: Filter
  onApply(filter: Filter): void
  form: Ref<HTMLFormElement>
  /** Commands of the screen's heading. A narrow screen shows them among the tools. */
  commands: readonly CommandId[]
  /** Whether a button applies the filter. */
  button: boolean
}

export interface EmptyProps<Filter> {
  noun: string
  filter: Filter
  address(filter: Filter): string
}

export interface PreviewProps<Row> {
  /** The active row. */
  row: Row
  onClose(): void
}

export interface ExtraProps<Row> {
  list: ListRows<Row>
  selected: ReadonlySet<string>
}

export interface ListParts<Row extends object, Filter>
  extends Pick<
    DataTableProps<Row>,
    'columns' | 'phoneRow' | 'rowId' | 'rowLink' | 'rowAction' | 'onPhoneMenu'
  > {
  /** The plural noun of the rows: 'orders'. Also the key under which the list's address is remembered. */
  noun: string
  title: string
  /** The accessible name of the rows. Default: the title. */
  label?: string
  filter: ListFilter<Filter>
  rows: RowSource<Row, Filter>
  /** The same search on all dates; null if it has them already. Absent if the list is not limited to dates. */
  allDates?(filter: Filter): Filter | null
  /** The error message when the rows cannot be loaded. */
  failure?: string
  /** The cells of a last row with totals. */
  totals?(rows: readonly Row[]): readonly ReactNode[]
  /** Above the search: the way back to another screen. */
  Crumb?: ComponentType<{ filter: Filter }>
  /** Search and filters above the rows; none if absent. */
  Tools?: ComponentType<ToolsProps<Filter>>
  /** Shown when there are no rows. */
  Empty: ComponentType<EmptyProps<Filter>>
  /** Commands in the screen's heading. */
  commands?: readonly CommandId[]
  /** Whether the commands are the screen's primary buttons. */
  primary?: boolean
  /** Makes rows selectable. The commands offered for selected rows. */
  selection?: readonly CommandId[]
  /** The records to export: the rows with these ids, or all that the filter finds if there are none. */
  exported?(filter: Filter, selected: readonly string[]): ExportRequest
  /** The preview pane of the active row. */
  preview?: Deferred<PreviewProps<Row>>
  /** Appended to the count after the title. */
  countNote?: string
  /** Whether the list is a tab of another screen and has no frame. */
  inTab?: boolean
  /** Rendered in every state. */
  Extra?: ComponentType<ExtraProps<Row>>
  /** The address of a row's record, by the row's id. */
  recordPath?(id: string): string
  /** The menu of the active row. */
  menu?(active: Row, selected: number): { label: string; ids: readonly CommandId[] }
  /** Makes the active row the target of commands, as a hook. */
  useActive?(active: Row | null): void
}

/** A list as routes and tabs use it. */
export interface DefinedList {
  Component: ComponentType
  /** Starts loading the rows without waiting for them. */
  loader(args: Pick<LoaderFunctionArgs, 'request'>): null
}

const NONE: readonly CommandId[] = []
const NO_IDS: ReadonlySet<string> = new Set()

/** Declares a list: its screen and its loader. All list screens are declared this way. */
export function defineList<Row extends object, Filter>(parts: ListParts<Row, Filter>): DefinedList {
  const { title, filter, rows, countNote = '', inTab = false } = parts
  const useList = listHook(parts)

  function Component() {
    const state = useList()
    const { list, news, paging, selection } = state
    const content = <ListContent parts={parts} state={state} />
    if (inTab) return content
    return (
      <ListFrame
        title={title}
        count={paging && list.count && `${list.count}${countNote}`}
        busy={list.waiting}
        news={<NewRowsButton count={news.count} />}
        actions={<HeadActions parts={parts} selection={selection} />}
      >
        {content}
      </ListFrame>
    )
  }

  return {
    Component,
    loader({ request }) {
      rows.prefetch(filter.read(new URL(request.url)))
      return null
    },
  }
}

/** Makes the hook with the state of a list. Its declaration decides, once, which hooks are called. */
function listHook<Row extends object, Filter>(parts: ListParts<Row, Filter>) {
  const { noun, filter, rows, rowId, recordPath, preview, Tools, inTab = false } = parts
  const useFilter = filter.useFilter ?? (() => useAddressFilter(filter.read))
  const useActive = parts.useActive ?? (() => undefined)
  const useNew = rows.useNew ?? noNewRows
  const useSelected = parts.selection ? useSelection : (): Selection | null => null

  return function useList() {
    const shownFilter = useFilter()
    const answer = rows.useAnswer(shownFilter)
    const news = useNew(shownFilter)
    const list = useListRows({ noun, address: filter.address(shownFilter), answer, rowId })
    const { address, control } = list.cursor
    const pane = usePreview(control.focus, preview !== undefined && list.rows.length > 0)
    useWhenIdle(() => preview?.preload())
    const selection = useSelected(address, list.ids, control)
    const paging = usePaging(filter, shownFilter, answer)
    const wider = parts.allDates?.(shownFilter) ?? null
    const exported = useExported(parts.exported, shownFilter, list.ids, selection?.ids)
    const tools = useListCommands(list, {
      ...(recordPath && { recordPath }),
      ...(paging && { paging }),
      select: selection?.change,
      exported,
      viewAddress: Tools && filter.address(filter.pages?.at(shownFilter, 1) ?? shownFilter),
      takeNew: news.count > 0 ? news.take : undefined,
      peek: preview && pane.open,
      allDates: wider === null ? undefined : filter.address(wider),
      filters: !inTab,
      search: Tools !== undefined,
    })
    useActive(list.active)
    const apply = useApply(filter, shownFilter, list.goTo)
    return { filter: shownFilter, list, news, pane, selection, paging, tools, apply }
  }
}

interface ListContentProps<Row extends object, Filter> {
  parts: ListParts<Row, Filter>
  state: ReturnType<ReturnType<typeof listHook<Row, Filter>>>
}

/** A list without its frame: tools, rows and pagination. */
function ListContent<Row extends object, Filter>({ parts, state }: ListContentProps<Row, Filter>) {
  const { noun, title, label = title, commands = NONE, menu, preview, Tools, Empty, Extra, inTab } = parts
  const { failure = `Failed to load ${noun}, please try again.`, columns, phoneRow, rowId } = parts
  const { rowLink, rowAction, onPhoneMenu, totals, Crumb } = parts
  const { filter, list, pane, selection, paging, tools, apply } = state
  const selected = selection?.ids ?? NO_IDS
  return (
    <>
      {Crumb && <Crumb filter={filter} />}
      {Tools && (
        <Tools noun={noun} filter={filter} onApply={apply} form={tools} commands={commands} button={!inTab} />
      )}
      <ListBody<Row>
        {...{ columns, phoneRow, rowId, list, failure, label, onPhoneMenu }}
        {...(totals && { totals: totals(list.rows) })}
        {...(rowLink && { rowLink })}
        {...(rowAction && { rowAction })}
        {...(selection && { selection })}
        {...(paging && { paging })}
        empty={<Empty noun={noun} filter={filter} address={parts.filter.address} />}
        menu={menu && ((active) => menu(active, selected.size))}
        dense
      >
        {preview && pane.peeking && list.active && (
          <preview.Component row={list.active} onClose={pane.close} />
        )}
      </ListBody>
      {Tools && !paging && <ListCount list={list} />}
      {Extra && <Extra list={list} selected={selected} />}
    </>
  )
}

const noNewRows = (): NewRows => ({ count: 0, take: () => undefined })

interface HeadActionsProps {
  parts: Pick<ListParts<object, unknown>, 'commands' | 'primary' | 'selection'>
  selection: Selection | null
}

function HeadActions({
  parts: { commands = NONE, primary, selection: ids = NONE },
  selection,
}: HeadActionsProps) {
  return (
    <>
      {selection && <SelectionTools count={selection.ids.size} ids={ids} onClear={selection.control.clear} />}
      {commands.map((id) => (
        <CommandButton key={id} id={id} variant={primary ? 'primary' : 'default'} />
      ))}
    </>
  )
}

/** The pages of a list; undefined if it has none. */
function usePaging<Row, Filter>(
  { pages, address }: ListFilter<Filter>,
  filter: Filter,
  answer: ListAnswer<Row>,
) {
  const pathOf = useCallback(
    (page: number) => (pages ? address(pages.at(filter, page)) : ''),
    [pages, address, filter],
  )
  if (!pages) return undefined
  const page = pages.of(filter)
  const { data } = answer
  const known = pages.count?.(filter) ?? pageCount(page, data ? data.rows.length + data.unreadable : 0)
  return { page, pages: answer.pages ?? known, pathOf }
}

/**
 * The export of the selected rows in the order of the list, otherwise of the filter or the rows of the page; undefined if
 * the list has no export.
 */
function useExported<Filter>(
  exported: ListParts<object, Filter>['exported'],
  filter: Filter,
  ids: readonly string[],
  selected: ReadonlySet<string> = NO_IDS,
) {
  return useMemo(() => {
    if (!exported) return undefined
    return (of?: 'page') => {
      const all = of === 'page' ? ids : []
      return exported(filter, selected.size > 0 ? ids.filter((id) => selected.has(id)) : all)
    }
  }, [exported, filter, ids, selected])
}

/** Applies another filter to the list. */
function useApply<Filter>(
  { address, isOtherList }: ListFilter<Filter>,
  shown: Filter,
  goTo: (address: string) => void,
): (next: Filter) => void {
  const go = useGo()
  return useCallback(
    (next) => (isOtherList?.(shown, next) ? go : goTo)(address(next)),
    [address, isOtherList, shown, goTo, go],
  )
}

interface ListBodyProps<Row extends object> extends Omit<DataTableProps<Row>, 'rows' | 'cursor' | 'onMenu'> {
  list: ListRows<Row>
  /** The error message when the rows cannot be loaded. */
  failure: string
  /** Shown when there are no rows. */
  empty: ReactNode
  /** The pages, if the list has pages. */
  paging?: { page: number; pages: number; pathOf(page: number): string }
  /** The menu of the active row: its name, 'Actions for order 104823', and its commands. */
  menu?: ((active: Row) => { label: string; ids: readonly CommandId[] }) | undefined
  /** Rendered next to the rows: the preview pane. */
  children?: ReactNode
}

/** Opens the menu of the active row. */
const openMenu = () => runCommand('actions.open', 'menu')

/** The part of a list below its tools, in each of its states: errors, rows, pages. */
export function ListBody<Row extends object>(props: ListBodyProps<Row>) {
  const { list, failure, empty, paging, menu, children, ...table } = props
  const { control } = list.cursor
  return (
    <>
      {list.failed && <ListFailure message={failure} reason={list.reason} onRetry={list.retry} />}
      <UnreadableRows count={list.unreadable} />
      {list.state === 'rows' && (
        <div className="relative flex min-h-0 flex-1 flex-col">
          <DataTable {...table} rows={list.rows} cursor={list.cursor} onMenu={menu && openMenu} />
          {children}
          {menu && list.active !== null && (
            <RowMenu {...menu(list.active)} place={control.place} onClosed={control.focus} />
          )}
        </div>
      )}
      {list.state === 'empty' && empty}
      {list.state === 'failed' && <div className="flex-1" />}
      {list.state === 'loading' && (
        <TableSkeleton
          columns={table.columns}
          dense={table.dense ?? false}
          selectable={table.selection !== undefined}
        />
      )}
      {paging && isCutShort(paging.page, list.rows.length + list.unreadable) && <ListEndsHere />}
      {paging && <Pagination {...paging} position={list.position} />}
    </>
  )
}

interface Preview {
  /** Whether the pane is open. */
  peeking: boolean
  /** Opens the pane; undefined on a narrow screen, which has no space next to the rows. */
  open: (() => void) | undefined
  close(): void
}

/** State of a list's preview pane. It follows the active row, also to other pages, until it is closed. */
function usePreview(focusRows: () => void, hasRows: boolean): Preview {
  const [wanted, setWanted] = useState(false)
  const narrow = useNarrow()
  const peeking = wanted && hasRows && !narrow
  const open = useCallback(() => setWanted(true), [])
  const close = useCallback(() => {
    setWanted(false)
    focusRows()
  }, [focusRows])
  useCommandTarget(
    'peek',
    useMemo(() => (peeking ? { close } : null), [peeking, close]),
  )
  return { peeking, open: narrow ? undefined : open, close }
}

/** The button '3 new' after the heading of a list. It loads the new rows; until then no row moves. */
function NewRowsButton({ count }: { count: number }) {
  return (
    // Rendered even without new rows, because screen readers announce a status only if its element existed before.
    <span role="status">
      {count > 0 && <CommandButton id="list.take-new" variant="quiet" label={`${count} new`} />}
    </span>
  )
}
