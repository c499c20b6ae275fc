import type { LoaderFunctionArgs } from 'react-router-dom'
import { productQueries } from '../../api/products.ts'
import { queryClient } from '../../api/query-client.ts'
import { readTextFilter } from '../../state/text-filter.ts'

/** Starts loading what the list shows, and does not wait for it. */
export function productsListLoader({ request }: LoaderFunctionArgs): null {
  const filter = readTextFilter(new URL(request.url).searchParams)
  void queryClient.prefetchQuery(productQueries.list(filter))
  return null
}

/** Starts loading the product. */
export function productLoader({ params }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(productQueries.detail(params.slug ?? ''))
  return null
}
