import { observeElementOffset, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'

type Tell = (offset: number, isScrolling: boolean) => void

interface Scrolling {
  /** Replaces the virtualizer's own observer. Stable. */
  observe: (virtualizer: Virtualizer<HTMLDivElement, Element>, tell: Tell) => (() => void) | undefined
  /** Reports a scroll position set by a key, in pixels. */
  scrolled: (offset: number) => void
}

/**
 * Reports scroll positions to the virtualizer. The browser's scroll event fires a frame late, so the rows that a
 * key scrolls to would render separately, after everything else that the key changed.
 * @param onScroll called with each scroll position in pixels; must be stable
 */
export function useScrolling(onScroll: (offset: number) => void): Scrolling {
  const latest = useRef<Tell | null>(null)
  const observe = useCallback<Scrolling['observe']>(
    (virtualizer, tell) => {
      latest.current = tell
      return observeElementOffset(virtualizer, (offset, isScrolling) => {
        onScroll(offset)
        const isKnown = isScrolling && offset === virtualizer.scrollOffset
        if (!isKnown) tell(offset, isScrolling)
      })
    },
    [onScroll],
  )
  const scrolled = useCallback((offset: number) => latest.current?.(offset, false), [])
  return { observe, scrolled }
}
