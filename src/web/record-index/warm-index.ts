import { PAGE_SIZE } from '../../contract/call.ts'
import { whenIdle } from '../api/when-idle.ts'
import { installation } from '../state/installation.ts'
import type { RecordIndex } from './record-index.ts'
import { kindsOf, type ReadableKind } from './record-kinds.ts'

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
