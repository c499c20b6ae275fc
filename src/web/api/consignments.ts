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
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { fold } from '../../domain/format/fold.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { consignmentRecord } from '../record-index/consignment-record.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { now } from '../state/clock.ts'
import { CallError, send } from './client.ts'
import { succeed } from './failure.ts'
import { refreshOrders } from './orders.ts'
import { LIST_KEPT_MS, queryClient } from './query-client.ts'
import { indexed, seenInLists } from './seen.ts'

/** What the consignments list is narrowed to; `provider` is a courier's slug, blank for all. */
export type ConsignmentFilter = ConsignmentListQuery

const CONSIGNMENTS = ['consignments'] as const

/** A label does not change: asked for once, it is there for the screen and for printing. */
const LABELS_FRESH_MS = 30 * 60_000

/** The queries of consignments, for loaders, screens, printing and invalidation alike. */
export const consignmentQueries = {
  list: (filter: ConsignmentFilter) =>
    queryOptions({
      queryKey: [...CONSIGNMENTS, 'list', filter],
      queryFn: ({ signal }): Promise<Rows<Consignment>> =>
        indexed(send(listConsignments, { query: filter, signal }), (list) =>
          list.rows.map(consignmentRecord),
        ),
      gcTime: LIST_KEPT_MS,
    }),
  /** Starts with the consignment as a list has it, and asks for the newest at once. */
  detail: (code: string) =>
    queryOptions({
      queryKey: [...CONSIGNMENTS, 'detail', code],
      queryFn: ({ signal }): Promise<Consignment> =>
        indexed(
          send(getConsignment, { path: { id: code }, signal }),
          (consignment) => [consignmentRecord(consignment)],
          { kind: 'consignment', code },
        ),
      initialData: () =>
        seenInLists<Consignment>([...CONSIGNMENTS, 'list'], (one) => one.tracking_code === code),
      initialDataUpdatedAt: 0,
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

/** What was consigned today, for the record index. */
export async function todaysConsignments(signal: AbortSignal): Promise<SeenRecord[]> {
  const query = { date: todayInAuckland(now()), query: '', provider: '' }
  return (await send(listConsignments, { query, signal })).rows.map(consignmentRecord)
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

/**
 * Asks for the consignment with exactly this code, or of the piece whose label was scanned; it goes where its screen
 * looks for it. Null where there is none.
 */
export async function findConsignment(code: string, signal: AbortSignal): Promise<SeenRecord | null> {
  const consignment = await askForCode(code, signal)
  const { tracking_code, parts } = consignment
  const codes = [tracking_code, ...parts.map(({ label }) => label ?? '')]
  if (!codes.some((own) => fold(own) === fold(code))) return null
  queryClient.setQueryData(consignmentQueries.detail(tracking_code).queryKey, consignment)
  return consignmentRecord(consignment)
}

/** Asks again for every consignment and list in use, and for the orders that they ship. */
export function refreshConsignments(): void {
  void queryClient.invalidateQueries({
    queryKey: CONSIGNMENTS,
    predicate: ({ queryKey }) => queryKey[1] !== 'labels',
  })
  refreshOrders()
}

/**
 * Deletes a consignment: it is gone from the lists and from the palette, and its order is no longer shipped (reading
 * 29).
 * @throws CallError with the server's reason, also where the answer does not say that it succeeded. It may be being
 *   deleted all the same, so that its labels are no longer used then.
 */
export async function removeConsignment(code: string): Promise<void> {
  try {
    await succeed(send(deleteConsignment, { path: { id: code } }))
    recordIndex.forget({ kind: 'consignment', code })
  } finally {
    queryClient.removeQueries({ queryKey: [...CONSIGNMENTS, 'labels', code] })
    refreshConsignments()
  }
}
