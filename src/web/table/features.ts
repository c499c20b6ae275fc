import { metaHelper, tableFeatures } from '@tanstack/react-table'

/** How a column stands in the grid. */
export interface ColumnLayout {
  /** Pixels. A column without a width takes what is left. */
  width?: number
  /** Figures stand right; everything else stands left. */
  align?: 'right'
  /** Its cell holds the link of a clickable row. Default: the first column's does. */
  link?: true
}

/** What every table of the console is made of: the core, and the layout of its columns. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnLayout>() })

export type Features = typeof features
