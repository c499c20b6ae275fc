import { onSignOut } from '../state/session.ts'

/** Where the user stood in a list. */
export interface Place {
  /** The active row. */
  id: string | null
  /** Where that row was, for when it has left the list. */
  index: number
  /** The scroll position in pixels. */
  offset: number
  /** Whether the active row moved while the list was not on screen, and must be brought into view. */
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
    // A full or forbidden storage costs the place, never the list.
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

/** Written when the page is left: a held key moves the place 30 times a second. */
const places = new Map<string, Place>()

window.addEventListener('pagehide', () => {
  for (const [address, place] of places) write(`list-place:${address}`, place)
})

onSignOut(() => places.clear())

/** The place kept for a list address in this tab; the top of the list when there is none. */
export function recallPlace(address: string): Place {
  const place = places.get(address) ?? read(`list-place:${address}`)
  return isPlace(place) ? place : START
}

/** Keeps a place for this tab, so that reload, paging and Back find it again. */
export function keepPlace(address: string, place: Place): void {
  places.set(address, place)
}

/** The address at which this tab last showed the list of these records, with its filters; null when it never did. */
export function lastAddress(noun: string): string | null {
  const kept = read(`list-address:${noun}`)
  return typeof kept === 'string' ? kept : null
}

export function keepAddress(noun: string, address: string): void {
  write(`list-address:${noun}`, address)
}
