import type { QueryKey, QueryMeta } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { queryClient } from './query-client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The records that an answer holds: the record index observes the query cache. */
      records?(answer: unknown): readonly IndexedRecord[]
      /** The record that is requested. A 404 response removes it from the index. */
      requested?: Pick<IndexedRecord, 'kind' | 'code'>
      /** Whether a new record belongs to the list. Absent if only the server can decide it. */
      belongs?(record: unknown): boolean
    }
  }
}

/**
 * Marks a list query, so that the record index contains its rows.
 * @param belongs whether a new record belongs to the list; without it new records are not counted
 */
export function indexedRows<Row>(
  toIndexed: (row: Row) => IndexedRecord,
  belongs?: (row: Row) => boolean,
): QueryMeta {
  return { records: ({ rows }: Rows<Row>) => rows.map(toIndexed), ...(belongs && { belongs }) }
}

/** Marks the query of one record, so that the record index contains it. */
export function indexedRecord<One>(
  toIndexed: (record: One) => IndexedRecord,
  rest: Pick<QueryMeta, 'requested'> = {},
): QueryMeta {
  return { records: (record: One) => [toIndexed(record)], ...rest }
}

/** A record from a list in the query cache. */
export function recordInLists<Row>(lists: QueryKey, isMeant: (row: Row) => boolean): Row | undefined {
  for (const [, list] of queryClient.getQueriesData<Rows<Row>>({ queryKey: lists })) {
    const found = list?.rows.find(isMeant)
    if (found) return found
  }
  return undefined
}
