import type { StoredRecord } from './record-index.ts'

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
export async function loadRecords(user: string): Promise<StoredRecord[]> {
  const found: IDBRequest<StoredRecord[]> = (await records('readonly')).getAll(rangeOf(user))
  return settled(found)
}

/** Stores records of a user by their keys; null deletes one. */
export async function storeRecords(
  user: string,
  changed: ReadonlyMap<string, StoredRecord | null>,
): Promise<void> {
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
