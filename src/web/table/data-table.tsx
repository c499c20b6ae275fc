// biome-ignore-all lint/a11y/noRedundantRoles: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/noRedundantRoles: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
import { type ColumnDef, FlexRender, type Row as ModelRow, type Table, useTable } from '@tanstack/react-table'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { Checkbox } from '../ui/checkbox.tsx'
import { type Features, features, type GridLayout, gridLayout } from './column-layout.ts'
import { onPositionChange, recallPosition } from './list-memory.ts'
import { HEAD_HEIGHT, HEAD_ROW, headCell, headGroup, ROW_HEIGHT, rowLine } from './row-frame.ts'
import { ROW_LINKS } from './row-link.ts'
import { type RowView, TableRow } from './table-row.tsx'
import type { Cursor, GridHandle } from './use-cursor.ts'
import { useNarrow } from './use-narrow.ts'
import type { Selection } from './use-selection.ts'

/** Rows rendered above and below the visible ones: enough that a held key or a flick shows no gap. */
const OVERSCAN = 8
/** Height of the window around the rows of a list, in pixels, until the table is measured. */
const AROUND = 190

export interface DataTableProps<Row extends object> {
  /** The accessible name: the noun of the rows. */
  label: string
  // biome-ignore lint/suspicious/noExplicitAny: a table's columns differ in the type of their values
  columns: ColumnDef<Features, Row, any>[]
  rows: Row[]
  rowId(row: Row): string
  cursor: Cursor
  /** Makes rows selectable, except on a narrow screen, which has no space for check boxes. */
  selection?: Selection
  /** Renders a row in two lines, for narrow screens. */
  phoneRow(row: Row): ReactNode
  /** The address to which a row links. Must be stable. */
  rowLink?: (row: Row) => string
  /** The primary action of a row. Must be stable. */
  rowAction?: (row: Row) => ReactNode
  /** A last row with totals, a cell for each column. Not on a narrow screen. */
  totals?: readonly ReactNode[]
  /** On a narrow screen, the button of each row that opens its menu. Runs when the row is active. */
  onPhoneMenu?: (() => void) | undefined
  /** Opens the menu of the active row, by a right click. Must be stable; absent if rows have none. */
  onMenu?: (() => void) | undefined
  striped?: boolean
  dense?: boolean
  gridLines?: boolean
}

const noSelection = () => undefined

