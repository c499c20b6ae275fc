import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
import { madeRecords } from '../made-records.ts'

const CONTESTANTS: Record<
  string,
  () => Promise<{ mount(root: HTMLElement, records: IndexedRecord[]): void }>
> = {
  cmdk: () => import('./cmdk.tsx'),
  kbar: () => import('./kbar.tsx'),
  bare: () => import('./bare-palette.ts'),
}

const parameters = new URLSearchParams(location.search)
const loaded = await CONTESTANTS[parameters.get('of') ?? '']?.()
const root = document.getElementById('root')
if (root) loaded?.mount(root, madeRecords(Number(parameters.get('records'))))
