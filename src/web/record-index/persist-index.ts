import { whenIdle } from '../api/when-idle.ts'
import { currentUser, dataOwner } from '../state/session.ts'
import type { IndexChanges, RecordIndex, StoredRecord } from './record-index.ts'

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

const DATABASE = 'record-index'
const RECORDS = 'records'

/** Key of the time of the last write. Sorts before the records of any user. */
const STORED_AT = ''

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function records(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(RECORDS)
  const database = await settled(opening)
  const transaction = database.transaction(RECORDS, mode)
  transaction.oncomplete = () => database.close()
  transaction.onabort = () => database.close()
  return transaction.objectStore(RECORDS)
}

/** The keys of a user's records. They begin with the user, because workstations are shared. */
function rangeOf(user: string): IDBKeyRange {
  return IDBKeyRange.bound([user], [user, []])
}

/** Loads all stored records of a user. */
async function loadRecords(user: string): Promise<StoredRecord[]> {
  const found: IDBRequest<StoredRecord[]> = (await records('readonly')).getAll(rangeOf(user))
  return settled(found)
}

/** Stores records of a user by their keys; null deletes one. */
async function storeRecords(user: string, changed: ReadonlyMap<string, StoredRecord | null>): Promise<void> {
  const store = await records('readwrite')
  store.put(Date.now(), STORED_AT)
  for (const [key, stored] of changed) {
    if (stored) store.put(stored, [user, key])
    else store.delete([user, key])
  }
}

/** Deletes all stored records except those of one user; all records if the user is blank. */
export async function deleteRecordsExcept(user: string): Promise<void> {
  const store = await records('readwrite')
  if (user === '') {
    store.clear()
    return
  }
  store.delete(IDBKeyRange.bound([], [user], false, true))
  store.delete(IDBKeyRange.lowerBound([user, []], true))
}

/** When records were last stored, in milliseconds since 1970; 0 if unknown. */
export async function lastStoredAt(): Promise<number> {
  const found: unknown = await settled((await records('readonly')).get(STORED_AT))
  return typeof found === 'number' ? found : 0
}