/**
 * The table component of the console: a grid with one tab stop that renders only visible rows. The active row is
 * always in the document, because `aria-activedescendant` refers to it. Commands move the active row through the
 * cursor.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, cursor, selection, onPhoneMenu } = props
  const { striped = false, dense = false, gridLines = false } = props
  const phone = useNarrow()
  const rowHeight = phone ? ROW_HEIGHT.phone : dense ? ROW_HEIGHT.dense : ROW_HEIGHT.roomy
  const headHeight = phone ? 0 : HEAD_HEIGHT
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const selectable = selection !== undefined && !phone
  const totals = phone ? undefined : props.totals

  const { table, layout } = useGridModel(props, selectable)
  const elementId = useElementId()
  const views = useRowViews(table.getRowModel().rows, elementId, props)
  const virtualizer = useRowWindow({ views, scroller, cursor, rowHeight, headHeight, hasTotals: !!totals })
  useGridHandle({ cursor, scroller, grid, rowHeight, headHeight })
  useActiveMark({ scroller, grid, cursor, elementId, selectsActive: !selectable })
  const look = { height: rowHeight, phone, striped, gridLines, layout }
  const onSelect = selection?.control.pick ?? noSelection
  const handlers = { onPhoneMenu, onMenu: useRowMenu(props), onSelect, onActivate: cursor.control.moveTo }
  return (
    <div
      ref={scroller}
      className="relative min-h-0 flex-1 overflow-auto border-t border-line max-sm:border-t-0 low:h-dvh low:flex-none"
    >
      <table
        ref={grid}
        role="grid"
        aria-label={label}
        aria-rowcount={views.length + (totals ? 2 : 1)}
        aria-colcount={columns.length + (selectable ? 1 : 0)}
        aria-multiselectable={selectable || undefined}
        tabIndex={0}
        className="relative block w-full outline-none"
        style={{ height: virtualizer.getTotalSize(), minWidth: phone ? 0 : layout.minWidth }}
      >
        <TableHead
          table={table}
          layout={layout}
          phone={phone}
          selection={selectable ? selection : null}
          count={rows.length}
        />
        <tbody {...ROW_LINKS} role="rowgroup" className="block" style={rowLine(rowHeight)}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const view = views[index]
            const selected = view && selectable ? selection.ids.has(view.key) : null
            const state = { top: start, active: index === cursor.index, selected }
            return (
              view && <TableRow key={view.key} view={view} index={index} {...state} {...look} {...handlers} />
            )
          })}
        </tbody>
        {totals && (
          <TotalRow
            cells={totals}
            index={views.length}
            height={rowHeight}
            layout={layout}
            selectable={selectable}
          />
        )}
      </table>
    </div>
  )
}

/** The rows and columns of the table, and the widths of its cells. */
function useGridModel<Row extends object>(
  { columns, rows, rowId }: DataTableProps<Row>,
  selectable: boolean,
) {
  // Memoised, because `useTable` makes a new table for new options, and all rows would rerender.
  const options = useMemo(() => ({ features, columns, data: rows, getRowId: rowId }), [columns, rows, rowId])
  const table = useTable(options)
  const layout = useMemo(
    () =>
      gridLayout(
        columns.map((column) => column.meta ?? {}),
        selectable,
      ),
    [columns, selectable],
  )
  return { table, layout }
}

/** Ids of elements for rows: `aria-activedescendant` names one. */
function useElementId(): (rowId: string) => string {
  const prefix = useId()
  return useCallback((id: string) => `${prefix}${id}`, [prefix])
}

/** What the rows on screen render. Memoised, because each row rerenders for a new view. */
function useRowViews<Row extends object>(
  model: readonly ModelRow<Features, Row>[],
  elementId: (id: string) => string,
  { phoneRow, rowLink, rowAction }: Pick<DataTableProps<Row>, 'phoneRow' | 'rowLink' | 'rowAction'>,
): RowView[] {
  return useMemo(
    () =>
      model.map(
        (row): RowView => ({
          key: row.id,
          id: elementId(row.id),
          link: rowLink?.(row.original) ?? null,
          // Called directly: a component per cell would add a third to the time of rendering rows.
          cells: () =>
            row.getAllCells().map((cell) => {
              const { cell: draw } = cell.column.columnDef
              return typeof draw === 'function' ? draw(cell.getContext()) : draw
            }),
          phone: () => phoneRow(row.original),
          action: () => rowAction?.(row.original),
        }),
      ),
    [model, elementId, phoneRow, rowLink, rowAction],
  )
}

interface RowWindow {
  views: readonly RowView[]
  scroller: RefObject<HTMLDivElement | null>
  cursor: Cursor
  rowHeight: number
  headHeight: number
  hasTotals: boolean
}

/** The visible rows and the active one. */
function useRowWindow({ views, scroller, cursor, rowHeight, headHeight, hasTotals }: RowWindow) {
  const { control, address, index: activeIndex } = cursor
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      if (activeIndex < 0 || shown.includes(activeIndex)) return shown
      return [...shown, activeIndex].sort((a, b) => a - b)
    },
    [activeIndex],
  )
  // Memoised, because the virtualizer measures all rows again when this function or the heading's height changes.
  const rowKey = useCallback((index: number) => views[index]?.id ?? index, [views])
  return useVirtualizer({
    count: views.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: rowKey,
    paddingStart: headHeight,
    paddingEnd: hasTotals ? rowHeight : 0,
    overscan: OVERSCAN,
    rangeExtractor,
    // Not read from the element: after a render, that would lay out the page.
    onChange: ({ isScrolling, scrollOffset }) => {
      if (isScrolling && scrollOffset !== null) control.keepOffset(scrollOffset)
    },
    initialOffset: () => recallPosition(address).offset,
    initialRect: { width: window.innerWidth, height: window.innerHeight - AROUND },
  })
}

