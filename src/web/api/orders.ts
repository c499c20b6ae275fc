import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import type { Customer } from '../../contract/customers.ts'
import {
  holdOrder,
  joinCodes,
  keepSourceChanges,
  listOrders,
  ORDER_CALLS,
  type Order,
  type OrderAction,
  type OrderActionBodies,
  type OrderListQuery,
  releaseOrder,
  takeSourceChanges,
} from '../../contract/orders.ts'
import { type TakeBackBody, takeBackStep, undoSteps } from '../../contract/taking-back.ts'
import { dayOfInstant } from '../../domain/calendar/nz-time.ts'
import { textQuery } from '../../domain/lists/list-address.ts'
import { criteriaOf } from '../../domain/lists/order-criteria.ts'
import {
  choiceParameters,
  type OrderFilter,
  orderBelongsTo,
  readOrderFilter,
} from '../../domain/lists/order-filter.ts'
import { ordersMeant } from '../../domain/orders/order-code.ts'
import { orderedAt } from '../../domain/orders/order-words.ts'
import { type IndexedRecord, placeOf, reachOf } from '../../domain/records/indexed-record.ts'
import { now } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { forgetUndoable } from '../state/undoables.ts'
import { send, succeed } from './client.ts'
import { type ListedOrders, listedByCode, requestOrder } from './orders-by-code.ts'
import {
  indexedRecord,
  indexedRows,
  LIST_KEPT_MS,
  queryClient,
  recordInLists,
  rendered,
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

/** Parameters of the list call: "all", blank text and page 1 are omitted, 30 days is sent (API-4, ORD-3). */
export function listQuery(filter: OrderFilter): OrderListQuery {
  return { ...textQuery(filter), ...choiceParameters(filter), ...criteriaOf(filter) }
}

/** The filter of an address of the list, without criteria that the back end does not have. */
export function orderFilterIn(search: URLSearchParams): OrderFilter {
  return readOrderFilter(search, installation.capabilities.has('order-filters') ? dayOfInstant(now()) : null)
}

/** The filter of an export, which has all pages. */
export function exportedQuery({ codes, ...filter }: OrderFilter): OrderListQuery {
  return codes ? { codes: joinCodes(codes) } : listQuery({ ...filter, page: 1 })
}

/** An order for the record index. */
export function orderRecord(order: Order): IndexedRecord {
  const customer = customerOf(order)
  return {
    kind: 'order',
    code: order.code,
    name: customer.name,
    contact: customer.contact,
    reference: order.reference ?? '',
    place: placeOf(order.delivery_address),
    reach: customer.reach,
    at: customer.at,
    total: order.costs.total,
    status: order.status,
    ...(order.customer.code && { customer: { ...customer, code: order.customer.code } }),
  }
}

/** The customer of an order for the record index. */
function customerOf(order: Order) {
  const { company, name, phone, mobile, email } = order.customer
  return {
    kind: 'customer',
    name: company || name || '',
    contact: company ? (name ?? '') : '',
    place: placeOf(order.customer_address),
    reach: reachOf([phone, mobile], email),
    at: orderedAt(order),
    total: null,
    status: null,
    partial: true,
  } as const
}

/** The server finds an order by its number without a sign, too (ORD-70). */
const codesOf: CodesOf<Order> = (order, requested) => [
  order.code,
  ordersMeant(requested, [order]).length > 0 ? requested : null,
]

const asIndexed = (code: string) => indexedRecord(foundAs({ toIndexed: orderRecord, codesOf }, code))

/** A page of a customer's orders. */
export interface CustomerOrders {
  /** The id in the customer's address. */
  customer: string
  /** The customer's code. */
  code: string
  /** From 1. */
  page: number
}

/** A page of the orders of the customer at an address. Until the customer is loaded, its id counts as its code. */
export function ordersOfCustomer(id: string, page: number): CustomerOrders {
  const customer = queryClient.getQueryData<Customer>(recordKey('customer', id))
  return { customer: id, code: customer?.code ?? id, page }
}

/** Queries of orders. */
export const orderQueries = {
  list: (filter: OrderFilter) =>
    queryOptions({
      queryKey: [...listsKey('order'), filter],
      queryFn: ({ signal }): Promise<ListedOrders> =>
        filter.codes
          ? listedByCode(filter.codes, signal)
          : send(listOrders, { query: listQuery(filter), signal }),
      gcTime: LIST_KEPT_MS,
      refetchOnWindowFocus: unlessLive,
      meta: indexedRows(orderRecord, (order) => orderBelongsTo(filter, order, now())),
    }),
  /** The orders of a customer. */
  ofCustomer: (filter: CustomerOrders) =>
    queryOptions({
      queryKey: [...listsKey('order'), filter],
      queryFn: ({ signal }): Promise<Rows<Order>> => {
        const { code: customer, page } = filter
        return send(listOrders, { query: { customer, ...(page > 1 && { page }) }, signal })
      },
      gcTime: LIST_KEPT_MS,
      refetchOnWindowFocus: unlessLive,
      meta: indexedRows(orderRecord, ({ customer }) => filter.page === 1 && customer.code === filter.code),
    }),
  /** Begins with the order from a list, and requests the current one at once. */
  detail: (code: string) =>
    queryOptions({
      queryKey: recordKey('order', code),
      queryFn: ({ signal }) => requestOrder(code, signal),
      initialData: () => listedOrder(code),
      initialDataUpdatedAt: 0,
      refetchOnWindowFocus: unlessLive,
      meta: asIndexed(code),
    }),
}

/** The second part of the key of requests that no screen shares. Live changes watch for them, too. */
export const NEWEST = 'newest'

/**
 * The order that a code means, as the server has it now, which replaces older copies. It has a request of its own: a
 * screen that is left cancels its request, and all who share that then have the order as it was before.
 * @throws CallError
 */
export async function newestOrder(code: string, options: { retry?: false } = {}): Promise<Order> {
  const order = await queryClient.fetchQuery({
    queryKey: [keyRoot('order'), NEWEST, code],
    queryFn: ({ signal }) => requestOrder(code, signal),
    staleTime: 0,
    gcTime: 0,
    meta: asIndexed(code),
    ...options,
  })
  for (const known of new Set([code, order.code])) {
    queryClient.setQueryData(orderQueries.detail(known).queryKey, order)
  }
  return order
}

/** The order as the server has it now; null if it does not answer. For calls whose own answer was lost. */
export function currentOrder(code: string): Promise<Order | null> {
  return newestOrder(code, { retry: false }).catch(() => null)
}

/** An order from a list in the query cache, which live updates keep current. */
export function listedOrder(code: string): Order | undefined {
  return recordInLists<Order>(listsKey('order'), (order) => order.code === code)
}

export const orderSource: RecordSource<Order> = recordSource({
  toIndexed: orderRecord,
  list: (filter, signal) => send(listOrders, { query: textQuery(filter), signal }),
  get: requestOrder,
  codesOf,
  detail: orderQueries.detail,
})

/** Refetches all orders and lists in use; others when they are next shown. Resolves once they have answered. */
export function refreshOrders(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [keyRoot('order')] })
}

