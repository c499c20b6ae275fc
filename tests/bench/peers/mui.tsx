import { DataGrid } from '@mui/x-data-grid'
import { createRoot, type Root } from 'react-dom/client'
import { COLUMNS, GRID_ROW_HEIGHT, type GridRow, type TableContestant } from '../grid-row.ts'

const columns = COLUMNS.map(({ key, title, width }) => ({ field: key, headerName: title, width }))
const codeOf = (row: GridRow) => row.code

let root: Root | null = null

export const contestant: TableContestant = {
  show(place, rows) {
    root ??= createRoot(place)
    root.render(
      <DataGrid
        rows={rows}
        columns={columns}
        getRowId={codeOf}
        rowHeight={GRID_ROW_HEIGHT}
        columnHeaderHeight={GRID_ROW_HEIGHT}
        hideFooter
        // It has all 200 rows, but its free version shows at most a hundred per page.
        initialState={{ pagination: { paginationModel: { page: 0, pageSize: 100 } } }}
      />,
    )
  },
  focusFirst: () =>
    document.querySelector<HTMLElement>('[data-rowindex="0"] [role=gridcell][data-field=code]')?.focus(),
  activeRow: () =>
    Number(document.activeElement?.closest('[data-rowindex]')?.getAttribute('data-rowindex') ?? -1),
}
