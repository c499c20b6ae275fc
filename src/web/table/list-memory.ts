import { onSignOut } from '../state/session.ts'

/** The user's position in a list. */
export interface Place {
  /** Id of the active row. */
  id: string | null
  /** Index of the active row, used if it has left the list. */
  index: number
  /** The scroll position in pixels. */
  offset: number
  /** Whether the active row was changed while the list was not on screen, and must be scrolled into view. */
  reveal: boolean
}

const START: Place = { id: null, index: 0, offset: 0, reveal: false }

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // If storage is full or forbidden, the position is lost after a reload.
  }
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  const { id, index, offset, reveal }: Partial<Record<keyof Place, unknown>> = value
  return (
    (id === null || typeof id === 'string') &&
    typeof index === 'number' &&
    typeof offset === 'number' &&
    typeof reveal === 'boolean'
  )
}

/** Stored when the page is left, because a held key changes the position 30 times a second. */
const places = new Map<string, Place>()

window.addEventListener('pagehide', () => {
  for (const [address, place] of places) write(`list-place:${address}`, place)
})

onSignOut(() => places.clear())

/** The stored position in the list of an address in this tab; the top of the list if there is none. */
export function recallPlace(address: string): Place {
  const place = places.get(address) ?? read(`list-place:${address}`)
  return isPlace(place) ? place : START
}

/** Stores the position in this tab, for reload, paging and Back. */
export function keepPlace(address: string, place: Place): void {
  places.set(address, place)
}

/** The address, with its filters, at which this tab last showed the list of these records; null if it never did. */
export function lastAddress(noun: string): string | null {
  const kept = read(`list-address:${noun}`)
  return typeof kept === 'string' ? kept : null
}

export function keepAddress(noun: string, address: string): void {
  write(`list-address:${noun}`, address)
}
