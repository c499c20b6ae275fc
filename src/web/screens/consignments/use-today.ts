import { useSyncExternalStore } from 'react'
import { today } from './consignment-filter.ts'

/** How late midnight may be noticed by a screen that nothing else draws. */
const NOTICED_MS = 10_000

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, NOTICED_MS)
  return () => clearInterval(timer)
}

/** The day it is in Auckland: a screen that is open over midnight goes on to the next. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today)
}
