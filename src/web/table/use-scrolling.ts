import { observeElementOffset, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'

type Tell = (offset: number, isScrolling: boolean) => void

interface Scrolling {
  /** For the virtualizer, in the place of its own. Never changes. */
  observe: (virtualizer: Virtualizer<HTMLDivElement, Element>, tell: Tell) => (() => void) | undefined
  /** Says where the rows were scrolled to by a key, in pixels. */
  scrolled: (offset: number) => void
}

/**
 * How the virtualizer learns where its rows are scrolled to. The browser tells of it a frame later: the rows that a key
 * leads to would be drawn after everything else that the key changes, each for itself.
 *
 * @param onScroll told of every scrolling, in pixels; must be stable
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
