import '../../src/web/styles.css'
import { createColumnHelper } from '@tanstack/react-table'
import { Provider } from 'jotai'
import { useMemo } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { Hotkeys } from '../../src/web/hotkeys/hotkeys.tsx'
import { useListCommands } from '../../src/web/list/use-list-commands.ts'
import { store } from '../../src/web/state/store.ts'
import { codeColumn, textColumn } from '../../src/web/table/column-kinds.tsx'
import type { Features } from '../../src/web/table/column-layout.ts'
import { DataTable } from '../../src/web/table/data-table.tsx'
import { useCursor } from '../../src/web/table/use-cursor.ts'
import { useSelection } from '../../src/web/table/use-selection.ts'
import { COLUMNS, type GridRow, type TableContestant } from './grid-row.ts'

const column = createColumnHelper<Features, GridRow>()
const columns = column.columns(
  COLUMNS.map(({ key, title, width }) =>
    column.accessor(key, { header: title, ...(key === 'code' ? codeColumn(width) : textColumn(width)) }),
  ),
)
const codeOf = (row: GridRow) => row.code
const linkOf = (row: GridRow) => `/orders/${row.code}`
const pathOf = (code: string) => `/orders/${code}`
const phoneRow = (row: GridRow) => row.code

/** The console's own table, with the cursor, commands and key listener of the orders list. */
function OurTable({ rows }: { rows: GridRow[] }) {
  const codes = useMemo(() => rows.map(codeOf), [rows])
  const cursor = useCursor('/orders', codes)
  const selection = useSelection('/orders', codes, cursor.control)
  useListCommands(
    { noun: 'orders', cursor, state: 'rows', missing: null },
    { recordPath: pathOf, select: selection.control.change },
  )
  return (
    <div className="flex h-full flex-col">
      <DataTable
        label="Orders"
        columns={columns}
        rows={rows}
        rowId={codeOf}
        cursor={cursor}
        selection={selection}
        phoneRow={phoneRow}
        rowLink={linkOf}
        dense
      />
    </div>
  )
}

const grid = () => document.querySelector<HTMLElement>('[role=grid]')

let root: Root | null = null

export const contestant: TableContestant = {
  show(place, rows) {
    root ??= createRoot(place)
    root.render(
      <Provider store={store}>
        <MemoryRouter>
          <Hotkeys />
          <OurTable rows={rows} />
        </MemoryRouter>
      </Provider>,
    )
  },
  focusFirst: () => grid()?.focus(),
  activeRow() {
    const id = grid()?.getAttribute('aria-activedescendant')
    return Number((id && document.getElementById(id)?.getAttribute('aria-rowindex')) ?? 1) - 2
  },
}
