import type { LoaderFunctionArgs } from 'react-router-dom'
import { emailQueries } from '../../api/emails.ts'
import { queryClient } from '../../api/query-client.ts'
import { readTextFilter } from '../../state/text-filter.ts'

/** Starts loading the page that is shown, and does not wait for it. */
export function emailsListLoader({ request }: LoaderFunctionArgs): null {
  const filter = readTextFilter(new URL(request.url).searchParams)
  void queryClient.prefetchQuery(emailQueries.page(filter))
  return null
}
