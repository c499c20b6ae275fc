import type { Query } from '@tanstack/react-query'
import { PAGE_SIZE } from '../../contract/call.ts'
import { CallError } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { whenIdle } from '../api/when-idle.ts'
import { installation } from '../state/installation.ts'
import type { RecordIndex } from './record-index.ts'
import { kindsOf, type ReadableKind } from './record-kinds.ts'

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

/**
 * Warms up the index: loads the newest pages of each kind, one at a time and only when the console is idle, until a
 * further page contains nothing new or the installation's limit is reached. A failed page ends its kind.
 * @returns a function that stops it
 */
export function warmIndex(index: RecordIndex): () => void {
  const abort = new AbortController()
  let stopWaiting = () => {}
  const idle = () =>
    new Promise<void>((resolve) => {
      stopWaiting = whenIdle(resolve)
    })
  const warm = async ({ source }: ReadableKind) => {
    for (let page = 1; page <= installation.prefetchPages; page += 1) {
      await idle()
      const { list } = await source()
      const records = await list({ page, query: '' }, abort.signal)
      if (abort.signal.aborted) return
      const isKnown = index.add(records) === 0
      // The screen's own list has often loaded the first page already, which says nothing of the next.
      if ((isKnown && page > 1) || records.length < PAGE_SIZE) return
    }
  }
  void (async () => {
    for (const kind of kindsOf()) await warm(kind).catch(() => undefined)
  })()
  return () => {
    abort.abort()
    stopWaiting()
  }
}
