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
 * Runs a function once no query is fetching and the browser is idle, but not before the first rows.
 * @returns a function that cancels it
 */
export function whenIdle(run: () => void): () => void {
  if (queryClient.isFetching() === 0) return nextIdle(run)
  let stop = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching() > 0) return
    stop()
    stop = nextIdle(run)
  })
  return () => stop()
}
