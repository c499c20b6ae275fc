import {
  focusManager,
  hashKey,
  notifyManager,
  type Query,
  QueryClient,
  type QueryKey,
  type QueryMeta,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Rows } from '../../contract/call.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { isLive } from '../state/live.ts'
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

/** Whether a request failed too long ago to be that of the loader of the screen that mounts. */
function hasFailedEarlier({ status, errorUpdatedAt }: Query['state']): boolean {
  return status === 'error' && Date.now() - errorUpdatedAt > FRESH_MS
}

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
      // A failure of the loader's request is not repeated when the screen mounts, but an older one is, because not all
      // requests have a loader. A request that was cancelled when the previous screen unmounted is sent again.
      refetchOnMount: ({ state }) => state.status === 'success' || hasFailedEarlier(state),
      retryOnMount: ({ state }) => hasFailedEarlier(state),
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Resolves once React has rendered what the cache has just received: the cache notifies components in a timer that was
 * set before this one.
 */
export function rendered(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The records that an answer holds: the record index observes the query cache. */
      records?(answer: unknown): readonly IndexedRecord[]
      /** The record that is requested. A 404 response removes it from the index. */
      requested?: Pick<IndexedRecord, 'kind' | 'code'>
      /** Whether a new record belongs to the list. Absent if only the server can decide it. */
      belongs?(record: unknown): boolean
    }
  }
}

/**
 * Marks a list query, so that the record index contains its rows.
 * @param belongs whether a new record belongs to the list; without it new records are not counted
 */
export function indexedRows<Row>(
  toIndexed: (row: Row) => IndexedRecord,
  belongs?: (row: Row) => boolean,
): QueryMeta {
  return { records: ({ rows }: Rows<Row>) => rows.map(toIndexed), ...(belongs && { belongs }) }
}

/** Marks the query of one record, so that the record index contains it. */
export function indexedRecord<One>(
  toIndexed: (record: One) => IndexedRecord,
  rest: Pick<QueryMeta, 'requested'> = {},
): QueryMeta {
  return { records: (record: One) => [toIndexed(record)], ...rest }
}

/**
 * Changes a part of a cached response. The rest stays as old as it was; if it is to be loaded again, it becomes the
 * oldest, because the cache forgets a mark with each change and with each cancelled request.
 * @param change may return the same object, which changes nothing
 */
export function changeInCache<Answer>(queryKey: QueryKey, change: (answer: Answer) => Answer): void {
  const answer = queryClient.getQueryData<Answer>(queryKey)
  const state = queryClient.getQueryState(queryKey)
  if (answer === undefined || !state) return
  const changed = change(answer)
  if (changed === answer) return
  const updatedAt = state.isInvalidated ? 0 : state.dataUpdatedAt
  queryClient.setQueryData(queryKey, changed, { updatedAt })
}

/**
 * What the cache has under a key. Nothing is loaded. An observer without the query's own options would take its function
 * and meta from it, so that it could not be refetched.
 */
export function useCached<Answer>(queryKey: QueryKey): Answer | undefined {
  const hash = hashKey(queryKey)
  const follow = useCallback(
    (onChange: () => void) => {
      // In a timer: a query may be added while a component renders, which must not set state.
      const later = notifyManager.batchCalls(onChange)
      return queryClient.getQueryCache().subscribe(({ query }) => query.queryHash === hash && later())
    },
    [hash],
  )
  return useSyncExternalStore(follow, () => queryClient.getQueryData<Answer>(queryKey))
}

/** A record from the newest list in the query cache that contains it. */
export function recordInLists<Row>(lists: QueryKey, isMeant: (row: Row) => boolean): Row | undefined {
  const newestFirst = queryClient
    .getQueryCache()
    .findAll({ queryKey: lists })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  for (const { queryKey } of newestFirst) {
    const found = queryClient.getQueryData<Rows<Row>>(queryKey)?.rows.find(isMeant)
    if (found) return found
  }
  return undefined
}
