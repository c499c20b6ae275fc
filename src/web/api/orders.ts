import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import {
  addTracking,
  type Branch,
  type CollectedBody,
  type DateRange,
  getOrder,
  listOrders,
  markReady,
  type Order,
  type OrderListQuery,
  type PaymentBody,
  type ReadyBody,
  recordCollection,
  recordPayment,
  type ShippedBody,
  type StatusFilter,
} from '../../contract/orders.ts'
import { orderRecord } from '../../domain/records/seen-record.ts'
import { type TextFilter, textQuery } from '../state/text-filter.ts'
import { send } from './client.ts'
import { succeed } from './failure.ts'
import { LIST_KEPT_MS, queryClient } from './query-client.ts'
import { indexed, seenInLists } from './seen.ts'

/** What the orders list is narrowed to: the address bar's five parameters, every one decided. */
export interface OrderFilter extends TextFilter {
  branch: Branch | 'all'
  daterange: DateRange | 'all'
  status: StatusFilter | 'all'
}

const ORDERS = ['orders'] as const

/** The query of the list call: "all", blank and page 1 are left out, 30 days is sent (section 7, reading 16). */
export function listQuery(filter: OrderFilter): OrderListQuery {
  return {
    ...textQuery(filter),
    ...(filter.branch !== 'all' && { branch: filter.branch }),
    ...(filter.daterange !== 'all' && { daterange: filter.daterange }),
    ...(filter.status !== 'all' && { status: filter.status }),
  }
}

/** The queries of orders, for loaders, screens and invalidation alike. */
export const orderQueries = {
  list: (filter: OrderFilter) =>
    queryOptions({
      queryKey: [...ORDERS, 'list', filter],
      queryFn: ({ signal }): Promise<Rows<Order>> =>
        indexed(send(listOrders, { query: listQuery(filter), signal }), (list) => list.rows.map(orderRecord)),
      gcTime: LIST_KEPT_MS,
    }),
  /** The orders of a customer: a list like any other, without pages. */
  ofCustomer: (customer: string) =>
    queryOptions({
      queryKey: [...ORDERS, 'list', { customer }],
      queryFn: ({ signal }): Promise<Rows<Order>> =>
        indexed(send(listOrders, { query: { customer }, signal }), (list) => list.rows.map(orderRecord)),
      gcTime: LIST_KEPT_MS,
    }),
  /** Starts with the order as a list has it, and asks for the newest at once. */
  detail: (code: string) =>
    queryOptions({
      queryKey: [...ORDERS, 'detail', code],
      queryFn: ({ signal }): Promise<Order> =>
        indexed(send(getOrder, { path: { code }, signal }), (order) => [orderRecord(order)]),
      initialData: () => seenInLists<Order>([...ORDERS, 'list'], (order) => order.code === code),
      initialDataUpdatedAt: 0,
    }),
}

/** Asks again for every order and list in use; the others when they are next shown. */
export function refreshOrders(): void {
  void queryClient.invalidateQueries({ queryKey: ORDERS })
}

/**
 * The four actions on an order.
 * @throws CallError with the server's reason, also where the answer does not say that it succeeded.
 */
export const orderActions = {
  recordPayment: (code: string, body: PaymentBody) => succeed(send(recordPayment, { path: { code }, body })),
  markReady: (code: string, body: ReadyBody) => succeed(send(markReady, { path: { code }, body })),
  recordCollection: (code: string, body: CollectedBody) =>
    succeed(send(recordCollection, { path: { code }, body })),
  addTracking: (code: string, body: ShippedBody) => succeed(send(addTracking, { path: { code }, body })),
}
