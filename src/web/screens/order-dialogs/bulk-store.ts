import { atom } from 'jotai'
import { onSignOut } from '../../state/session.ts'
import { store } from '../../state/store.ts'
import { jsonStorage } from '../../storage/json-storage.ts'
import { type BulkEvent, BulkRun, reduceRun } from './bulk-state.ts'

const KEY = 'bulk-run'
const storage = jsonStorage(BulkRun, sessionStorage)

/** The run that was started last in this tab, until its outcome is closed. It outlives its dialog. */
export const bulkRunAtom = atom<BulkRun | null>(null)

/** Loads the run that a reload has interrupted. It is not resumed. */
export function restoreRun(): void {
  const run = storage.getItem(KEY, null)
  store.set(bulkRunAtom, run && reduceRun(run, { type: 'cut-short' }))
}

restoreRun()

export function changeRun(event: BulkEvent): void {
  store.set(bulkRunAtom, (run) => run && reduceRun(run, event))
}

export function forgetRun(): void {
  store.set(bulkRunAtom, null)
  storage.removeItem(KEY)
}

onSignOut(forgetRun)

window.addEventListener('pagehide', () => {
  const run = store.get(bulkRunAtom)
  if (run) storage.setItem(KEY, run)
})
