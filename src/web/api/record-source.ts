import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { fold } from '../../domain/format/text.ts'
import type { TextFilter } from '../../domain/lists/list-address.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import { CallError, refusalOf } from './client.ts'
import { queryClient } from './query-client.ts'

/**
 * The first part of the keys of all queries of a kind: the first part of its path. Suppliers and their orders share it,
 * because they change together.
 */
export function keyRoot(kind: RecordKind): string {
  return kindFacts(kind).path.split('/')[1] ?? ''
}

/** The key of the query of one record. */
export function recordKey<Kind extends RecordKind>(kind: Kind, code: string) {
  return [keyRoot(kind), kind, code] as const
}

/**
 * The keys of the queries of lists of a kind. A filter follows in the key of one list. Supplier orders have the root of
 * suppliers, so their list has a key of its own.
 */
export function listsKey<Kind extends Exclude<RecordKind, 'supplier-order'>>(kind: Kind) {
  return [keyRoot(kind), 'list'] as const
}

/** All texts by which a record is known to be found, among them the requested one if it contains a code. */
export type CodesOf<One> = (record: One, requested: string) => readonly (string | null | undefined)[]

/** A record for the index. */
type ToIndexed<One> = (record: One) => IndexedRecord

/**
 * The record of the response to a request, for the index. A response belongs to its request, whatever code it contains:
 * if that is another one, the record's address is the requested text, which is known to find it.
 */
export function foundAs<One>(
  { toIndexed, codesOf }: { toIndexed: ToIndexed<One>; codesOf: CodesOf<One> },
  requested: string,
): ToIndexed<One> {
  return (record) => {
    const isCode = codesOf(record, requested).some((own) => fold(own ?? '') === fold(requested))
    return isCode ? toIndexed(record) : { ...toIndexed(record), id: requested }
  }
}

/** Reads the records of one kind from the server. All functions reject with CallError. */
export interface RecordSource<One> {
  /** A page of records that match a text, or of all records. Lists without pages or search ignore the filter. */
  list(filter: TextFilter, signal: AbortSignal): Promise<IndexedRecord[]>
  /** The record that the server has for this code, cached for its screen; null if there is none. */
  find(code: string, signal: AbortSignal): Promise<IndexedRecord | null>
  /** The whole record, by the id in its address. */
  read(id: string): Promise<One>
  /** Starts loading the data of a record's screen, for the parameters in its address. */
  prefetch(id: string, search: URLSearchParams): void
}

interface SourceParts<One, Row, Key extends QueryKey> {
  toIndexed(record: One | Row): IndexedRecord
  list(filter: TextFilter, signal: AbortSignal): Promise<Rows<Row>>
  /** Requests a record by text that may be its code. */
  get(code: string, signal: AbortSignal): Promise<One>
  codesOf: CodesOf<One>
  /** The query of the record's screen. */
  detail(id: string): UseQueryOptions<One, Error, One, Key>
  /** Loads the data that the address's tab shows in addition to the record. */
  prefetchTab?(id: string, search: URLSearchParams): void
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
        const indexed = foundAs(parts, code)(record)
        queryClient.setQueryData<One>(detail(indexed.id ?? indexed.code).queryKey, () => record)
        return indexed
      }),
    read: (id) => queryClient.fetchQuery(detail(id)),
    prefetch(id, search) {
      void queryClient.prefetchQuery(detail(id))
      parts.prefetchTab?.(id, search)
    },
  }
}

/** State of the request for a record, as its screen shows it. */
export interface RecordAnswer<Detail> {
  /** Null while it is loading and if it does not exist. It may be from before a later request that failed. */
  record: Detail | null
  state: 'loading' | 'missing' | 'failed' | 'there'
  /** The server's reason for the failure; null if it gave none. */
  reason: string | null
  retry(): void
}

/** Derives the state from React Query's result. */
export function recordAnswer<Detail>(result: {
  data: Detail | undefined
  error: Error | null
  refetch(): unknown
}): RecordAnswer<Detail> {
  const { data, error, refetch } = result
  const missing = error instanceof CallError && error.notFound
  return {
    record: missing ? null : (data ?? null),
    state: missing ? 'missing' : error ? 'failed' : data === undefined ? 'loading' : 'there',
    reason: refusalOf(error).reason,
    retry: () => void refetch(),
  }
}
