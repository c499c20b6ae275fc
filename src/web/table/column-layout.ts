import type { ColumnLayout } from './features.ts'

/** The least width, in pixels, of a column that takes what is left. */
const LEAST_WIDTH = 160

/** Pixels of a list at which the columns have the widths of the look: a screen of 1440 less the sidebar. */
const LOOK_WIDTH = 1232

/** The box that selects a row, before the columns. */
const PICK: ColumnLayout = { width: 42 }

export interface GridLayout {
  /** The value of `grid-template-columns`. */
  template: string
  /** Pixels under which the table scrolls sideways rather than squeeze. */
  minWidth: number
  /** The classes of each column's cells and head; where rows can be selected, those of the box's column come first. */
  cellClasses: string[]
  /** The place of the column, among the table's own, whose cell holds the row's link. */
  linkColumn: number
}

/**
 * Lays columns out: edges 16 px, cells 12, and 28 between money and the left column after it (the look's measures). On a
 * wider screen all columns share what is more, each by its width; the box of a row keeps its own.
 */
export function gridLayout(ownColumns: readonly ColumnLayout[], selectable = false): GridLayout {
  const columns = selectable ? [PICK, ...ownColumns] : ownColumns
  const minWidth = columns.reduce((sum, { width }) => sum + (width ?? LEAST_WIDTH), 0)
  const open = columns.filter(({ width }) => width === undefined).length
  const left = Math.max(LEAST_WIDTH, Math.floor((LOOK_WIDTH - minWidth) / open) + LEAST_WIDTH)
  const widths = columns.map((column) => {
    if (column === PICK) return `${column.width}px`
    const { width } = column
    return width === undefined ? `minmax(${LEAST_WIDTH}px, ${left}fr)` : `minmax(${width}px, ${width}fr)`
  })
  const cellClasses = columns.map(({ align }, index) => {
    const before = columns[index - 1]
    const afterMoney = align === undefined && before?.align === 'right'
    const left = index === 0 ? 'pl-4' : afterMoney ? 'pl-7' : 'pl-3'
    return `${left} pr-3 ${align === 'right' ? 'justify-end text-right tabular' : ''}`
  })
  const linkColumn = Math.max(
    0,
    ownColumns.findIndex(({ link }) => link === true),
  )
  return { template: widths.join(' '), minWidth, cellClasses, linkColumn }
}
