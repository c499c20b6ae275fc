import { whenIdle } from '../api/when-idle.ts'
import { currentUser, dataOwner } from '../state/session.ts'
import type { IndexChanges, RecordIndex, StoredRecord } from './record-index.ts'
import { loadRecords, storeRecords } from './stored-records.ts'

/** Stored records are restored in parts of this size, so that no part delays a key press. */
const PART = 1_000

/** Message to the other tabs. */
interface News {
  user: string
  changes: IndexChanges
}

/**
 * Persists the index for the signed-in user: restores the stored records, stores changes when idle, and shares them
 * with the other tabs of this browser. Without storage the index still works for this visit.
 * @param warm warms the index up; called once the stored records are restored; returns a function that stops it
 * @returns a function that stops everything and clears the index
 */
export function persistIndex(index: RecordIndex, warm: (index: RecordIndex) => () => void): () => void {
  const user = currentUser()
  const channel = new BroadcastChannel('record-index')
  const unwritten = new Map<string, StoredRecord | null>()
  let stopWriting: (() => void) | null = null
  let stopWarming: (() => void) | null = null
  let over = false

  const write = () => {
    stopWriting = null
    const changed = new Map(unwritten)
    unwritten.clear()
    // A sign-out has deleted the user's records (`private-data.ts`).
    if (dataOwner() !== user) return
    void storeRecords(user, changed).catch(ignore)
  }
  const stopListening = index.onChange((changes) => {
    // Entries have more data than is stored and sent.
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
        if (!over) stopWarming = warm(index)
      })
  })
  return () => {
    over = true
    stopWarming?.()
    stopLoading()
    stopListening()
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

/** If storage is forbidden or full, the next visit begins with an empty index. */
function ignore(): void {}
