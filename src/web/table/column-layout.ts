import { metaHelper, tableFeatures } from '@tanstack/react-table'

/** Layout of a column. */
export interface ColumnLayout {
  /** Pixels. A column without a width takes the remaining space. */
  width?: number
  /** Right-aligned, for numbers. Default: left. */
  align?: 'right'
  /** Marks the column whose cell contains the link of a clickable row. Default: the first column. */
  link?: true
}

/** The features of all tables: the core, and the layout of columns. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnLayout>() })

export type Features = typeof features

/** The minimum width, in pixels, of a column without a width. */
const LEAST_WIDTH = 160

/**
 * The width of a list, in pixels, at which columns have their declared widths: a screen of 1440 without the
 * sidebar.
 */
const LOOK_WIDTH = 1232

/** The column with the check boxes that select rows. */
const PICK: ColumnLayout = { width: 42 }

export interface GridLayout {
  /** The value of `grid-template-columns`. */
  template: string
  /** Width in pixels below which the table scrolls horizontally. */
  minWidth: number
  /**
   * Classes of the cells and heading of each column. If rows can be selected, the first ones are for the check
   * boxes.
   */
  cellClasses: string[]
  /** Index, among the table's own columns, of the column whose cell contains the row's link. */
  linkColumn: number
}

/**
 * Lays out columns. In pixels, the padding is 16 at the edges, 12 in cells, and 28 between money and a
 * left-aligned column after it. A wider screen widens all columns in proportion, except for that of the check
 * boxes.
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
