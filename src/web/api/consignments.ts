import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import {
  type Consignment,
  type ConsignmentListQuery,
  deleteConsignment,
  getConsignment,
  getLabels,
  listConsignments,
} from '../../contract/consignments.ts'
import { parseWallClock, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { consignmentStage } from '../../domain/freight/consignment-status.ts'
import { placeOf, type SeenRecord } from '../../domain/records/seen-record.ts'
import { now } from '../state/clock.ts'
import { CallError, send } from './client.ts'
import { succeed } from './failure.ts'
import { indexedRecord, indexedRows, recordInLists } from './indexed.ts'
import { refreshOrders } from './orders.ts'
import { LIST_KEPT_MS, queryClient } from './query-client.ts'
import { type RecordSource, recordSource } from './record-source.ts'

/** What the consignments list is narrowed to; `provider` is a courier's slug, blank for all. */
export type ConsignmentFilter = ConsignmentListQuery

const CONSIGNMENTS = ['consignments'] as const

/** A label does not change: asked for once, it is there for the screen and for printing. */
const LABELS_FRESH_MS = 30 * 60_000

/** What the index keeps of a consignment. */
export function consignmentRecord(consignment: Consignment): SeenRecord {
  const { building, contact_name } = consignment.destination
  const createdMs = parseWallClock(consignment.dates.created_at)
  return {
    kind: 'consignment',
    code: consignment.tracking_code,
    name: building || contact_name || '',
    contact: building ? (contact_name ?? '') : '',
    place: placeOf(consignment.destination),
    at: createdMs === null ? null : new Date(createdMs).toISOString(),
    total: null,
    status: consignmentStage(consignment),
  }
}

/** The queries of consignments, for loaders, screens, printing and invalidation alike. */
export const consignmentQueries = {
  list: (filter: ConsignmentFilter) =>
    queryOptions({
      queryKey: [...CONSIGNMENTS, 'list', filter],
      queryFn: ({ signal }): Promise<Rows<Consignment>> => send(listConsignments, { query: filter, signal }),
      gcTime: LIST_KEPT_MS,
      meta: indexedRows(consignmentRecord),
    }),
  /** Starts with the consignment as a list has it, and asks for the newest at once. */
  detail: (code: string) =>
    queryOptions({
      queryKey: [...CONSIGNMENTS, 'detail', code],
      queryFn: ({ signal }): Promise<Consignment> => send(getConsignment, { path: { id: code }, signal }),
      initialData: () =>
        recordInLists<Consignment>([...CONSIGNMENTS, 'list'], (one) => one.tracking_code === code),
      initialDataUpdatedAt: 0,
      meta: indexedRecord(consignmentRecord, { requested: { kind: 'consignment', code } }),
    }),
  /** The labels as base64 text. */
  labels: (code: string) =>
    queryOptions({
      queryKey: [...CONSIGNMENTS, 'labels', code],
      queryFn: ({ signal }): Promise<string> => send(getLabels, { path: { trackingCode: code }, signal }),
      staleTime: LABELS_FRESH_MS,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      gcTime: LABELS_FRESH_MS,
    }),
}

/** As it is typed and, since couriers write their codes in capitals, in capitals. */
async function askForCode(code: string, signal: AbortSignal): Promise<Consignment> {
  const capitals = code.toUpperCase()
  try {
    return await send(getConsignment, { path: { id: code }, signal })
  } catch (error) {
    if (capitals === code || !(error instanceof CallError && error.notFound)) throw error
    return send(getConsignment, { path: { id: capitals }, signal })
  }
}

export const consignmentSource: RecordSource<Consignment> = recordSource({
  toIndexed: consignmentRecord,
  // There is no list of all: the index holds today's.
  list: (_, signal) => {
    const query = { date: todayInAuckland(now()), query: '', provider: '' }
    return send(listConsignments, { query, signal })
  },
  get: askForCode,
  // The label of a piece may be what was scanned.
  codesOf: ({ tracking_code, parts }) => [tracking_code, ...parts.map(({ label }) => label)],
  detail: consignmentQueries.detail,
  prefetchTab(id, tab) {
    if (tab === 'labels') void queryClient.prefetchQuery(consignmentQueries.labels(id))
  },
})

/** Asks again for every consignment and list in use, and for the orders that they ship. */
export function refreshConsignments(): void {
  void queryClient.invalidateQueries({
    queryKey: CONSIGNMENTS,
    predicate: ({ queryKey }) => queryKey[1] !== 'labels',
  })
  refreshOrders()
}

/**
 * Deletes a consignment: it is gone from the lists, and its order is no longer shipped (reading
 * 29).
 * @throws CallError with the server's reason, also where the answer does not say that it succeeded. It may be being
 *   deleted all the same, so that its labels are no longer used then.
 */
export async function removeConsignment(code: string): Promise<void> {
  try {
    await succeed(send(deleteConsignment, { path: { id: code } }))
  } finally {
    queryClient.removeQueries({ queryKey: [...CONSIGNMENTS, 'labels', code] })
    refreshConsignments()
  }
}
