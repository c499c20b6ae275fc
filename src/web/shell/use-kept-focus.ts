import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { afterPaint } from '../lib/after-paint.ts'
import { focusHeading, focusScreen, isFocusLost } from '../lib/return-focus.ts'

/** The focus is never left on `<body>`, wherever somebody goes and whatever is taken away. */
export function useKeptFocus(): void {
  useFocusOnArrival()
  useEffect(() => {
    let stop = () => {}
    const follow = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return
      stop()
      // A moment later: what closes gives the focus back itself.
      stop = afterPaint(() => {
        const isGone = target instanceof Node && !target.isConnected
        if (isGone && isFocusLost()) focusScreen()
      })
    }
    document.addEventListener('focusout', follow)
    return () => {
      stop()
      document.removeEventListener('focusout', follow)
    }
  }, [])
}

/** After a navigation the focus is on what took it, else on the screen's heading, and a low window shows its top. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what triggers it
  useEffect(() => {
    if (isFocusLost()) focusHeading({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])
}