/**
 * Carries out an action on an order.
 * @returns the id by which it can be undone; null if the back end gives none
 * @throws CallError with the server's reason, also if the response does not report success
 */
export async function actOnOrder<Action extends OrderAction>(
  action: Action,
  code: string,
  body: OrderActionBodies[Action],
): Promise<string | null> {
  const { step } = await succeed(send(ORDER_CALLS[action], { path: { code }, body }))
  return step
}

/**
 * Puts an order on hold.
 * @returns the id by which it can be undone; null if the back end gives none
 * @throws CallError with the server's reason
 */
export async function putOnHold(code: string, reason: string): Promise<string | null> {
  const { step } = await succeed(send(holdOrder, { path: { code }, body: { reason } }))
  return step
}

/**
 * Takes over what the source of an order wants, or keeps the order as it is here.
 * @returns the id by which it can be undone
 * @throws CallError with the server's reason
 */
export async function decideOnSource(code: string, decision: 'take' | 'keep'): Promise<string | null> {
  const call = decision === 'take' ? takeSourceChanges : keepSourceChanges
  const { step } = await succeed(send(call, { path: { code } }))
  return step
}

/**
 * Releases an order from its hold.
 * @returns the id by which it can be undone; null if the back end gives none
 * @throws CallError with the server's reason
 */
export async function releaseHold(code: string, reason: string): Promise<string | null> {
  const { step } = await succeed(send(releaseOrder, { path: { code }, body: { reason } }))
  return step
}

/**
 * Takes a step of an order back.
 * @returns the server's message; null if there is none
 * @throws CallError with the server's reason
 */
export async function sendTakeBack(code: string, body: TakeBackBody): Promise<string | null> {
  const { message } = await succeed(send(takeBackStep, { path: { code }, body }))
  return message
}

/**
 * Undoes steps of orders, and reloads the orders. Resolves once the next undo acts on what was done before.
 * @returns the orders that the server could not undo
 * @throws CallError with the server's reason
 */
export async function sendUndo(steps: readonly string[]): Promise<{ code: string; reason: string | null }[]> {
  const { orders } = await send(undoSteps, { body: { steps: [...steps] } }).finally(refreshOrders)
  forgetUndoable({ steps })
  await rendered()
  return orders.rows.filter(({ success }) => !success).map(({ code, message }) => ({ code, reason: message }))
}
