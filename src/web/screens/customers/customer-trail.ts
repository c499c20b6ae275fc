import { useQuery } from '@tanstack/react-query'
import type { CustomerRow } from '../../../contract/customers.ts'
import { customerQueries } from '../../api/customers.ts'
import { queryClient } from '../../api/query-client.ts'
import type { TrailList } from '../../record/use-record-navigation.ts'
import { paths } from '../../routing/paths.ts'
import { readTextFilter, TEXT_PAGES, type TextFilter, textParameters } from '../../state/text-filter.ts'

/** The customers list, as a customer's screen goes through it. */
export const customersTrail: TrailList<CustomerRow, TextFilter> = {
  noun: 'customers',
  read: readTextFilter,
  address: (filter) => paths.customers(textParameters(filter)),
  codeOf: ({ code }) => code,
  inMemory: (filter) => queryClient.getQueryData(customerQueries.list(filter).queryKey),
  load: (filter) => queryClient.ensureQueryData(customerQueries.list(filter)),
  useList: (filter, enabled) => useQuery({ ...customerQueries.list(filter), enabled }),
  pages: TEXT_PAGES,
}
