import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import {
  type Consignment,
  deleteConsignment,
  getConsignment,
  getLabels,
  getZplLabels,
  listConsignments,
  listOrderConsignments,
  type OrderConsignments,
} from '../../contract/consignments.ts'
import { parseWallClock, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { consignmentStage } from '../../domain/freight/consignment.ts'
import { beginsWithCode, codesWithDigits, digitsOf } from '../../domain/freight/couriers.ts'
import { type ConsignmentFilter, consignmentBelongsTo } from '../../domain/lists/consignment-filter.ts'
import { type IndexedRecord, placeOf, reachOf } from '../../domain/records/indexed-record.ts'
import { now } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { CallError, send, succeed } from './client.ts'
import { refreshOrders } from './orders.ts'
import {
  indexedRecord,
  indexedRows,
  LIST_KEPT_MS,
  queryClient,
  recordInLists,
  unlessLive,
} from './query-client.ts'
import {
  type CodesOf,
  foundAs,
  keyRoot,
  listsKey,
  type RecordSource,
  recordKey,
  recordSource,
} from './record-source.ts'

const CONSIGNMENTS = [keyRoot('consignment')] as const

/** The first part of the keys of the queries of the end of the day. */
export const END_OF_DAY = ['end-of-day'] as const

/** The first part of the keys of the query of the board, which any change of an order or a consignment may affect. */
export const BOARD = ['board'] as const

/** The first part of the keys of the queries of an order's consignments. */
export const CONSIGNMENTS_OF_ORDERS = [...CONSIGNMENTS, 'of-order'] as const

/** Labels do not change, so one response serves the screen and the printer. */
const LABELS_FRESH_MS = 30 * 60_000

/** A consignment for the record index. */
export function consignmentRecord(consignment: Consignment): IndexedRecord {
  const { destination } = consignment
  const { building, contact_name, contact_phone, contact_email } = destination
  const createdMs = parseWallClock(consignment.dates.created_at)
  return {
    kind: 'consignment',
    code: consignment.tracking_code,
    name: building || contact_name || '',
    contact: building ? (contact_name ?? '') : '',
    ...(consignment.reference !== null && { reference: consignment.reference }),
    // It has a region and no city; our server puts the city there.
    place: placeOf({ ...destination, city: destination.region }),
    reach: reachOf([contact_phone], contact_email),
    at: createdMs === null ? null : new Date(createdMs).toISOString(),
    total: null,
    status: consignmentStage(consignment),
  }
}

/**
 * A scan may have read the barcode of a piece, or a longer one that begins with it; staff may have typed the digits
 * without the courier's prefix.
 */
const codesOf: CodesOf<Consignment> = ({ tracking_code, reference, parts }, requested) => {
  const codes = [tracking_code, ...parts.flatMap(({ label }) => label ?? [])]
  const isMeant =
    beginsWithCode(requested.toUpperCase(), codes) ||
    (codesWithDigits(requested).length > 0 && digitsOf(tracking_code) === requested)
  return [...codes, reference, ...(isMeant ? [requested] : [])]
}

/** Queries of consignments. */
export const consignmentQueries = {
  list: ({ from: _, ...filter }: ConsignmentFilter) => {
    return queryOptions({
      queryKey: [...listsKey('consignment'), filter],
      queryFn: ({ signal }): Promise<Rows<Consignment>> => send(listConsignments, { query: filter, signal }),
      gcTime: LIST_KEPT_MS,
      refetchOnWindowFocus: unlessLive,
      meta: indexedRows(consignmentRecord, (consignment) => consignmentBelongsTo(filter, consignment)),
    })
  },
  /** Begins with the consignment from a list, and requests the current one at once. */
  detail: (code: string) =>
    queryOptions({
      queryKey: recordKey('consignment', code),
      queryFn: ({ signal }): Promise<Consignment> => send(getConsignment, { path: { id: code }, signal }),
      initialData: () =>
        recordInLists<Consignment>(listsKey('consignment'), (one) => one.tracking_code === code),
      initialDataUpdatedAt: 0,
      refetchOnWindowFocus: unlessLive,
      meta: indexedRecord(foundAs({ toIndexed: consignmentRecord, codesOf }, code), {
        requested: { kind: 'consignment', code },
      }),
    }),
  /** All consignments of an order, if the back end has the capability `another-consignment`. */
  ofOrder: (code: string) =>
    queryOptions({
      queryKey: [...CONSIGNMENTS_OF_ORDERS, code],
      queryFn: ({ signal }): Promise<OrderConsignments> =>
        send(listOrderConsignments, { path: { code }, signal }),
      enabled: installation.capabilities.has('another-consignment'),
      refetchOnWindowFocus: unlessLive,
      meta: { records: ({ consignments }: OrderConsignments) => consignments.rows.map(consignmentRecord) },
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
  /** The labels in ZPL, if the back end has the capability `zpl-labels`. */
  zplLabels: (code: string) =>
    queryOptions({
      queryKey: [...CONSIGNMENTS, 'labels', code, 'zpl'],
      queryFn: ({ signal }): Promise<string> => send(getZplLabels, { path: { trackingCode: code }, signal }),
      enabled: installation.capabilities.has('zpl-labels'),
      staleTime: LABELS_FRESH_MS,
      gcTime: LABELS_FRESH_MS,
    }),
}

/** Requests a code as typed, then in capitals, in which couriers write their codes. */
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
  // There is no list of all consignments; the index holds today's.
  list: (_, signal) => {
    const query = { date: todayInAuckland(now()), query: '', provider: '' }
    return send(listConsignments, { query, signal })
  },
  get: askForCode,
  codesOf,
  detail: consignmentQueries.detail,
  prefetchTab(id, search) {
    if (search.get('tab') === 'labels') void queryClient.prefetchQuery(consignmentQueries.labels(id))
  },
})

/** Refetches all consignments and lists in use, and the orders that they ship. */
export function refreshConsignments(): void {
  void queryClient.invalidateQueries({
    queryKey: CONSIGNMENTS,
    predicate: ({ queryKey }) => queryKey[1] !== 'labels',
  })
  void refreshOrders()
}

/** Drops the cached labels of a consignment that is deleted or may be, so that they are not printed again. */
export function forgetLabels(code: string): void {
  queryClient.removeQueries({ queryKey: [...CONSIGNMENTS, 'labels', code] })
}

/**
 * Deletes a consignment: it disappears from lists, and its order is no longer shipped (CON-6).
 * @throws CallError with the server's reason, also if the response does not report success. The deletion may still
 * be under way, so the cached labels are dropped in any case.
 */
export async function removeConsignment(code: string): Promise<void> {
  try {
    await succeed(send(deleteConsignment, { path: { id: code } }))
  } finally {
    forgetLabels(code)
    refreshConsignments()
  }
}
