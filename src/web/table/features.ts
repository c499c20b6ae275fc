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
