import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RowPlace } from '../commands/row-menu.tsx'
import { keepPlace, type Place, recallPlace } from './list-memory.ts'

/** What a table on screen can do for its cursor. */
export interface GridHandle {
  focus(): void
  /** How many whole rows are in view: the stride of Page Up and Page Down. */
  rowsInView(): number
  /** Scrolls just enough that the row is in view, and gives the scroll position, in pixels; null without a grid. */
  reveal(index: number): number | null
  /** Where the row is, in pixels of the window. */
  place(index: number): RowPlace | null
}

/** The active row of one list, known by id, and the scroll position kept with it. */
export interface Cursor {
  /** The address whose rows are shown: the key under which the place is kept. */
  address: string
  /** −1 while there are no rows. */
  index: number
  id: string | null
  control: CursorControl
}

/** Never changes, and may be called several times before the next render. */
export interface CursorControl {
  /** The id of the active row; null while there are no rows. */
  id(): string | null
  moveTo(index: number): void
  move(to: 'next' | 'previous' | 'next-page' | 'previous-page' | 'first' | 'last'): void
  keepOffset(offset: number): void
  attach(grid: GridHandle | null): void
  focus(): void
  /** Where the active row is on screen, brought into view; null when there is none. */
  place(): RowPlace | null
}

/**
 * Where the active row is among `ids`. When it has left the list, alone or with others, it is the row that stood nearest
 * to it among those before; where none of them is known, the one now in its position.
 */
function indexIn(ids: readonly string[], place: Place, before: readonly string[]): number {
  if (place.id === null) return Math.min(place.index, ids.length - 1)
  const found = ids.indexOf(place.id)
  if (found !== -1) return found
  const left = before.indexOf(place.id)
  const there = new Set(ids)
  for (let step = 1; left !== -1 && step < before.length; step += 1) {
    const near = [before[left + step], before[left - step]].find((id) => id !== undefined && there.has(id))
    if (near !== undefined) return ids.indexOf(near)
  }
  return Math.min(place.index, ids.length - 1)
}

/**
 * Keeps the active row of a list. The row is known by id; when it has left the list, the nearest one is active.
 * `address` must be the one that `ids` belong to, also while rows of another address are loading.
 */
export function useCursor(address: string, ids: readonly string[]): Cursor {
  const [kept, setKept] = useState(() => ({ address, place: recallPlace(address) }))
  let shown = kept
  if (kept.address !== address) shown = { address, place: recallPlace(address) }
  const latest = useRef({ address, ids, index: 0, offset: shown.place.offset })
  const before = latest.current.address === address ? latest.current.ids : ids
  const index = indexIn(ids, shown.place, before)
  const id = ids[index] ?? null
  // Known by id from when it is first seen, and where it is now: newer rows above it move it along.
  if (id !== null && (id !== shown.place.id || index !== shown.place.index))
    shown = { address, place: { ...shown.place, id, index } }
  if (shown !== kept) setKept(shown)
  useLayoutEffect(() => {
    const offset = latest.current.address === address ? latest.current.offset : shown.place.offset
    latest.current = { address, ids, index, offset }
  })

  const control = useMemo((): CursorControl => {
    let grid: GridHandle | null = null
    function moveTo(wanted: number): void {
      const now = latest.current
      const next = Math.max(0, Math.min(wanted, now.ids.length - 1))
      const id = now.ids[next]
      if (id === undefined) return
      // Known here at once: a second key can come before React has rendered the first.
      now.index = next
      // The browser tells of the scrolling a frame later: who leaves before that would come back to the old position.
      now.offset = grid?.reveal(next) ?? now.offset
      const place = { id, index: next, offset: now.offset, reveal: false }
      keepPlace(now.address, place)
      setKept({ address: now.address, place })
    }
    return {
      id: () => latest.current.ids[latest.current.index] ?? null,
      moveTo,
      move(to) {
        const { index: from, ids: all } = latest.current
        const stride = grid?.rowsInView() ?? 1
        const target = {
          next: from + 1,
          previous: from - 1,
          'next-page': from + stride,
          'previous-page': from - stride,
          first: 0,
          last: all.length - 1,
        }[to]
        moveTo(target)
        grid?.focus()
      },
      keepOffset(offset) {
        const now = latest.current
        now.offset = offset
        keepPlace(now.address, {
          id: now.ids[now.index] ?? null,
          index: Math.max(0, now.index),
          offset,
          reveal: false,
        })
      },
      attach(handle) {
        grid = handle
      },
      focus: () => grid?.focus(),
      place() {
        const { index: at } = latest.current
        if (at < 0) return null
        grid?.reveal(at)
        return grid?.place(at) ?? null
      },
    }
  }, [])

  return { address, index, id, control }
}
