import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { afterPaint } from '../lib/after-paint.ts'
import { focusHeading, focusScreen, isFocusLost } from '../lib/return-focus.ts'

/** Layers return the focus themselves, perhaps after the page is painted. */
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]'

/** Keeps the focus off `<body>` after navigation and when the focused element is removed. */
export function useKeptFocus(): void {
  useFocusOnArrival()
  useEffect(() => {
    let stop = () => {}
    const follow = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(target instanceof Element) || target.closest(LAYERS)) return
      stop()
      // The event comes before the element is removed, and what replaces it may take the focus.
      stop = afterPaint(() => {
        if (!target.isConnected && isFocusLost()) focusScreen()
      })
    }
    document.addEventListener('focusout', follow)
    return () => {
      stop()
      document.removeEventListener('focusout', follow)
    }
  }, [])
}

/** After a navigation, focuses the screen's heading unless another element has the focus, and scrolls to the top. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what triggers it
  useEffect(() => {
    if (isFocusLost()) focusHeading({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])
}
