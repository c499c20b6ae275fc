import { queryClient } from './query-client.ts'

/** Safari has no idle callback. */
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
 * Runs once nothing is being fetched and the browser has nothing to do: after the first rows, never before them.
 * Returns the way to stop.
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
