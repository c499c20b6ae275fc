import type { LoaderFunctionArgs } from 'react-router-dom'
import { orderQueries } from '../../api/orders.ts'
import { queryClient } from '../../api/query-client.ts'
import { readFilter } from './order-filter.ts'

// Apart from the screens, so that the call goes out with the first script and does not wait for the screen's chunk.

/** Starts loading what the list shows, and does not wait for it. */
export function ordersListLoader({ request }: LoaderFunctionArgs): null {
  const filter = readFilter(new URL(request.url).searchParams)
  void queryClient.prefetchQuery(orderQueries.list(filter))
  return null
}

/** Starts loading the order that the screen shows, and does not wait for it. */
export function orderLoader({ params }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(orderQueries.detail(params.code ?? ''))
  return null
}
