import { useEffect, useEffectEvent } from 'react'
import { queryClient } from './query-client.ts'

/** Delay in milliseconds for Safari, which has no `requestIdleCallback`. */
const LATER_MS = 200

function nextIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, LATER_MS)
  return () => clearTimeout(timer)
}

/**
 * Runs a function once no query is fetching.
 * @returns a function that cancels it
 */
export function whenLoaded(run: () => void): () => void {
  if (queryClient.isFetching() === 0) {
    run()
    return () => undefined
  }
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching() > 0) return
    stop()
    run()
  })
  return stop
}

/**
 * Runs a function once no query is fetching and the browser is idle, but not before the first rows.
 * @returns a function that cancels it
 */
export function whenIdle(run: () => void): () => void {
  let cancel: () => void = () => undefined
  const stop = whenLoaded(() => {
    cancel = nextIdle(run)
  })
  return () => {
    stop()
    cancel()
  }
}

/** As `whenIdle`, once the calling component is mounted and until it is removed. */
export function useWhenIdle(run: () => void): void {
  const runNow = useEffectEvent(run)
  useEffect(() => whenIdle(() => runNow()), [])
}
