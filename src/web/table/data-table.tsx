// biome-ignore-all lint/a11y/noRedundantRoles: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
import { type ColumnDef, useTable } from '@tanstack/react-table'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useId,
  useMemo,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { useSteadyPress } from '../lib/steady-press.ts'
import { gridLayout } from './column-layout.ts'
import { type Features, features } from './features.ts'
import { recallPlace } from './list-memory.ts'
import { ROW_LINKS } from './row-link.ts'
import { TableHead } from './table-head.tsx'
import { type RowView, TableRow } from './table-row.tsx'
import { TotalRow } from './total-row.tsx'
import { useActiveMark } from './use-active-mark.ts'
import type { Cursor } from './use-cursor.ts'
import { useGridHandle } from './use-grid-handle.ts'
import { useNarrow } from './use-narrow.ts'
import type { Selection } from './use-selection.ts'

/** In pixels. */
const HEAD_HEIGHT = 28
const ROW_HEIGHT = { dense: 28, roomy: 32, phone: 59 } as const
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

/** The height of the single line in a cell, so that the row can centre it: the row without its border. */
const rowLine = (rowHeight: number): CSSProperties & Record<'--row-line', string> => ({
  '--row-line': `${rowHeight - 1}px`,
})

const rowIdOf = (inside: Element) => inside.closest('[role=row]')?.id ?? null

const noSelection = () => undefined

/**
 * The table component of the console: a grid with one tab stop that renders only visible rows. The active row is
 * always in the document, because `aria-activedescendant` refers to it. Commands move the active row through the
 * cursor.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    cursor,
    selection,
    striped = false,
    dense = false,
    gridLines = false,
  } = props
  const phone = useNarrow()
  const rowHeight = phone ? ROW_HEIGHT.phone : dense ? ROW_HEIGHT.dense : ROW_HEIGHT.roomy
  const headHeight = phone ? 0 : HEAD_HEIGHT
  const prefix = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const { control, address } = cursor

  // Memoised, because `useTable` makes a new table for new options, and all rows would rerender.
  const options = useMemo(() => ({ features, columns, data: rows, getRowId: rowId }), [columns, rows, rowId])
  const table = useTable(options)
  const model = table.getRowModel().rows
  const selectable = selection !== undefined && !phone
  const layout = useMemo(
    () =>
      gridLayout(
        columns.map((column) => column.meta ?? {}),
        selectable,
      ),
    [columns, selectable],
  )
  const elementId = useCallback((id: string) => `${prefix}${id}`, [prefix])
  const { phoneRow, rowLink, rowAction, onPhoneMenu } = props
  const totals = phone ? undefined : props.totals
  const views = useMemo(
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

  const activeIndex = cursor.index
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      if (activeIndex < 0 || shown.includes(activeIndex)) return shown
      return [...shown, activeIndex].sort((one, other) => one - other)
    },
    [activeIndex],
  )
  // Memoised, because the virtualizer measures all rows again when this function or the heading's height changes.
  const rowKey = useCallback((index: number) => views[index]?.id ?? index, [views])
  const virtualizer = useVirtualizer({
    count: views.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: rowKey,
    paddingStart: headHeight,
    paddingEnd: totals ? rowHeight : 0,
    overscan: OVERSCAN,
    rangeExtractor,
    // Not read from the element: after a render, that would lay out the page.
    onChange: ({ isScrolling, scrollOffset }) => {
      if (isScrolling && scrollOffset !== null) control.keepOffset(scrollOffset)
    },
    initialOffset: () => recallPlace(address).offset,
    initialRect: { width: window.innerWidth, height: window.innerHeight - AROUND },
  })
  useGridHandle({ cursor, scroller, grid, rowHeight, headHeight })
  useActiveMark({ scroller, grid, cursor, elementId, selectsActive: !selectable })

  const { onMenu } = props
  const openMenu = useCallback(
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
  const steady = useSteadyPress(rowIdOf)
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
        <tbody {...steady} {...ROW_LINKS} role="rowgroup" className="block" style={rowLine(rowHeight)}>
          {virtualizer.getVirtualItems().map((item) => {
            const view = views[item.index]
            return (
              view && (
                <TableRow
                  // Keyed by position, so that elements are reused. Replacing them takes the browser twice as
                  // long.
                  key={item.index}
                  view={view}
                  index={item.index}
                  top={item.start}
                  height={rowHeight}
                  active={item.index === activeIndex}
                  selected={selectable ? selection.ids.has(view.key) : null}
                  phone={phone}
                  striped={striped}
                  gridLines={gridLines}
                  layout={layout}
                  onActivate={control.moveTo}
                  onPhoneMenu={onPhoneMenu}
                  onMenu={openMenu}
                  onSelect={selection?.control.pick ?? noSelection}
                />
              )
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
