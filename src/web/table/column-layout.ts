import type { ColumnLayout } from './features.ts'

/** The least width, in pixels, of a column that takes what is left. */
const LEAST_WIDTH = 160

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

/** Lays columns out: edges 16 px, cells 12, and 28 between money and the left column after it (the look's measures). */
export function gridLayout(ownColumns: readonly ColumnLayout[], selectable = false): GridLayout {
  const columns = selectable ? [PICK, ...ownColumns] : ownColumns
  const widths = columns.map(({ width }) =>
    width === undefined ? `minmax(${LEAST_WIDTH}px, 1fr)` : `${width}px`,
  )
  const minWidth = columns.reduce((sum, { width }) => sum + (width ?? LEAST_WIDTH), 0)
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
