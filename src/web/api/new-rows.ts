import { atom } from 'jotai'
import { store } from '../state/store.ts'
import { queryClient } from './query-client.ts'

const NONE: ReadonlySet<string> = new Set()

/** The codes of new records that belong to a list and are not among its rows, by the hash of its query. */
const newRowsAtom = atom<ReadonlyMap<string, ReadonlySet<string>>>(new Map())

/** The number of new records that wait for a list to be loaded again. */
export const newCountAtom = (queryHash: string) =>
  atom((get) => (get(newRowsAtom).get(queryHash) ?? NONE).size)

/** Adds a new record to the ones announced for a list. */
export function addNewRow(queryHash: string, code: string): void {
  store.set(newRowsAtom, (all) => new Map(all).set(queryHash, new Set(all.get(queryHash)).add(code)))
}

/**
 * Forgets the announced records of a list when it is reloaded or leaves the cache.
 * @returns a function that stops it
 */
export function followLoadedLists(): () => void {
  const stop = queryClient.getQueryCache().subscribe((event) => {
    const isLoaded = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
    if (isLoaded || event.type === 'removed') forget(event.query.queryHash)
  })
  return () => {
    stop()
    store.set(newRowsAtom, new Map())
  }
}

function forget(queryHash: string): void {
  if (!store.get(newRowsAtom).has(queryHash)) return
  store.set(newRowsAtom, (all) => {
    const rest = new Map(all)
    rest.delete(queryHash)
    return rest
  })
}
