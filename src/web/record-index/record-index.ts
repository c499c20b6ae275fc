import { fold } from '../../domain/format/text.ts'
import { hasReference, type IndexedRecord, keyOf, mergedLines } from '../../domain/records/indexed-record.ts'
import { kindsNamed, likelyKind, namedNumber } from '../../domain/records/kind-words.ts'
import { RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import { type Entry, entryOf } from './entry.ts'
import { OrderedEntries } from './entry-order.ts'
import { type Match, rank } from './rank.ts'

/** The stored data of an indexed record. */
export interface StoredRecord {
  record: IndexedRecord
  openedAt: number
}

/** The most records that a search returns; the palette shows no more. */
const MOST_MATCHES = 30

/** Changed records by key; null for one that was removed. */
export type IndexChanges = ReadonlyMap<string, StoredRecord | null>

type Listener = (changes: IndexChanges) => void

/** The records that this browser has seen, searchable by code and name. Storage and other tabs are not its concern. */
export class RecordIndex {
  readonly #entries = new Map<string, Entry>()
  readonly #inOrder = new OrderedEntries()
  /** Keys of consignments by their folded references, some of which may be out of date. */
  readonly #references = new Map<string, string>()
  readonly #listeners = new Set<Listener>()

  /**
   * Adds the records of a response. Newer data of a record replaces older data.
   * @returns the number of records that are new or changed
   */
  add(records: readonly IndexedRecord[]): number {
    const news = new Map<string, IndexedRecord>()
    for (const { customer, ...record } of records) {
      for (const one of customer ? [record, customer] : [record]) {
        const key = keyOf(one)
        news.set(key, merged(news.get(key) ?? this.#entries.get(key)?.record, one))
      }
    }
    return this.#take(
      Array.from(news, ([key, record]) => ({ record, openedAt: this.#entries.get(key)?.openedAt ?? 0 })),
    )
  }

  /**
   * Notes that a record was opened: among equally good matches, the most recently opened one comes first.
   * @param at milliseconds since 1970
   */
  opened(record: IndexedRecord, at: number): void {
    this.#take([{ record, openedAt: at }])
  }

  /** Removes a record that no longer exists. */
  forget(record: Pick<IndexedRecord, 'kind' | 'id' | 'code'>): void {
    const key = keyOf(record)
    if (!this.drop(key)) return
    this.#tell(new Map([[key, null]]))
  }

  /** Removes a record by its key without calling the listeners. Returns whether it was indexed. */
  drop(key: string): boolean {
    const known = this.#entries.get(key)
    if (!known) return false
    this.#inOrder.put([], [known])
    this.#entries.delete(key)
    return true
  }

  /**
   * Adds records without calling the listeners.
   * @param age 'older' for records from storage, 'newer' for those that another tab has just added
   */
  restore(records: readonly StoredRecord[], age: 'older' | 'newer'): void {
    this.#put(
      records.map(({ record, openedAt }) => {
        const known = this.#entries.get(keyOf(record))
        const newest = known && age === 'older' ? known.record : record
        return entryOf(newest, Math.max(openedAt, known?.openedAt ?? 0))
      }),
    )
  }

  /**
   * The record with this code in upper or lower case. If two codes differ only in case, the record whose code is
   * spelled like this one; of several kinds, the one that the format of the code suggests; null if there is none.
   */
  byCode(code: string): IndexedRecord | null {
    const found = this.exact(code)
    const spelled = found.filter((record) => record.code === code.trim())
    const meant = spelled.length > 0 ? spelled : found
    return meant.find(({ kind }) => kind === likelyKind(code)) ?? meant[0] ?? null
  }

  /**
   * All records with this code in upper or lower case, in the order of search results, then the consignment with this
   * reference.
   */
  exact(code: string, kinds: readonly RecordKind[] = RECORD_KINDS): IndexedRecord[] {
    const folded = fold(code).trim()
    const exact = this.#inOrder
      .exactly(folded)
      .filter((entry) => entry.code === folded && kinds.includes(entry.record.kind))
      .map(({ record }) => record)
    const referred = this.#entries.get(this.#references.get(folded) ?? '')?.record
    const isMeant = referred && hasReference(referred, folded) && kinds.includes(referred.kind)
    return isMeant ? [...exact, referred] : exact
  }

  /**
   * The records that match a query, best match first. If the query names a number ("order 4823"), records of the named
   * kind come first.
   */
  search(query: string, kinds: readonly RecordKind[] = RECORD_KINDS): Match[] {
    const matches = rank(this.#inOrder, query, MOST_MATCHES, kinds)
    const named = namedNumber(query)
    if (!named) return matches
    const namedKinds = kindsNamed(named.of).filter((kind) => kinds.includes(kind))
    const first = rank(this.#inOrder, named.number, MOST_MATCHES, namedKinds)
    const found = new Set(first.map(({ record }) => record))
    return [...first, ...matches.filter(({ record }) => !found.has(record))].slice(0, MOST_MATCHES)
  }

  /** The records most recently opened in this browser, latest first. */
  recent(count: number): IndexedRecord[] {
    return this.#inOrder.list
      .slice(0, count)
      .filter(({ openedAt }) => openedAt > 0)
      .map(({ record }) => record)
  }

  /** When a record was last opened in this browser, in milliseconds since 1970; 0 if never. */
  openedAt(record: Pick<IndexedRecord, 'kind' | 'id' | 'code'>): number {
    return this.#entries.get(keyOf(record))?.openedAt ?? 0
  }

  /** The newest data of a record; the given one if it is not indexed. */
  newest(record: IndexedRecord): IndexedRecord {
    return this.#entries.get(keyOf(record))?.record ?? record
  }

  has(record: Pick<IndexedRecord, 'kind' | 'id' | 'code'>): boolean {
    return this.#entries.has(keyOf(record))
  }

  get size(): number {
    return this.#entries.size
  }

  clear(): void {
    this.#entries.clear()
    this.#references.clear()
    this.#inOrder.clear()
  }

  /**
   * Calls the listener with all records at once, then like `onNews`.
   * @returns a function that removes the listener
   */
  onChange(listener: Listener): () => void {
    if (this.size > 0) listener(this.#entries)
    return this.onNews(listener)
  }

  /**
   * Calls the listener with every later change by `add`, `opened` or `forget`.
   * @returns a function that removes the listener
   */
  onNews(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #take(changes: readonly StoredRecord[]): number {
    const changed = new Map<string, StoredRecord>()
    for (const change of changes) {
      const key = keyOf(change.record)
      const known = this.#entries.get(key)
      if (known && known.openedAt === change.openedAt && isSame(known.record, change.record)) continue
      changed.set(key, change)
    }
    if (changed.size === 0) return 0
    this.#put([...changed.values()].map(({ record, openedAt }) => entryOf(record, openedAt)))
    this.#tell(changed)
    return changed.size
  }

  #tell(changes: IndexChanges): void {
    for (const listener of this.#listeners) listener(changes)
  }

  #put(entries: readonly Entry[]): void {
    const added = new Map(entries.map((entry) => [keyOf(entry.record), entry]))
    const known = [...added.keys()].flatMap((key) => this.#entries.get(key) ?? [])
    this.#inOrder.put([...added.values()], known)
    for (const [key, entry] of added) {
      this.#entries.set(key, entry)
      const { kind, reference } = entry.record
      if (kind === 'consignment' && reference) this.#references.set(fold(reference), key)
    }
  }
}

/**
 * A record with newer data. Different responses contain different addresses and phone numbers of a customer, so these
 * are accumulated. Data marked `partial` adds only these.
 */
function merged(known: IndexedRecord | undefined, news: IndexedRecord): IndexedRecord {
  if (!known || news.kind !== 'customer') return news
  const both = {
    place: mergedLines(known.place, news.place),
    reach: mergedLines(known.reach, news.reach),
  }
  return { ...(news.partial ? known : news), ...both }
}

function isSame(one: IndexedRecord, other: IndexedRecord): boolean {
  return (
    one.name === other.name &&
    one.contact === other.contact &&
    one.reference === other.reference &&
    one.place === other.place &&
    one.reach === other.reach &&
    one.at === other.at &&
    one.total === other.total &&
    one.status === other.status
  )
}

/** The one index of this tab. */
export const recordIndex = new RecordIndex()
