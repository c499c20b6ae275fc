import * as z from 'zod/mini'
import { isKeyHeldAtom } from '../state/held-key.ts'
import { privateAtom } from '../state/private-atom.ts'
import { store } from '../state/store.ts'
import { jsonStorage } from '../storage/json-storage.ts'

/** The user's position in a list, as stored for a reload. */
const StoredPlace = z.object({
  /** Id of the active row. */
  id: z.nullable(z.string()),
  /** Index of the active row, used if it has left the list. */
  index: z.number(),
  /** The scroll position in pixels. */
  offset: z.number(),
  /** Whether the active row was changed while the list was not on screen, and must be scrolled into view. */
  reveal: z.boolean(),
})

export interface Place extends z.output<typeof StoredPlace> {
  /** Ids of the rows that were shown last; absent after a reload. */
  rows?: readonly string[]
}

const START: Place = { id: null, index: 0, offset: 0, reveal: false }

const storedPlaces = jsonStorage(StoredPlace, sessionStorage)

/** The place in each list, by the list's address. */
const placesAtom = privateAtom<ReadonlyMap<string, Place>>(new Map())

// Only then, because a held key changes the position 30 times a second.
window.addEventListener('pagehide', () => {
  for (const [address, { rows: _, ...place }] of store.get(placesAtom)) {
    storedPlaces.setItem(`list-place:${address}`, place)
  }
})

/** Forgets the positions in all lists. */
export function forgetPlaces(): void {
  store.set(placesAtom, new Map())
}

/** Calls back when a place changes. Returns a function that stops it. */
export function onPlaceChange(listener: () => void): () => void {
  return store.sub(placesAtom, listener)
}

/** As `onPlaceChange`, but during a held key only when it ends: for what renders. */
export function onSettledPlaceChange(listener: () => void): () => void {
  const settled = () => {
    if (!store.get(isKeyHeldAtom)) listener()
  }
  const stops = [store.sub(placesAtom, settled), store.sub(isKeyHeldAtom, settled)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The stored position in the list of an address in this tab; the top of the list if there is none. */
export function recallPlace(address: string): Place {
  return store.get(placesAtom).get(address) ?? storedPlaces.getItem(`list-place:${address}`, START)
}

/** Stores the position in this tab, for reload, paging and Back. */
export function keepPlace(address: string, place: Place): void {
  store.set(placesAtom, (places) => new Map(places).set(address, place))
}
