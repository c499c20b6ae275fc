import { useSyncExternalStore } from 'react'
import { NARROW } from './row-frame.ts'

const narrow = window.matchMedia(NARROW)

function subscribe(changed: () => void): () => void {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Whether the screen is so narrow that rows have two lines. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
