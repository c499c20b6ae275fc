import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** After a navigation the focus is on what took it, else on the screen's heading: never on `<body>`. */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what triggers it
  useEffect(() => {
    const focused = document.activeElement
    if (focused && focused !== document.body && focused.isConnected) return
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    const target = heading ?? document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  }, [pathname])
}
