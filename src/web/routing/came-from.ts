import type { Location } from 'react-router-dom'
import { onSignOut } from '../state/session.ts'

/** A screen that the user came from, with its title. */
export interface Origin {
  path: string
  title: string
}

/** Location state of a move to an adjacent record, which keeps the origin of the record before it. */
export const ADJACENT = { adjacent: true } as const

const STORED_AS = 'came-from'
/** Limit of history entries whose origins survive a reload. */
const MOST_STORED = 50

/** The origins of each history entry, by its key; the last one is the most recent. */
const origins = new Map<string, readonly Origin[]>(stored())

window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify([...origins].slice(-MOST_STORED)))
  } catch {
    // A full or forbidden storage loses the origins at a reload, nothing else.
  }
})

onSignOut(() => origins.clear())

function stored(): [string, Origin[]][] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]')
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(entry: unknown): entry is [string, Origin[]] {
  if (!Array.isArray(entry)) return false
  const [key, list]: unknown[] = entry
  return typeof key === 'string' && Array.isArray(list) && list.every(isOrigin)
}

function isOrigin(value: unknown): value is Origin {
  if (typeof value !== 'object' || value === null) return false
  const { path, title }: Partial<Record<keyof Origin, unknown>> = value
  return typeof path === 'string' && typeof title === 'string'
}

/** The screen from which the user came to a history entry; null if that is the record's own list. */
export function originOf(key: string): Origin | null {
  return origins.get(key)?.at(-1) ?? null
}

type Place = Pick<Location, 'key' | 'pathname' | 'search' | 'state'>

/**
 * Remembers the origin of a new history entry. A record opened from its own list has none, tabs and adjacent
 * records keep that of the record before, and returning to an origin removes it.
 * @param title of the screen that the user leaves
 */
export function rememberOrigin(from: Place, to: Place, title: string): void {
  const before = origins.get(from.key) ?? []
  const kept = originsOf(from, to, before, title)
  if (kept.length > 0) origins.set(to.key, kept)
}

function originsOf(from: Place, to: Place, before: readonly Origin[], title: string): readonly Origin[] {
  const path = from.pathname + from.search
  if (!isUnderList(to.pathname) || to.pathname.startsWith(`${from.pathname}/`)) return []
  if (from.pathname === to.pathname || isAdjacent(to.state)) return before
  if (before.at(-1)?.path.split('?')[0] === to.pathname) return before.slice(0, -1)
  return /^\/(auth|logout)(\/|$)/.test(from.pathname) ? [] : [...before, { path, title }]
}

/** Whether a path belongs to a record, or to the form of a new one: it has a list to return to. */
function isUnderList(pathname: string): boolean {
  return /^\/[^/]+\/./.test(pathname) && !pathname.startsWith('/auth/')
}

function isAdjacent(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'adjacent' in state
}
