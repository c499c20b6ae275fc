import * as z from 'zod/mini'
import { isKeyHeldAtom } from '../state/held-key.ts'
import { privateAtom } from '../state/session.ts'
import { store } from '../state/store.ts'
import { jsonStorage } from '../storage/json-storage.ts'

/** The user's position in a list, as stored for a reload. */
const StoredPosition = z.object({
  /** Id of the active row. */
  id: z.nullable(z.string()),
  /** Index of the active row, used if it has left the list. */
  index: z.number(),
  /** The scroll position in pixels. */
  offset: z.number(),
  /** Whether the active row was changed while the list was not on screen, and must be scrolled into view. */
  reveal: z.boolean(),
})

export interface ListPosition extends z.output<typeof StoredPosition> {
  /** Ids of the rows that were shown last; absent after a reload. */
  rows?: readonly string[]
}

const START: ListPosition = { id: null, index: 0, offset: 0, reveal: false }

const storedPositions = jsonStorage(StoredPosition, sessionStorage)

/** The position in each list, by the list's address. */
const positionsAtom = privateAtom<ReadonlyMap<string, ListPosition>>(new Map())

// Only then, because a held key changes the position 30 times a second.
window.addEventListener('pagehide', () => {
  for (const [address, { rows: _, ...position }] of store.get(positionsAtom)) {
    storedPositions.setItem(`list-place:${address}`, position)
  }
})

/** Forgets the positions in all lists. */
export function forgetPositions(): void {
  store.set(positionsAtom, new Map())
}

/** Calls back when a position changes. Returns a function that stops it. */
export function onPositionChange(listener: () => void): () => void {
  return store.sub(positionsAtom, listener)
}

/** As `onPositionChange`, but during a held key only when it ends: for what renders. */
export function onSettledPositionChange(listener: () => void): () => void {
  const settled = () => {
    if (!store.get(isKeyHeldAtom)) listener()
  }
  const stops = [store.sub(positionsAtom, settled), store.sub(isKeyHeldAtom, settled)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The stored position in the list of an address in this tab; the top of the list if there is none. */
export function recallPosition(address: string): ListPosition {
  return store.get(positionsAtom).get(address) ?? storedPositions.getItem(`list-place:${address}`, START)
}

/** Stores the position in this tab, for reload, paging and Back. */
export function keepPosition(address: string, position: ListPosition): void {
  store.set(positionsAtom, (places) => new Map(places).set(address, position))
}
