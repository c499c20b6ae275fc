import { queryOptions } from '@tanstack/react-query'
import {
  type Arrival,
  countArrivals,
  getArrival,
  type ListedArrival,
  leaveOutArrival,
  listArrivals,
  replayArrival,
  type TakenArrival,
  takeArrival,
} from '../../contract/arrivals.ts'
import type { Rows } from '../../contract/call.ts'
import type { Change } from '../../contract/changes.ts'
import { noteBarcode } from '../../contract/products.ts'
import { type ArrivalFilter, arrivalChoices } from '../../domain/arrivals/arrival.ts'
import { textQuery } from '../../domain/lists/list-address.ts'
import { isGtin, readScan } from '../../domain/records/barcode.ts'
import { installation } from '../state/installation.ts'
import { CallError, isAmbiguity, refusalOf, send, succeed } from './client.ts'
import { addNewRow } from './new-rows.ts'
import { queryClient, unlessLive } from './query-client.ts'
import { standardSource } from './standard-records.ts'

const ARRIVALS = 'arrivals'
const LISTS = [ARRIVALS, 'list'] as const

/** Milliseconds between counts: a source may fall silent without any change. */
const COUNTED_MS = 60_000

/** Queries of the capability `arrivals`. Must not be used if the back end lacks it. */
export const arrivalQueries = {
  list: (filter: ArrivalFilter) =>
    queryOptions({
      queryKey: [...LISTS, filter],
      queryFn: ({ signal }): Promise<Rows<ListedArrival>> =>
        send(listArrivals, { query: { ...textQuery(filter), ...arrivalChoices(filter) }, signal }),
      refetchOnWindowFocus: unlessLive,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [ARRIVALS, 'arrival', id],
      queryFn: ({ signal }): Promise<Arrival> => send(getArrival, { path: { id }, signal }),
    }),
  count: () =>
    queryOptions({
      queryKey: [ARRIVALS, 'count'],
      queryFn: async ({ signal }) => (await send(countArrivals, { signal })).waiting ?? 0,
      refetchInterval: COUNTED_MS,
    }),
}

/** What a record became: stored under its code, or refused again with these faults. */
export type Taking = { code: string | null } | { faults: TakenArrival['faults'] }

/**
 * Takes a record with its mended fields.
 * @throws CallError with the server's reason, such as that another user has taken it
 */
export async function sendTaking(
  { id, revision }: Pick<Arrival, 'id' | 'revision'>,
  fields: Readonly<Record<string, string>>,
): Promise<Taking> {
  const body = { revision, fields: { ...fields } }
  const taken = await send(takeArrival, { path: { id }, body })
  if (taken.success !== true && taken.faults.length > 0) return { faults: taken.faults }
  const { code } = await succeed(Promise.resolve(taken))
  return { code }
}

/** Applies the stored messages about a record again. @throws CallError with the server's reason */
export async function sendReplay(id: string): Promise<void> {
  await succeed(send(replayArrival, { path: { id } }))
}

/** Leaves out a record or a file. @throws CallError with the server's reason */
export async function sendLeavingOut(
  { id, revision }: Pick<Arrival, 'id' | 'revision'>,
  reason: string,
): Promise<void> {
  await succeed(send(leaveOutArrival, { path: { id }, body: { revision, reason } }))
}

/** Requests everything about arrivals again, after an action of this tab. */
export function refreshArrivals(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [ARRIVALS] })
}

/**
 * Follows a change by others: counts again, and requests an open arrival again. The rows of a list stay until the user
 * loads it again.
 */
export function followArrival({ code, is_new }: Pick<Change, 'code' | 'is_new'>): void {
  void queryClient.invalidateQueries({ queryKey: LISTS, refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey: arrivalQueries.count().queryKey })
  void queryClient.invalidateQueries({ queryKey: [ARRIVALS, 'arrival'] })
  if (!is_new || code === null) return
  // Only the server can tell what a list with a filter has.
  const { queryKey } = arrivalQueries.list(ALL_WAITING)
  const [all] = queryClient.getQueryCache().findAll({ queryKey, exact: true, type: 'active' })
  if (all) addNewRow(all.queryHash, code)
}

/** The first page of the list without a filter. */
export const ALL_WAITING: ArrivalFilter = { page: 1, query: '', type: '', state: 'waiting' }

/** What a code means that is none of an order: a bar code that no product, one or several products have, or nothing. */
export type OtherMeaning =
  | { is: 'nothing' }
  | { is: 'unknown-barcode' }
  | { is: 'product'; code: string }
  | { is: 'several'; reason: string }

export const NO_MEANING: OtherMeaning = { is: 'nothing' }

/** A wrong scan is said after this time at the latest, also if it is not known which product it is. */
const LOOK_UP_MS = 2_000

/** What a code means that no order has. Never rejects: the code is then none of a product. */
export async function otherMeaning(code: string): Promise<OtherMeaning> {
  if (!installation.capabilities.has('barcodes')) return NO_MEANING
  try {
    const product = await standardSource('product').find(code, AbortSignal.timeout(LOOK_UP_MS))
    if (product !== null) return { is: 'product', code: product.code }
  } catch (error) {
    const { reason } = refusalOf(error)
    if (isAmbiguity(error) && reason !== null) return { is: 'several', reason }
    if (!(error instanceof CallError && error.notFound)) return NO_MEANING
  }
  return isGtin(readScan(code)?.code ?? '') ? { is: 'unknown-barcode' } : NO_MEANING
}

/**
 * Keeps an unknown bar code in Arrivals, where a person finds out whose it is (SHIP-4). Never rejects.
 * @param scanned for an order, in a pick run, or for neither
 * @returns what is said of it, as a notice
 */
export async function noteUnknownBarcode(
  barcode: string,
  scanned: { order_code?: string; pick_run?: string },
): Promise<['success' | 'error', string]> {
  try {
    await send(noteBarcode, { body: { barcode, ...scanned } })
    return ['success', `Bar code ${barcode} noted in Arrivals`]
  } catch (error) {
    return ['error', refusalOf(error).reason ?? `Bar code ${barcode} could not be noted`]
  }
}
