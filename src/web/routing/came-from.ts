import type { Location } from 'react-router-dom'
import { onSignOut } from '../state/session.ts'

/** A screen that the user came from, with the title that the browser's tab had for it. */
export interface Origin {
  path: string
  title: string
}

/** Marks in a location's state the record next to the one before it: the user has gone on, and came from nowhere else. */
export const ADJACENT = { adjacent: true } as const

const STORED_AS = 'came-from'
/** More places of a tab's history are not remembered over a reload. */
const MOST_STORED = 50

/** Where the user came from to each place of the history, by its key, the last one last. */
const origins = new Map<string, readonly Origin[]>(stored())

window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify([...origins].slice(-MOST_STORED)))
  } catch {
    // A full or forbidden storage costs the way back after a reload, never the page.
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

/** The screen from which the user came to a place of the history; null where that is the place's own list. */
export function originOf(key: string): Origin | null {
  return origins.get(key)?.at(-1) ?? null
}

type Place = Pick<Location, 'key' | 'pathname' | 'search' | 'state'>

/**
 * Remembers where the user came from to a new place of the history: a record's own list is left to that record, its
 * tabs and the records next to it keep what it had, and going back to an origin uses it up.
 * @param title of the screen that is left
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

/** Whether a path is that of a record, or of a new one: it has a list to lead back to. */
function isUnderList(pathname: string): boolean {
  return /^\/[^/]+\/./.test(pathname) && !pathname.startsWith('/auth/')
}

function isAdjacent(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'adjacent' in state
}
