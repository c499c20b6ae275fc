import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { fold } from '../../domain/format/fold.ts'
import type { TextFilter } from '../../domain/lists/text-filter.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { queryClient } from './query-client.ts'

/** Reads the records of one kind from the server. All functions reject with CallError. */
export interface RecordSource<One> {
  /** A page of records that match a text, or of all records. Lists without pages or search ignore the filter. */
  list(filter: TextFilter, signal: AbortSignal): Promise<IndexedRecord[]>
  /** The record with exactly this code, cached for its screen; null if there is none. */
  find(code: string, signal: AbortSignal): Promise<IndexedRecord | null>
  /** The whole record, by the id in its address. */
  read(id: string): Promise<One>
  /** Starts loading the data of a record's screen, for the tab in its address. */
  prefetch(id: string, tab: string | null): void
}

interface SourceParts<One, Row, Key extends QueryKey> {
  toIndexed(record: One | Row): IndexedRecord
  list(filter: TextFilter, signal: AbortSignal): Promise<Rows<Row>>
  /** Requests a record by text that may be its code. */
  get(code: string, signal: AbortSignal): Promise<One>
  /** All texts that count as the record's code, among them the requested one if it contains a code. */
  codesOf(record: One, requested: string): readonly (string | null)[]
  /** The query of the record's screen. */
  detail(id: string): UseQueryOptions<One, Error, One, Key>
  /** Loads the data that a tab shows in addition to the record. */
  prefetchTab?(id: string, tab: string | null): void
}

/** The source of a kind of record that has a list call and a call by code. */
export function recordSource<One, Row, Key extends QueryKey>(
  parts: SourceParts<One, Row, Key>,
): RecordSource<One> {
  const { toIndexed, detail } = parts
  return {
    list: async (filter, signal) => (await parts.list(filter, signal)).rows.map(toIndexed),
    find: (code, signal) =>
      parts.get(code, signal).then((record) => {
        if (!parts.codesOf(record, code).some((own) => own !== null && fold(own) === fold(code))) return null
        const indexed = toIndexed(record)
        queryClient.setQueryData<One>(detail(indexed.id ?? indexed.code).queryKey, () => record)
        return indexed
      }),
    read: (id) => queryClient.fetchQuery(detail(id)),
    prefetch(id, tab) {
      void queryClient.prefetchQuery(detail(id))
      parts.prefetchTab?.(id, tab)
    },
  }
}
