import { PAGE_SIZE } from '../../contract/call.ts'
import { whenIdle } from '../api/when-idle.ts'
import type { RecordIndex } from './record-index.ts'
import { type DeclaredKind, declaredKinds } from './record-kinds.ts'

/** So many of the newest records of a kind are asked for ahead of need: two weeks of work or more. */
const MOST_PAGES = 5

/**
 * Asks for the newest pages of the lists one by one, each only when the console has nothing else to do, until a page
 * brings nothing new. A page that fails ends it: it is a head start and nothing more. Returns the way to stop.
 */
export function feedIndex(index: RecordIndex): () => void {
  const abort = new AbortController()
  let stopWaiting = () => {}
  const idle = () =>
    new Promise<void>((resolve) => {
      stopWaiting = whenIdle(resolve)
    })
  const feed = async ({ source }: DeclaredKind) => {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      await idle()
      const { list } = await source()
      const records = await list({ page, query: '' }, abort.signal)
      if (abort.signal.aborted) return
      if (index.seen(records) === 0 || records.length < PAGE_SIZE) return
    }
  }
  void (async () => {
    for (const kind of declaredKinds()) await feed(kind).catch(() => undefined)
  })()
  return () => {
    abort.abort()
    stopWaiting()
  }
}
