import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { fold } from '../../domain/format/fold.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import type { TextFilter } from '../state/text-filter.ts'
import { queryClient } from './query-client.ts'

/** How the records of one kind are read from the server. Every function rejects with CallError. */
export interface RecordSource<One> {
  /** A page of all records, or of those that a text finds. A list without pages or search ignores the filter. */
  list(filter: TextFilter, signal: AbortSignal): Promise<SeenRecord[]>
  /** The record with exactly this code, stored where its screen reads it. Null where there is none. */
  find(code: string, signal: AbortSignal): Promise<SeenRecord | null>
  /** The whole record, by what its address is made of. */
  read(id: string): Promise<One>
  /** Starts loading what the record's screen shows, on the tab that its address names. */
  prefetch(id: string, tab: string | null): void
}

interface SourceParts<One, Row, Key extends QueryKey> {
  toIndexed(record: One | Row): SeenRecord
  list(filter: TextFilter, signal: AbortSignal): Promise<Rows<Row>>
  /** Requests a record by something that may be its code. */
  get(code: string, signal: AbortSignal): Promise<One>
  /** Everything that counts as the code of one. */
  codesOf(record: One): readonly (string | null)[]
  /** The query of its screen. */
  detail(id: string): UseQueryOptions<One, Error, One, Key>
  /** Loads what a tab shows besides the record. */
  prefetchTab?(id: string, tab: string | null): void
}

/** Makes the source of records that have a list call and a call by code. */
export function recordSource<One, Row, Key extends QueryKey>(
  parts: SourceParts<One, Row, Key>,
): RecordSource<One> {
  const { toIndexed, detail } = parts
  return {
    list: async (filter, signal) => (await parts.list(filter, signal)).rows.map(toIndexed),
    find: (code, signal) =>
      parts.get(code, signal).then((record) => {
        if (!parts.codesOf(record).some((own) => own !== null && fold(own) === fold(code))) return null
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
