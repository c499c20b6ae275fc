import { focusManager, QueryClient } from '@tanstack/react-query'
import { isLive } from '../state/live.ts'
import { onSignOut } from '../state/session.ts'
import { CallError } from './client.ts'

/**
 * A response this recent is not requested again, so that a loader's prefetch serves the screen that mounts after
 * it.
 */
const FRESH_MS = 5_000

const RETRY_DELAY_MS = 300

/** A list is kept while the user reads one of its records, so that Back shows it at once. */
export const LIST_KEPT_MS = 30 * 60_000

/** Retries after a lost connection or a restarting server, but never after a refusal. */
function mayRetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof CallError && (error.status === 0 || error.status >= 500)
}

// By default only a tab that becomes visible refetches. Of two windows side by side, the focused one must, too.
focusManager.setEventListener((onFocus) => {
  const listener = () => onFocus()
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
})

/** For queries of records that are redrawn by themselves while the server streams changes. */
export const unlessLive = () => (isLive() ? false : 'always')

/**
 * The query cache. Visible data is refetched when its window gets the focus or the network returns, however recent
 * it is, because two people may work on one order.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: mayRetry,
      retryDelay: RETRY_DELAY_MS,
      networkMode: 'always',
      refetchOnWindowFocus: 'always',
      refetchOnReconnect: 'always',
      // A failure of the loader's request is not repeated when the screen mounts. A request that was cancelled when
      // the previous screen unmounted is sent again.
      refetchOnMount: ({ state }) => state.status === 'success',
      retryOnMount: false,
    },
    mutations: { networkMode: 'always' },
  },
})

onSignOut(() => queryClient.clear())

/**
 * Resolves once React has rendered what the cache has just received: the cache notifies components in a timer that was
 * set before this one.
 */
export function rendered(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