/** Opens the menu of a row by a right click. */
function useRowMenu({ onMenu, cursor }: Pick<DataTableProps<object>, 'onMenu' | 'cursor'>) {
  const { control } = cursor
  return useCallback(
    (index: number, event: MouseEvent) => {
      // Shift opens the browser's own menu, and so does a right click on selected text, to copy it.
      if (!onMenu || event.shiftKey || window.getSelection()?.isCollapsed === false) return
      event.preventDefault()
      // Rendered at once: the menu is that of the active row.
      flushSync(() => control.moveTo(index))
      onMenu()
    },
    [onMenu, control],
  )
}

interface TotalRowProps {
  /** A cell for each column. */
  cells: readonly ReactNode[]
  /** The number of rows above it. */
  index: number
  height: number
  layout: GridLayout
  selectable: boolean
}

/** The last row of a grid, with its totals. It cannot be active or selected. */
function TotalRow({ cells, index, height, layout, selectable }: TotalRowProps) {
  const before = selectable ? 1 : 0
  return (
    <tfoot role="rowgroup" className="absolute inset-x-0 bottom-0 block">
      <tr
        role="row"
        aria-rowindex={index + 2}
        className="grid border-b border-line bg-surface-2 font-medium"
        style={{ height, gridTemplateColumns: layout.template }}
      >
        {selectable && <td role="gridcell" />}
        {cells.map((content, column) => (
          <td
            // Safe, because the columns of a table never change their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={column}
            role="gridcell"
            className={clsx(
              'flex min-w-0 items-center whitespace-nowrap',
              layout.cellClasses[column + before],
            )}
          >
            {content}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

interface TableHeadProps<Row extends object> {
  table: Pick<Table<Features, Row>, 'getHeaderGroups'>
  layout: GridLayout
  /** On a narrow screen only screen readers get the head. */
  phone: boolean
  /** Null if rows cannot be selected. */
  selection: Selection | null
  /** How many rows the page has. */
  count: number
}

/** The check box that selects all rows of the page or none. It is not a tab stop; its key is mod+A. */
function PickHead({ selection: { ids, control }, count }: { selection: Selection; count: number }) {
  return (
    <th role="columnheader" scope="col" className="flex items-center pl-4">
      <Checkbox
        tabIndex={-1}
        aria-label="Select all rows of the page"
        checked={ids.size === count}
        indeterminate={ids.size > 0 && ids.size < count}
        onMouseDown={(event) => event.preventDefault()}
        onChange={control.pickPage}
      />
    </th>
  )
}

/** The column headings of the grid. */
function TableHead<Row extends object>(props: TableHeadProps<Row>) {
  const { table, layout, phone, selection, count } = props
  return (
    <thead role="rowgroup" className={headGroup(phone)}>
      {table.getHeaderGroups().map((group) => (
        <tr
          key={group.id}
          role="row"
          aria-rowindex={1}
          className={HEAD_ROW}
          style={{ gridTemplateColumns: layout.template }}
        >
          {selection && <PickHead selection={selection} count={count} />}
          {group.headers.map((header, index) => (
            <th
              key={header.id}
              role="columnheader"
              scope="col"
              className={headCell(layout.cellClasses[selection ? index + 1 : index])}
            >
              <FlexRender header={header} />
            </th>
          ))}
        </tr>
      ))}
    </thead>
  )
}

interface ActiveMark {
  /** The scrolling element, and the grid inside it. */
  scroller: RefObject<HTMLElement | null>
  grid: RefObject<HTMLElement | null>
  cursor: Cursor
  /** The id of a row's element. */
  elementId(rowId: string): string
  /** Whether `aria-selected` tells which row is active, as in a grid without selectable rows. */
  selectsActive: boolean
}

/**
 * Marks the active row of a grid in the document, outside of React: a render for each repeat of a held key would fall
 * behind on a slow PC. The mark is written here alone, from the place in the list memory that commands read as well,
 * and again after each commit, which may have replaced the row's element.
 */
function useActiveMark({ scroller, grid, cursor, elementId, selectsActive }: ActiveMark): void {
  const marked = useRef<{ row: HTMLElement; id: string } | null>(null)
  const mark = useCallback(
    (row: HTMLElement | null) => {
      const before = marked.current
      if (row === (before?.row ?? null) && row?.id === before?.id) return
      marked.current = row && { row, id: row.id }
      before?.row.removeAttribute('data-active')
      row?.setAttribute('data-active', '')
      if (selectsActive) before?.row.setAttribute('aria-selected', 'false')
      if (selectsActive) row?.setAttribute('aria-selected', 'true')
      if (row) grid.current?.setAttribute('aria-activedescendant', row.id)
      else grid.current?.removeAttribute('aria-activedescendant')
    },
    [grid, selectsActive],
  )
  // Without it, a row would stay selected in a grid whose rows have become selectable.
  useLayoutEffect(() => () => mark(null), [mark])
  useLayoutEffect(() => {
    const update = () => {
      const id = cursor.activeId()
      const row = id === null ? null : document.getElementById(elementId(id))
      mark(row)
      return row !== null || id === null
    }
    update()
    return onPositionChange(() => {
      // Beyond the rendered rows: the virtualizer must not wait for the browser's event, which comes with the frame.
      if (!update()) scroller.current?.dispatchEvent(new Event('scroll'))
    })
  })
}

interface GridParts {
  cursor: Cursor
  /** The scrolling element, and the grid inside it. */
  scroller: RefObject<HTMLElement | null>
  grid: RefObject<HTMLElement | null>
  /** Pixels. */
  rowHeight: number
  headHeight: number
}

/** Whether the rows may take the focus: no element or only the screen's heading has it. */
function mayTakeFocus(): boolean {
  const focused = document.activeElement
  return focused === document.body || focused?.tagName === 'H1'
}

/**
 * Connects the grid on screen to its cursor. For each new address it restores the scroll position before the
 * browser paints.
 */
function useGridHandle(parts: GridParts): void {
  const { cursor, scroller, grid, rowHeight, headHeight } = parts
  const { control, address, index: activeIndex } = cursor
  const handle = useMemo(
    (): GridHandle => ({
      // Only if it has not the focus yet: giving it lays out the page.
      focus() {
        if (document.activeElement !== grid.current) grid.current?.focus({ preventScroll: true })
      },
      rowsInView: () =>
        Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight)),
      reveal(index) {
        const element = scroller.current
        if (element === null) return null
        const top = index * rowHeight
        const lowest = top + rowHeight + headHeight - element.clientHeight
        if (top < element.scrollTop) element.scrollTop = top
        else if (lowest > element.scrollTop) element.scrollTop = lowest
        // In a low window the page scrolls, too.
        if (document.documentElement.scrollHeight > window.innerHeight) {
          element.scrollIntoView({ block: 'nearest' })
        }
        return element.scrollTop
      },
      place(index) {
        const element = scroller.current
        if (element === null) return null
        const { top, left, width } = element.getBoundingClientRect()
        const offset = headHeight + index * rowHeight - element.scrollTop
        return { top: top + offset, left, width, height: rowHeight }
      },
    }),
    [scroller, grid, rowHeight, headHeight],
  )

  useLayoutEffect(() => {
    control.attach(handle)
    return () => control.attach(null)
  }, [control, handle])

  // Not a layout effect, so that a layer that closes at the same time returns the focus before.
  useEffect(() => {
    if (mayTakeFocus()) handle.focus()
  }, [handle])

  const restored = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (restored.current === address || scroller.current === null) return
    restored.current = address
    const place = recallPosition(address)
    scroller.current.scrollTop = place.offset
    if (place.reveal) handle.reveal(activeIndex)
  }, [scroller, handle, address, activeIndex])
}
