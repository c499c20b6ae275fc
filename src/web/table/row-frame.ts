import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import type { GridLayout } from './column-layout.ts'
import { ROW_LINK } from './row-link.ts'

/**
 * What the grid looks like, without state and handlers: React's table and the page, which draws the first rows before
 * the console's code has run, use the same classes.
 */

/** Below 768 px, the breakpoint `sm` of the Tailwind configuration: rows have two lines. */
export const NARROW = '(max-width: 767.98px)'

/** In pixels. */
export const HEAD_HEIGHT = 28
export const ROW_HEIGHT = { dense: 28, roomy: 32, phone: 59 } as const

/** The height of the single line in a cell, so that the row can centre it: the row without its border. */
export const rowLine = (rowHeight: number): CSSProperties & Record<'--row-line', string> => ({
  '--row-line': `${rowHeight - 1}px`,
})

interface RowFrame {
  index: number
  /** Pixels. */
  top: number
  height: number
  /** Null if rows cannot be selected. */
  selected: boolean | null
  phone: boolean
  striped: boolean
  clickable: boolean
  layout: GridLayout
}

/** The attributes of a row's element. */
export function rowAttributes({ index, top, height, selected, phone, striped, clickable, layout }: RowFrame) {
  return {
    role: 'row',
    'aria-rowindex': index + 2,
    'aria-selected': selected ?? false,
    className: clsx(
      'absolute inset-x-0 border-b border-line-soft',
      clickable && 'cursor-pointer',
      phone ? 'block' : 'grid',
      selected
        ? 'bg-accent-soft hover:bg-accent-soft data-active:bg-accent-tint'
        : ['hover:bg-hover', striped && index % 2 === 1 && 'bg-surface-2'],
      selected ? null : phone ? 'data-active:bg-accent-soft' : 'data-active:bg-hover',
      phone
        ? 'data-active:shadow-[inset_3px_0_0_var(--accent-ink)]'
        : 'data-active:shadow-[inset_3px_0_0_var(--line-control)] [[role=grid]:focus-within_&]:data-active:shadow-[inset_0_0_0_1.5px_var(--accent-ink),inset_3px_0_0_var(--accent-ink)]',
    ),
    style: { top, height, ...(!phone && { gridTemplateColumns: layout.template }) },
  }
}

/**
 * The browser's style sheet lets a cell inherit its vertical alignment, so each change of a row's style, such as the
 * mark of the active row, would compute the style of all its cells again. A cell laid out as a box does not need it.
 */
const OWN_STYLE = 'align-baseline'

/**
 * The classes of a cell in a wide row. A block of text takes a third of the layout time of a flex container. An action
 * that does not fit beside the content wraps below the cell, where it is not seen, and never covers a badge.
 */
export function cellClass(ofColumn: string | undefined, hasAction: boolean, gridLines: boolean): string {
  return clsx(
    hasAction
      ? 'flex h-(--row-line) min-w-0 flex-wrap items-center gap-x-2.5 overflow-hidden before:-mr-2.5 before:h-(--row-line) [&>:first-child]:max-w-full'
      : 'block truncate',
    'leading-(--row-line) whitespace-nowrap',
    OWN_STYLE,
    ofColumn,
    gridLines && 'border-r border-line-soft last:border-r-0',
  )
}

/** The attributes of a row's link. */
export const ROW_LINK_ATTRIBUTES = {
  'data-row-link': '',
  tabIndex: -1,
  draggable: false,
  className: `block min-w-0 outline-none ${ROW_LINK}`,
} as const

/** The classes of the only cell of a row in two lines. */
export const phoneCell = (hasMenu: boolean) =>
  clsx('h-full', OWN_STYLE, hasMenu ? 'grid grid-cols-[minmax(0,1fr)_auto]' : 'block')

export const PICK_CELL = `relative z-1 grid grid-cols-[14px] items-center pl-4 ${OWN_STYLE}`

/** The classes of the drawn check box. */
export const pickBox = (selected: boolean) =>
  clsx(
    'grid size-3.5 place-items-center rounded-[3px] border',
    selected ? 'border-accent bg-accent' : 'border-line-control bg-surface',
  )

/** The classes of the head: its group, its row and a heading. */
export const headGroup = (phone: boolean) => clsx('sticky top-0 z-2 block', phone && 'sr-only')
export const HEAD_ROW = 'grid h-7 border-b border-line bg-surface-2'
export const headCell = (ofColumn: string | undefined) =>
  clsx('flex min-w-0 items-center text-small font-medium whitespace-nowrap text-fg-3', ofColumn)
