import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import type { RowPlace } from '../commands/command-menu.tsx'
import { useStableCallback } from '../lib/use-stable-callback.ts'
import { keepPosition, type ListPosition, onSettledPositionChange, recallPosition } from './list-memory.ts'

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
  /** −1 if there are no rows. As rendered: during a held key it changes when the key ends. */
  index: number
  id: string | null
  /** Id of the active row of these rows at this moment; null if there are none. */
  activeId(): string | null
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
 * Index of the active row in `ids`. If that row has left the list: the remaining row that was nearest to it before;
 * if none remains, the row now in its position.
 */
function indexIn(ids: readonly string[], { id, index, rows = [] }: ListPosition): number {
  const last = ids.length - 1
  if (id === null) return Math.min(index, last)
  const found = ids.indexOf(id)
  if (found !== -1) return found
  const left = rows.indexOf(id)
  const there = new Set(ids)
  for (let step = 1; left !== -1 && step < rows.length; step += 1) {
    const near = [rows[left + step], rows[left - step]].find((row) => row !== undefined && there.has(row))
    if (near !== undefined) return ids.indexOf(near)
  }
  return Math.min(index, last)
}

/**
 * The active row of a list, derived from its place in the list memory and the rows. The row is identified by id; if it
 * leaves the list, the nearest one becomes active. While rows of another address load, `address` must still be that of
 * `ids`.
 */
export function useCursor(address: string, ids: readonly string[]): Cursor {
  const index = useSyncExternalStore(onSettledPositionChange, () => indexIn(ids, recallPosition(address)))
  const id = ids[index] ?? null
  useLayoutEffect(() => {
    const place = recallPosition(address)
    const isKnown = place.id === id && place.index === index && place.rows === ids
    // Stores the id and the current index. New rows above the active one increase its index.
    if (id !== null && !isKnown) keepPosition(address, { ...place, id, index, rows: ids })
  }, [address, ids, index, id])
  const shown = useStableCallback(() => ({ address, ids }))
  const control = useMemo(() => cursorControl(shown), [shown])
  const activeId = () => ids[indexIn(ids, recallPosition(address))] ?? null
  return { address, index, id, activeId, control }
}

/** @param rows returns the address and the ids of the rows on screen */
function cursorControl(rows: () => { address: string; ids: readonly string[] }): CursorControl {
  let grid: GridHandle | null = null

  /** The current state, because a second key may arrive before React renders the first. */
  function now() {
    const { address, ids } = rows()
    const place = recallPosition(address)
    return { address, ids, place, index: indexIn(ids, place) }
  }

  function moveTo(wanted: number): void {
    const { address, ids, place } = now()
    const index = Math.max(0, Math.min(wanted, ids.length - 1))
    const id = ids[index]
    if (id === undefined) return
    // The scroll event fires a frame later. A user who leaves before it would return to the old position.
    const offset = grid?.reveal(index) ?? place.offset
    keepPosition(address, { id, index, offset, reveal: false, rows: ids })
  }

  return {
    id() {
      const { ids, index } = now()
      return ids[index] ?? null
    },
    moveTo,
    move(to) {
      const { ids, index } = now()
      // Measured only for a page: that may lay out the page.
      const stride = () => grid?.rowsInView() ?? 1
      const target = {
        next: () => index + 1,
        previous: () => index - 1,
        'next-page': () => index + stride(),
        'previous-page': () => index - stride(),
        first: () => 0,
        last: () => ids.length - 1,
      }[to]
      moveTo(target())
      grid?.focus()
    },
    keepOffset(offset) {
      const { address, place } = now()
      keepPosition(address, { ...place, offset, reveal: false })
    },
    attach(handle) {
      grid = handle
    },
    focus: () => grid?.focus(),
    place() {
      const { index } = now()
      if (index < 0) return null
      grid?.reveal(index)
      return grid?.place(index) ?? null
    },
  }
}
