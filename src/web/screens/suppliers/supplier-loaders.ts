import type { LoaderFunctionArgs } from 'react-router-dom'
import { queryClient } from '../../api/query-client.ts'
import { supplierQueries } from '../../api/suppliers.ts'

/** Starts loading the list of the tab that is open, and does not wait for it. */
export function suppliersLoader({ request }: LoaderFunctionArgs): null {
  const orders = new URL(request.url).searchParams.get('tab') === 'orders'
  void (orders
    ? queryClient.prefetchQuery(supplierQueries.orders())
    : queryClient.prefetchQuery(supplierQueries.list()))
  return null
}

/** Starts loading the supplier order. */
export function supplierOrderLoader({ params }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(supplierQueries.order(params.id ?? ''))
  return null
}
