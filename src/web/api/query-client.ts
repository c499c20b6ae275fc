import { focusManager, QueryClient } from '@tanstack/react-query'
import { onSignOut } from '../state/session.ts'
import { CallError } from './client.ts'

/** Within this time an answer is not asked for again: a loader's prefetch serves the screen that mounts after it. */
const FRESH_MS = 5_000

const RETRY_DELAY_MS = 300

/** A list is kept while a record of it is read, so that Back shows it at once. */
export const LIST_KEPT_MS = 30 * 60_000

/** A refusal stays a refusal; a lost connection or a restarting server is worth a second try. */
function mayRetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof CallError && (error.status === 0 || error.status >= 500)
}

// By default a tab that is shown counts alone: of two windows beside one another it is the one that gets the focus.
focusManager.setEventListener((onFocus) => {
  const listener = () => onFocus()
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
})

/**
 * Answers in memory. What is on screen is asked for again when its window is looked at and when the network is back,
 * however new it is: two may work on one order.
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
      // The loader has asked: what it was refused at once is not asked for again by the screen that mounts then. But an
      // answer on its way is dropped when the screen before was the last to use its query: that is asked for again.
      refetchOnMount: ({ state }) => state.status === 'success',
      retryOnMount: false,
    },
    mutations: { networkMode: 'always' },
  },
})

onSignOut(() => queryClient.clear())
