import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
import { type Entry, entryOf } from '../../../src/web/record-index/entry.ts'
import { OrderedEntries } from '../../../src/web/record-index/entry-order.ts'
import { rank } from '../../../src/web/record-index/rank.ts'

/** An order with the given fields only. */
export function record(code: string, parts: Partial<IndexedRecord> = {}): IndexedRecord {
  return { kind: 'order', code, name: '', contact: '', at: null, total: null, status: null, ...parts }
}

export function inOrder(entries: readonly Entry[]): OrderedEntries {
  const ordered = new OrderedEntries()
  ordered.put(entries)
  return ordered
}

/** The matches of a search with their bands. */
export function found(records: readonly IndexedRecord[], query: string, opened: Record<string, number> = {}) {
  const entries = inOrder(records.map((one) => entryOf(one, opened[one.code] ?? 0)))
  return rank(entries, query, 30).map(({ record: { code }, band }) => [code, band] as const)
}
