/** A row of the comparison of tables: the same six texts for all of them. */
export interface GridRow {
  code: string
  date: string
  customer: string
  total: string
  region: string
  status: string
}

export const COLUMNS: readonly { key: keyof GridRow; title: string; width: number }[] = [
  { key: 'code', title: 'Order ID', width: 92 },
  { key: 'date', title: 'Date', width: 222 },
  { key: 'customer', title: 'Customer', width: 400 },
  { key: 'total', title: 'Total', width: 118 },
  { key: 'region', title: 'Region', width: 240 },
  { key: 'status', title: 'Status', width: 208 },
]

/** Height of rows in pixels, for all tables. */
export const GRID_ROW_HEIGHT = 28

/** A table of the comparison, in a page of its own. */
export interface TableContestant {
  /** Replaces the rows. The table's code has already been loaded. */
  show(place: HTMLElement, rows: GridRow[]): void
  focusFirst(): void
  /** Index of the active row, from 0; −1 if there is none. */
  activeRow(): number
}

declare global {
  interface Window {
    contestant?: TableContestant
  }
}
