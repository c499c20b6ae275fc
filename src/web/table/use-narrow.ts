import { useSyncExternalStore } from 'react'

/** Below 768 px, the breakpoint `sm` of the Tailwind configuration. */
const narrow = window.matchMedia('(max-width: 767.98px)')

function subscribe(changed: () => void): () => void {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Whether the screen is so narrow that rows have two lines. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
