// biome-ignore-all lint/a11y/noRedundantRoles: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
import { Check, Ellipsis } from 'lucide-react'
import { type MouseEvent, memo, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import type { GridLayout } from './column-layout.ts'
import { cellClass, PICK_CELL, phoneCell, pickBox, ROW_LINK_ATTRIBUTES, rowAttributes } from './row-frame.ts'
import { OWN_PRESS } from './row-link.ts'

/** A row as the grid renders it. Created once per response, so that memoised rows do not rerender. */
export interface RowView {
  /** Id of the row: the code of its record. */
  key: string
  /** Id of the row's element. */
  id: string
  /** Address that a clickable row links to. */
  link: string | null
  cells(): ReactNode[]
  /** Renders the row in two lines, for narrow screens. */
  phone(): ReactNode
  /** Renders the row's primary action. The active row and the one under the pointer show it. */
  action(): ReactNode
}

interface TableRowProps {
  view: RowView
  index: number
  top: number
  height: number
  /** Whether to show the row's action, because the row is active. The table marks the active row. */
  active: boolean
  /** Null if rows cannot be selected. */
  selected: boolean | null
  phone: boolean
  striped: boolean
  gridLines: boolean
  layout: GridLayout
  onActivate(index: number): void
  /** Opens the menu of the active row, by a button in each row of a narrow screen; undefined without such a button. */
  onPhoneMenu: (() => void) | undefined
  /** A right click. */
  onMenu(index: number, event: MouseEvent): void
  /** @param range whether Shift was held, which selects all rows from the last selected one */
  onSelect(index: number, range: boolean): void
}

function LinkedCell({ link, children }: { link: string | null; children: ReactNode }) {
  if (link === null) return children
  return (
    <Link to={link} {...ROW_LINK_ATTRIBUTES}>
      {children}
    </Link>
  )
}

/**
 * The cell that selects a row. A click anywhere in it selects, and the rows keep the focus. The check box is only
 * drawn: the row itself has `aria-selected`, and its accessible name begins with its code.
 */
function PickCell({ index, selected, onSelect }: TableRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: commands of the list do the same by key
    <td
      {...OWN_PRESS}
      role="gridcell"
      className={PICK_CELL}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onSelect(index, event.shiftKey)}
    >
      <span aria-hidden="true" className={pickBox(selected === true)}>
        {selected && <Check className="size-2.5 stroke-[3.5] text-on-accent" />}
      </span>
    </td>
  )
}

/**
 * Keeps the focus in the rows: the action may remove the button or change its row, and the focus must not be on it
 * then.
 */
function keepFocusInRows(event: MouseEvent<HTMLElement>): void {
  event.preventDefault()
  event.currentTarget.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
}

function WideCells({ view, active, over, selected, layout, gridLines }: TableRowProps & { over: boolean }) {
  const cells = view.cells()
  const before = selected === null ? 0 : 1
  return cells.map((content, column) => {
    const action = (active || over) && column === cells.length - 1 ? view.action() : null
    return (
      <td
        // Safe, because the columns of a table never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={column}
        role="gridcell"
        className={cellClass(layout.cellClasses[column + before], Boolean(action), gridLines)}
      >
        {column === layout.linkColumn ? <LinkedCell link={view.link}>{content}</LinkedCell> : content}
        {action && (
          // biome-ignore lint/a11y/noStaticElementInteractions: the button inside handles clicks
          <span
            className="relative z-1 ml-auto flex [tr:not([data-active],:hover)_&]:hidden"
            onMouseDown={keepFocusInRows}
          >
            {action}
          </span>
        )}
      </td>
    )
  })
}

/** The button that opens the menu of a row by touch. */
function PhoneMenu({ index, onActivate, open }: TableRowProps & { open(): void }) {
  return (
    <button
      type="button"
      aria-label="Actions"
      className="relative z-1 grid w-11 place-items-center border-l border-line-soft text-fg-2"
      onClick={() => {
        // The menu acts on the active row.
        flushSync(() => onActivate(index))
        open()
      }}
    >
      <Ellipsis className="icon-16" aria-hidden="true" />
    </button>
  )
}

/**
 * A row of the grid. When the cursor or the pointer moves, only the row that it leaves and the one that it enters
 * rerender.
 */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { view, index, selected, phone } = props
  const [over, setOver] = useState(false)
  return (
    <tr
      id={view.id}
      {...rowAttributes({ ...props, clickable: view.link !== null })}
      onClick={() => props.onActivate(index)}
      onMouseEnter={() => setOver(true)}
      onMouseLeave={() => setOver(false)}
      onContextMenu={(event) => props.onMenu(index, event)}
    >
      {phone ? (
        <td
          role="gridcell"
          aria-colspan={props.layout.cellClasses.length}
          className={phoneCell(props.onPhoneMenu !== undefined)}
        >
          <LinkedCell link={view.link}>{view.phone()}</LinkedCell>
          {props.onPhoneMenu && <PhoneMenu {...props} open={props.onPhoneMenu} />}
        </td>
      ) : (
        <>
          {selected !== null && <PickCell {...props} />}
          <WideCells {...props} over={over} />
        </>
      )}
    </tr>
  )
})
