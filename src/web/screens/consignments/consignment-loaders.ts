import type { LoaderFunctionArgs } from 'react-router-dom'
import { consignmentQueries } from '../../api/consignments.ts'
import { queryClient } from '../../api/query-client.ts'
import { readFilter } from './consignment-filter.ts'

/** Starts loading what the list shows, and does not wait for it. */
export function consignmentsListLoader({ request }: LoaderFunctionArgs): null {
  const filter = readFilter(new URL(request.url).searchParams)
  void queryClient.prefetchQuery(consignmentQueries.list(filter))
  return null
}

/** Starts loading the consignment that the screen shows, and its labels where they are what is opened. */
export function consignmentLoader({ params: { id = '' }, request }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(consignmentQueries.detail(id))
  const tab = new URL(request.url).searchParams.get('tab')
  if (tab === 'labels') void queryClient.prefetchQuery(consignmentQueries.labels(id))
  return null
}
