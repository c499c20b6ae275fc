import type { Query } from '@tanstack/react-query'
import { CallError } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import type { RecordIndex } from './record-index.ts'

/**
 * Adds the records of all responses in the query cache to the index, so that the palette finds every record that
 * this browser has seen. Removes records that the server no longer has.
 * @returns a function that stops it
 */
export function observeAnswers(index: RecordIndex): () => void {
  const add = ({ meta, state: { data } }: Query) => {
    if (meta?.records === undefined || data === undefined) return
    index.add(meta.records(data))
  }
  const cache = queryClient.getQueryCache()
  // Responses may have arrived before the console was mounted.
  cache.getAll().forEach(add)
  return cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'success') add(query)
    if (action.type !== 'error' || !query.meta?.requested) return
    if (action.error instanceof CallError && action.error.notFound) index.forget(query.meta.requested)
  })
}
