import type { TableContestant } from '../grid-row.ts'

const CONTESTANTS: Record<string, () => Promise<{ contestant: TableContestant }>> = {
  ours: () => import('../our-table.tsx'),
  'ag-grid': () => import('./ag-grid.ts'),
  mui: () => import('./mui.tsx'),
  plain: () => import('./plain.tsx'),
  bare: () => import('./bare-table.ts'),
}

const name = new URLSearchParams(location.search).get('of') ?? ''
const loaded = await CONTESTANTS[name]?.()
if (loaded) window.contestant = loaded.contestant
