/** A row of the contest of tables: the same six texts for each of them. */
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

/** Pixels, for all of them. */
export const GRID_ROW_HEIGHT = 28

/** A table in the contest, in a page of its own. */
export interface TableContestant {
  /** Draws these rows instead of any before; what it needs before there are data is there already. */
  show(place: HTMLElement, rows: GridRow[]): void
  focusFirst(): void
  /** The position of the active row, from 0; −1 for none. */
  activeRow(): number
}

declare global {
  interface Window {
    contestant?: TableContestant
  }
}
