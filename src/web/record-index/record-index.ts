import { fold } from '../../domain/format/fold.ts'
import { kindsNamed } from '../../domain/records/kind-words.ts'
import { namedNumber } from '../../domain/records/named-number.ts'
import { RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import { keyOf, mergedLines, type SeenRecord } from '../../domain/records/seen-record.ts'
import { type Entry, entryOf } from './entry.ts'
import { OrderedEntries } from './entry-order.ts'
import type { StoredRecord } from './index-storage.ts'
import { type Match, rank } from './rank.ts'

/** At most this many records are found for a query: more are never drawn. */
const MOST_MATCHES = 30

/** Records by their keys, as they are now; null for one that is no more. */
export type Changes = ReadonlyMap<string, StoredRecord | null>

type Listener = (changes: Changes) => void

/** The records that this browser has seen, by code and by name. Knows nothing of storage or other tabs. */
export class RecordIndex {
  readonly #entries = new Map<string, Entry>()
  readonly #inOrder = new OrderedEntries()
  readonly #listeners = new Set<Listener>()

  /**
   * Takes in the records of an answer; newer data of a known record replaces the older. Returns how many it did not
   * know just so.
   */
  seen(records: readonly SeenRecord[]): number {
    const news = new Map<string, SeenRecord>()
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

  /** Notes that a record was opened, in ms: recently opened ones come first in their band. */
  opened(record: SeenRecord, at: number): void {
    this.#take([{ record, openedAt: at }])
  }

  /** Forgets a record that is no more. */
  forget(record: Pick<SeenRecord, 'kind' | 'id' | 'code'>): void {
    const key = keyOf(record)
    if (!this.drop(key)) return
    this.#tell(new Map([[key, null]]))
  }

  /** Forgets a record by its key, and tells nobody. Returns whether it was there. */
  drop(key: string): boolean {
    const known = this.#entries.get(key)
    if (!known) return false
    this.#inOrder.put([], [known])
    this.#entries.delete(key)
    return true
  }

  /** Takes in what was kept (older than what is here) or what another tab has just seen (newer), and tells nobody. */
  restore(records: readonly StoredRecord[], age: 'older' | 'newer'): void {
    this.#put(
      records.map(({ record, openedAt }) => {
        const known = this.#entries.get(keyOf(record))
        const newest = known && age === 'older' ? known.record : record
        return entryOf(newest, Math.max(openedAt, known?.openedAt ?? 0))
      }),
    )
  }

  /** The record with exactly this code, in any case; the one in the same case where two differ only in that. */
  byCode(code: string): SeenRecord | null {
    const found = this.exact(code)
    return found.find((record) => record.code === code.trim()) ?? found[0] ?? null
  }

  /** All records with exactly this code, in the order in which a search finds them. */
  exact(code: string, kinds: readonly RecordKind[] = RECORD_KINDS): SeenRecord[] {
    const folded = fold(code).trim()
    return this.#inOrder
      .exactly(folded)
      .filter((entry) => entry.code === folded && kinds.includes(entry.record.kind))
      .map(({ record }) => record)
  }

  /** The records of some kinds that answer a query, best first; those that a named number is of come first. */
  search(query: string, kinds: readonly RecordKind[] = RECORD_KINDS): Match[] {
    const matches = rank(this.#inOrder, query, MOST_MATCHES, kinds)
    const named = namedNumber(query)
    if (!named) return matches
    const namedKinds = kindsNamed(named.of).filter((kind) => kinds.includes(kind))
    const first = rank(this.#inOrder, named.number, MOST_MATCHES, namedKinds)
    const found = new Set(first.map(({ record }) => record))
    return [...first, ...matches.filter(({ record }) => !found.has(record))].slice(0, MOST_MATCHES)
  }

  /** The records last opened here, the latest first. */
  recent(count: number): SeenRecord[] {
    return this.#inOrder.list
      .slice(0, count)
      .filter(({ openedAt }) => openedAt > 0)
      .map(({ record }) => record)
  }

  /** When a record was last opened here, in ms; 0 for never. */
  openedAt(record: Pick<SeenRecord, 'kind' | 'id' | 'code'>): number {
    return this.#entries.get(keyOf(record))?.openedAt ?? 0
  }

  has(record: Pick<SeenRecord, 'kind' | 'id' | 'code'>): boolean {
    return this.#entries.has(keyOf(record))
  }

  get size(): number {
    return this.#entries.size
  }

  clear(): void {
    this.#entries.clear()
    this.#inOrder.clear()
  }

  /** Called with what is there already, then with what `seen`, `opened` and `forget` change. Returns the way to stop. */
  onChange(listener: Listener): () => void {
    if (this.size > 0) listener(this.#entries)
    return this.onNews(listener)
  }

  /** Called with what `seen`, `opened` and `forget` change from now on. @returns a function that ends it */
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

  #tell(changes: Changes): void {
    for (const listener of this.#listeners) listener(changes)
  }

  #put(entries: readonly Entry[]): void {
    const added = new Map(entries.map((entry) => [keyOf(entry.record), entry]))
    const known = [...added.keys()].flatMap((key) => this.#entries.get(key) ?? [])
    this.#inOrder.put([...added.values()], known)
    for (const [key, entry] of added) this.#entries.set(key, entry)
  }
}

/**
 * A record after another answer about it. Answers about a customer say different things of where one is and how one is
 * reached, so that these add up; one that says less than a list changes nothing else.
 */
function merged(known: SeenRecord | undefined, news: SeenRecord): SeenRecord {
  if (!known || news.kind !== 'customer') return news
  const both = {
    place: mergedLines(known.place, news.place),
    reach: mergedLines(known.reach, news.reach),
  }
  return { ...(news.partial ? known : news), ...both }
}

function isSame(one: SeenRecord, other: SeenRecord): boolean {
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
