import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RowPlace } from '../commands/row-menu.tsx'
import { keepPlace, type Place, recallPlace } from './list-memory.ts'

/** Operations of the table on screen, for its cursor. */
export interface GridHandle {
  focus(): void
  /** Number of fully visible rows, by which Page Up and Page Down move. */
  rowsInView(): number
  /**
   * Scrolls just enough to show the row.
   * @returns the scroll position in pixels; null without a grid
   */
  reveal(index: number): number | null
  /** Position of the row, in pixels of the window. */
  place(index: number): RowPlace | null
}

/** The active row of a list, identified by id, and the scroll position. */
export interface Cursor {
  /** The address whose rows are shown. The position is stored under it. */
  address: string
  /** −1 if there are no rows. */
  index: number
  id: string | null
  control: CursorControl
}

/** A stable object whose methods may be called several times before the next render. */
export interface CursorControl {
  /** Id of the active row; null if there are no rows. */
  id(): string | null
  moveTo(index: number): void
  move(to: 'next' | 'previous' | 'next-page' | 'previous-page' | 'first' | 'last'): void
  keepOffset(offset: number): void
  attach(grid: GridHandle | null): void
  focus(): void
  /** Scrolls to the active row and returns its position on screen; null if there is none. */
  place(): RowPlace | null
}

/**
 * Index of the active row in `ids`. If it has left the list, the remaining row that was nearest to it before; if
 * none of those remains, the row that is now in its position.
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
 * State of the active row of a list. The row is identified by id; if it leaves the list, the nearest one becomes
 * active. While rows of another address load, `address` must still be that of `ids`.
 */
export function useCursor(address: string, ids: readonly string[]): Cursor {
  const [kept, setKept] = useState(() => ({ address, place: recallPlace(address) }))
  let shown = kept
  if (kept.address !== address) shown = { address, place: recallPlace(address) }
  const latest = useRef({ address, ids, index: 0, offset: shown.place.offset })
  const before = latest.current.address === address ? latest.current.ids : ids
  const index = indexIn(ids, shown.place, before)
  const id = ids[index] ?? null
  // Stores the id and the current index. New rows above the active one increase its index.
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
      // Updated at once, because a second key may arrive before React renders the first.
      now.index = next
      // The scroll event fires a frame later. A user who leaves before it would return to the old position.
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
