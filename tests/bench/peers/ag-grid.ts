import { AllCommunityModule, createGrid, type GridApi, ModuleRegistry } from 'ag-grid-community'
import { COLUMNS, GRID_ROW_HEIGHT, type GridRow, type TableContestant } from '../grid-row.ts'

ModuleRegistry.registerModules([AllCommunityModule])

let api: GridApi<GridRow> | null = null

export const contestant: TableContestant = {
  show(place, rowData) {
    if (api) return api.setGridOption('rowData', rowData)
    api = createGrid<GridRow>(place, {
      columnDefs: COLUMNS.map(({ key, title, width }) => ({ field: key, headerName: title, width })),
      rowData,
      rowHeight: GRID_ROW_HEIGHT,
      headerHeight: GRID_ROW_HEIGHT,
      getRowId: ({ data }) => data.code,
    })
  },
  focusFirst: () => api?.setFocusedCell(0, 'code'),
  activeRow: () => Number(document.activeElement?.closest('[row-index]')?.getAttribute('row-index') ?? -1),
}
