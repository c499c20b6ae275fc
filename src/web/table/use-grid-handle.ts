import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { recallPosition } from './list-memory.ts'
import type { Cursor, GridHandle } from './use-cursor.ts'

interface GridParts {
  cursor: Cursor
  /** The scrolling element, and the grid inside it. */
  scroller: RefObject<HTMLElement | null>
  grid: RefObject<HTMLElement | null>
  /** Pixels. */
  rowHeight: number
  headHeight: number
}

/** Whether the rows may take the focus: no element or only the screen's heading has it. */
function mayTakeFocus(): boolean {
  const focused = document.activeElement
  return focused === document.body || focused?.tagName === 'H1'
}

/**
 * Connects the grid on screen to its cursor. For each new address it restores the scroll position before the
 * browser paints.
 */
export function useGridHandle(parts: GridParts): void {
  const { cursor, scroller, grid, rowHeight, headHeight } = parts
  const { control, address, index: activeIndex } = cursor
  const handle = useMemo(
    (): GridHandle => ({
      focus: () => grid.current?.focus({ preventScroll: true }),
      rowsInView: () =>
        Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight)),
      reveal(index) {
        const element = scroller.current
        if (element === null) return null
        const top = index * rowHeight
        const lowest = top + rowHeight + headHeight - element.clientHeight
        if (top < element.scrollTop) element.scrollTop = top
        else if (lowest > element.scrollTop) element.scrollTop = lowest
        // In a low window the page scrolls, too.
        if (document.documentElement.scrollHeight > window.innerHeight) {
          element.scrollIntoView({ block: 'nearest' })
        }
        return element.scrollTop
      },
      place(index) {
        const element = scroller.current
        if (element === null) return null
        const { top, left, width } = element.getBoundingClientRect()
        const offset = headHeight + index * rowHeight - element.scrollTop
        return { top: top + offset, left, width, height: rowHeight }
      },
    }),
    [scroller, grid, rowHeight, headHeight],
  )

  useLayoutEffect(() => {
    control.attach(handle)
    return () => control.attach(null)
  }, [control, handle])

  // Not a layout effect, so that a layer that closes at the same time returns the focus before.
  useEffect(() => {
    if (mayTakeFocus()) handle.focus()
  }, [handle])

  const restored = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (restored.current === address || scroller.current === null) return
    restored.current = address
    const place = recallPosition(address)
    scroller.current.scrollTop = place.offset
    if (place.reveal) handle.reveal(activeIndex)
  }, [scroller, handle, address, activeIndex])
}
