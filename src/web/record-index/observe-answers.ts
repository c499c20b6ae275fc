import type { Query } from '@tanstack/react-query'
import { CallError } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import type { RecordIndex } from './record-index.ts'

/**
 * Adds the records of every answer in the query cache to the index: whatever this browser has seen, the palette finds
 * at once. A record that the server no longer has is removed. Returns a function that stops.
 */
export function observeAnswers(index: RecordIndex): () => void {
  const add = ({ meta, state: { data } }: Query) => {
    if (meta?.records === undefined || data === undefined) return
    index.seen(meta.records(data))
  }
  const cache = queryClient.getQueryCache()
  // Answers may arrive before the console is mounted.
  cache.getAll().forEach(add)
  return cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'success') add(query)
    if (action.type !== 'error' || !query.meta?.requested) return
    if (action.error instanceof CallError && action.error.notFound) index.forget(query.meta.requested)
  })
}
