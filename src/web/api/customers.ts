import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { type Customer, type CustomerRow, getCustomer, listCustomers } from '../../contract/customers.ts'
import { fold } from '../../domain/format/fold.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { customerRecord } from '../record-index/customer-record.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { type TextFilter, textQuery } from '../state/text-filter.ts'
import { send } from './client.ts'
import { LIST_KEPT_MS, queryClient } from './query-client.ts'
import { indexed } from './seen.ts'

const CUSTOMERS = ['customers'] as const

/** A list says more of a customer for the index than its own answer: that is taken in only where no list has been. */
function takeIn(customer: Customer): void {
  const known = recordIndex.exact(customer.code, ['customer']).some(({ code }) => code === customer.code)
  if (!known) recordIndex.seen([customerRecord(customer)])
}

/** The queries of customers, for loaders and screens alike. */
export const customerQueries = {
  list: (filter: TextFilter) =>
    queryOptions({
      queryKey: [...CUSTOMERS, 'list', filter],
      queryFn: ({ signal }): Promise<Rows<CustomerRow>> =>
        indexed(send(listCustomers, { query: textQuery(filter), signal }), ({ rows }) =>
          rows.map(customerRecord),
        ),
      gcTime: LIST_KEPT_MS,
    }),
  detail: (code: string) =>
    queryOptions({
      queryKey: [...CUSTOMERS, 'detail', code],
      queryFn: async ({ signal }): Promise<Customer> => {
        const customer = await send(getCustomer, { path: { code }, signal })
        takeIn(customer)
        return customer
      },
    }),
}

/** A page of all customers, for the record index. */
export async function customersOfPage(page: number, signal: AbortSignal): Promise<SeenRecord[]> {
  const query = textQuery({ page, query: '' })
  return (await send(listCustomers, { query, signal })).rows.map(customerRecord)
}

/** What the server finds for a text. */
export async function searchCustomers(query: string, signal: AbortSignal): Promise<SeenRecord[]> {
  return (await send(listCustomers, { query: { query }, signal })).rows.map(customerRecord)
}

/** Asks for the customer with exactly this code; it goes where its screen looks for it. Null where there is none. */
export async function findCustomer(code: string, signal: AbortSignal): Promise<SeenRecord | null> {
  const customer = await send(getCustomer, { path: { code }, signal })
  if (fold(customer.code) !== fold(code)) return null
  queryClient.setQueryData(customerQueries.detail(customer.code).queryKey, customer)
  return customerRecord(customer)
}
