import type { LoaderFunctionArgs } from 'react-router-dom'
import { customerQueries } from '../../api/customers.ts'
import { orderQueries } from '../../api/orders.ts'
import { queryClient } from '../../api/query-client.ts'
import { readTextFilter } from '../../state/text-filter.ts'

/** Starts loading what the list shows, and does not wait for it. */
export function customersListLoader({ request }: LoaderFunctionArgs): null {
  const filter = readTextFilter(new URL(request.url).searchParams)
  void queryClient.prefetchQuery(customerQueries.list(filter))
  return null
}

/** Starts loading the customer, and the orders where their tab is shown. */
export function customerLoader({ params, request }: LoaderFunctionArgs): null {
  const { code = '' } = params
  void queryClient.prefetchQuery(customerQueries.detail(code))
  if (new URL(request.url).searchParams.get('tab') === 'orders')
    void queryClient.prefetchQuery(orderQueries.ofCustomer(code))
  return null
}
