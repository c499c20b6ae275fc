import type { Location } from 'react-router-dom'
import * as z from 'zod/mini'
import { withNumberSign } from '../../domain/format/text.ts'
import { privateAtom } from '../state/session.ts'
import { store } from '../state/store.ts'
import { jsonStorage } from '../storage/json-storage.ts'

/** A screen that the user came from, with its title. */
const Origin = z.object({ path: z.string(), title: z.string() })
export type Origin = z.output<typeof Origin>

/** Entries of the map below. */
const storage = jsonStorage(z.array(z.tuple([z.string(), z.array(Origin)])), sessionStorage)

/** Location state of a move to an adjacent record. It keeps the origin of the previous record. */
export const ADJACENT = { adjacent: true } as const

/** Location state of the move to a consignment that was booked in a form. */
export const BOOKED = { booked: true } as const

/** Location state of the move back to the form of a booking that was undone. */
export const UNDONE = { undone: true } as const

/** Location state of a move to the next order to ship, whose origin is that of the order before. */
export const ONWARD = { onward: true } as const

const STORED_AS = 'came-from'
/** Limit of history entries whose origins survive a reload. */
const MOST_STORED = 50

/** The origins of each history entry, by its key; the last one is the most recent. */
const originsAtom = privateAtom<ReadonlyMap<string, Origin[]>>(new Map<string, Origin[]>())
store.set(originsAtom, new Map(storage.getItem(STORED_AS, [])))

window.addEventListener('pagehide', () =>
  storage.setItem(STORED_AS, [...store.get(originsAtom)].slice(-MOST_STORED)),
)

/** The screen from which the user came to a history entry; null if that is the record's own list. */
export function originOf(key: string): Origin | null {
  return store.get(originsAtom).get(key)?.at(-1) ?? null
}

const addresses = jsonStorage(z.string(), sessionStorage)

/** The address, with its filters, at which this tab last showed the list of these records; null if it never did. */
export function lastAddress(noun: string): string | null {
  return addresses.getItem(`list-address:${noun}`, null)
}

export function keepAddress(noun: string, address: string): void {
  addresses.setItem(`list-address:${noun}`, address)
}

type Visit = Pick<Location, 'key' | 'pathname' | 'search' | 'state'>

/**
 * Remembers the origin of a new history entry. A record opened from its own list has none, tabs and adjacent records
 * keep the previous record's, and returning to an origin removes it.
 * A consignment booked in a form leads to its order.
 * @param title of the screen that the user leaves
 */
export function rememberOrigin(from: Visit, to: Visit, title: string): void {
  const before = store.get(originsAtom).get(from.key) ?? []
  const kept = originsOf(from, to, before, title)
  if (kept.length > 0) store.set(originsAtom, (origins) => new Map(origins).set(to.key, kept))
}

function originsOf(from: Visit, to: Visit, before: Origin[], title: string): Origin[] {
  const path = from.pathname + from.search
  const isOwnList = !isUnderList(from.pathname) && to.pathname.startsWith(`${from.pathname}/`)
  if (!isUnderList(to.pathname) || isOwnList) return []
  if (has(to.state, 'onward')) return before.slice(0, -1)
  if (from.pathname === to.pathname || has(to.state, 'adjacent')) return before
  if (before.at(-1)?.path.split('?')[0] === to.pathname) return before.slice(0, -1)
  const form = FORM.exec(from.pathname)
  if (form && has(to.state, 'booked')) return aroundForm(form[1], before)
  // The consignment from which the user returns is deleted.
  if (FORM.test(to.pathname) && has(to.state, 'undone')) return before
  return /^\/(auth|logout)(\/|$)/.test(from.pathname) ? [] : [...before, { path, title }]
}

/** The forms that are screens of their own: of a new consignment, and of another one for an order. */
const FORM = /^\/(?:consignments\/new|orders\/([^/]+)\/another-consignment)$/

/**
 * The origins of a consignment booked in a form. Returning to the form would begin another one, so that its order, or
 * the screen before it, is the origin.
 */
function aroundForm(order: string | undefined, before: Origin[]): Origin[] {
  if (order === undefined) return before
  const path = `/orders/${order}`
  if (before.at(-1)?.path.split('?')[0] === path) return before
  return [
    ...before,
    { path: `${path}?tab=freight`, title: `Order ${withNumberSign(decodeURIComponent(order))}` },
  ]
}

/** Whether a path belongs to a record, or to the form of a new one: it has a list to return to. */
function isUnderList(pathname: string): boolean {
  return /^\/[^/]+\/./.test(pathname) && !pathname.startsWith('/auth/')
}

function has(state: unknown, move: string): boolean {
  return typeof state === 'object' && state !== null && move in state
}
