import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { type Customer, getCustomer, type ListedCustomer, listCustomers } from '../../contract/customers.ts'
import { readTextFilter, type TextFilter, textQuery } from '../../domain/lists/list-address.ts'
import { DEFAULT_PRICING, hasStopCredit, listedPricing } from '../../domain/records/customer-pricing.ts'
import { type IndexedRecord, mergedLines, placeOf, reachOf } from '../../domain/records/indexed-record.ts'
import { send } from './client.ts'
import { orderQueries, ordersOfCustomer } from './orders.ts'
import { indexedRecord, indexedRows, LIST_KEPT_MS, queryClient, recordInLists } from './query-client.ts'
import {
  type CodesOf,
  foundAs,
  listsKey,
  type RecordSource,
  recordKey,
  recordSource,
} from './record-source.ts'

/** A customer for the record index, from a list or from its own response. The latter may have no pricing. */
export function customerRecord(customer: Customer | ListedCustomer): IndexedRecord {
  const { code, name, phone, mobile, email, address, last_ordered_at } = customer
  const listed = !('infusion_key' in customer)
  const company = customer.company ?? ''
  const delivery = listed ? null : customer.delivery_address
  return {
    kind: 'customer',
    code,
    name: company || name || '',
    contact: company ? (name ?? '') : '',
    place: mergedLines(placeOf(address), delivery ? placeOf(delivery) : ''),
    reach: reachOf([phone, mobile], email),
    at: last_ordered_at,
    total: null,
    status: listed ? (listedPricing(customer) ?? DEFAULT_PRICING) : null,
    ...(!listed && { partial: true }),
  }
}

const codesOf: CodesOf<Customer> = ({ code }) => [code]

/** Queries of customers. */
export const customerQueries = {
  list: (filter: TextFilter) =>
    queryOptions({
      queryKey: [...listsKey('customer'), filter],
      queryFn: ({ signal }): Promise<Rows<ListedCustomer>> =>
        send(listCustomers, { query: textQuery(filter), signal }),
      gcTime: LIST_KEPT_MS,
      meta: indexedRows(customerRecord),
    }),
  detail: (code: string) =>
    queryOptions({
      queryKey: recordKey('customer', code),
      queryFn: ({ signal }): Promise<Customer> => send(getCustomer, { path: { code }, signal }),
      meta: indexedRecord(foundAs({ toIndexed: customerRecord, codesOf }, code)),
    }),
}

/** Whether the credit of a customer is stopped, by its own response or by its row in a list in the query cache. */
export function isCreditStopped({ code, pricing = null, credit_stop }: Customer): boolean {
  const listed = recordInLists<ListedCustomer>(listsKey('customer'), (row) => row.code === code)
  return hasStopCredit({ pricing: pricing ?? listed?.pricing ?? null, credit_stop })
}

export const customerSource: RecordSource<Customer> = recordSource({
  toIndexed: customerRecord,
  list: (filter, signal) => send(listCustomers, { query: textQuery(filter), signal }),
  get: (code, signal) => send(getCustomer, { path: { code }, signal }),
  codesOf,
  detail: customerQueries.detail,
  prefetchTab(customer, search) {
    if (search.get('tab') !== 'orders') return
    const filter = ordersOfCustomer(customer, readTextFilter(search).page)
    void queryClient.prefetchQuery(orderQueries.ofCustomer(filter))
  },
})
