import type { SeenRecord } from '../../domain/records/seen-record.ts'

/** What is kept of a record for the next visit. */
export interface StoredRecord {
  record: SeenRecord
  openedAt: number
}

const DATABASE = 'record-index'
const RECORDS = 'records'

/** Sorts before the records of any user. */
const KEPT_AT = ''

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

/** Workstations are shared: each user's records stand under their own prefix. */
function rangeOf(user: string): IDBKeyRange {
  return IDBKeyRange.bound([user], [user, []])
}

/** Every record kept for a user. */
export async function loadRecords(user: string): Promise<StoredRecord[]> {
  const found: IDBRequest<StoredRecord[]> = (await records('readonly')).getAll(rangeOf(user))
  return settled(found)
}

/** Keeps records for a user's next visit, by their keys; those that are null no more. */
export async function keepRecords(
  user: string,
  changed: ReadonlyMap<string, StoredRecord | null>,
): Promise<void> {
  const store = await records('readwrite')
  store.put(Date.now(), KEPT_AT)
  for (const [key, stored] of changed) {
    if (stored) store.put(stored, [user, key])
    else store.delete([user, key])
  }
}

/** Forgets everything kept for anybody but one user; for all where that is blank. */
export async function forgetRecordsBut(user: string): Promise<void> {
  const store = await records('readwrite')
  if (user === '') {
    store.clear()
    return
  }
  store.delete(IDBKeyRange.bound([], [user], false, true))
  store.delete(IDBKeyRange.lowerBound([user, []], true))
}

/** When anything was kept last, in milliseconds since 1970; 0 where that is not known. */
export async function lastKeptAt(): Promise<number> {
  const found: unknown = await settled((await records('readonly')).get(KEPT_AT))
  return typeof found === 'number' ? found : 0
}
