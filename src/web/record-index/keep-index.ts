import { whenIdle } from '../api/when-idle.ts'
import { currentUser, onSignOut } from '../state/session.ts'
import { keepRecords, loadRecords, type StoredRecord } from './index-storage.ts'
import type { Changes, RecordIndex } from './record-index.ts'

/** Kept records come back in parts of this size, so that no part holds a key press up. */
const PART = 1_000

/** What one tab tells the others. */
interface News {
  user: string
  changes: Changes
}

/**
 * Keeps an index for the signed-in user: brings back what the last visit had seen, writes what is new when idle, shares
 * it with the other tabs of this browser, and forgets it all at sign-out; what is stored goes with `private-data.ts`. Without storage the index works all the same,
 * for this visit. Returns the way to stop.
 * @param feed started once what was kept is back, until the sign-out; returns the way to stop
 */
export function keepIndex(index: RecordIndex, feed: (index: RecordIndex) => () => void): () => void {
  const user = currentUser()
  const channel = new BroadcastChannel('record-index')
  const unwritten = new Map<string, StoredRecord | null>()
  let stopWriting: (() => void) | null = null
  let stopFeeding: (() => void) | null = null
  let over = false

  const write = () => {
    stopWriting = null
    const changed = new Map(unwritten)
    unwritten.clear()
    void keepRecords(user, changed).catch(ignore)
  }
  const stopListening = index.onChange((changes) => {
    // An entry of the index has more than is kept and told.
    const news = new Map(
      Array.from(changes, ([key, now]) => [key, now && { record: now.record, openedAt: now.openedAt }]),
    )
    for (const [key, now] of news) unwritten.set(key, now)
    stopWriting ??= whenIdle(write)
    channel.postMessage({ user, changes: news } satisfies News)
  })
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.user !== user) return
    index.restore(
      [...data.changes.values()].filter((now) => now !== null),
      'newer',
    )
    for (const [key, now] of data.changes) if (now === null) index.drop(key)
  }
  const stopLoading = whenIdle(() => {
    void loadRecords(user)
      .then((kept) => restoreInParts(index, kept, () => over))
      .catch(ignore)
      .then(() => {
        if (!over) stopFeeding = feed(index)
      })
  })
  const stopComing = () => {
    over = true
    stopFeeding?.()
    stopLoading()
  }
  const stopSignOut = onSignOut(() => {
    stopComing()
    unwritten.clear()
    index.clear()
  })

  return () => {
    stopComing()
    stopListening()
    stopSignOut()
    if (stopWriting) {
      stopWriting()
      write()
    }
    channel.close()
    index.clear()
  }
}

async function restoreInParts(
  index: RecordIndex,
  kept: readonly StoredRecord[],
  isOver: () => boolean,
): Promise<void> {
  for (let start = 0; start < kept.length && !isOver(); start += PART) {
    index.restore(kept.slice(start, start + PART), 'older')
    await new Promise<void>((resolve) => setTimeout(resolve))
  }
}

/** Storage may be forbidden or full: what is lost is a head start. */
function ignore(): void {}
