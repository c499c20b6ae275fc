import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { type TextFilter, textQuery } from '../../domain/lists/list-address.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import {
  kindFacts,
  type Records,
  type StandardKind,
  standardReads,
} from '../../domain/records/record-kind.ts'
import { send } from './client.ts'
import { indexedRecord, indexedRows, LIST_KEPT_MS, recordInLists } from './query-client.ts'
import { foundAs, listsKey, type RecordSource, recordKey, recordSource } from './record-source.ts'

/** A record of a kind that is read in the usual way, for the record index. */
export function standardRecord<Kind extends StandardKind>(kind: Kind, record: Records[Kind]): IndexedRecord {
  const { code, id } = kindFacts(kind)
  const { contact = '', at = null, total = null, status = null, name } = standardReads(kind).row(record)
  return { kind, code: code(record), id: id(record), name, contact, at, total, status }
}

/** Queries of a kind that is read in the usual way. */
export function standardQueries<Kind extends StandardKind>(kind: Kind) {
  type One = Records[Kind]
  const { list, get, codes } = standardReads(kind)
  const toIndexed = (record: One) => standardRecord(kind, record)
  return {
    list: (filter: TextFilter) =>
      queryOptions({
        queryKey: [...listsKey(kind), filter],
        queryFn: ({ signal }): Promise<Rows<One>> => send(list, { query: textQuery(filter), signal }),
        gcTime: LIST_KEPT_MS,
        meta: indexedRows(toIndexed),
      }),
    /** Begins with the record from a list, and requests the current one at once. */
    detail: (id: string) =>
      queryOptions({
        queryKey: recordKey(kind, id),
        queryFn: ({ signal }): Promise<One> => send(get, { path: { id }, signal }),
        // An address may contain any of its codes.
        initialData: () => recordInLists<One>(listsKey(kind), (one) => codes(one, id).includes(id)),
        initialDataUpdatedAt: 0,
        meta: indexedRecord(foundAs({ toIndexed, codesOf: codes }, id)),
      }),
  }
}

/** The source of a kind that is read in the usual way. */
export function standardSource<Kind extends StandardKind>(kind: Kind): RecordSource<Records[Kind]> {
  const { list, get, codes } = standardReads(kind)
  return recordSource({
    toIndexed: (record: Records[Kind]) => standardRecord(kind, record),
    list: (filter, signal) => send(list, { query: textQuery(filter), signal }),
    get: (code, signal) => send(get, { path: { id: code }, signal }),
    codesOf: codes,
    detail: standardQueries(kind).detail,
  })
}
