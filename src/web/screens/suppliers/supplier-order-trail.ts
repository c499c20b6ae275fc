import { useQuery } from '@tanstack/react-query'
import type { SupplierOrder } from '../../../contract/suppliers.ts'
import { queryClient } from '../../api/query-client.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import type { TrailList } from '../../record/use-record-navigation.ts'
import { paths } from '../../routing/paths.ts'
import { readTextFilter } from '../../state/text-filter.ts'
import { foundSupplierOrders } from './supplier-search.ts'

/** The list of supplier orders, as the screen of one goes through it; it is narrowed to a text. */
export const supplierOrdersTrail: TrailList<SupplierOrder, { query: string }> = {
  noun: 'supplier orders',
  read: (search) => ({ query: readTextFilter(search).query }),
  address: ({ query }) => paths.suppliers('orders', query),
  codeOf: ({ id }) => id,
  inMemory({ query }) {
    const list = queryClient.getQueryData(supplierQueries.orders().queryKey)
    return list && foundSupplierOrders(list, query)
  },
  load: async ({ query }) =>
    foundSupplierOrders(await queryClient.ensureQueryData(supplierQueries.orders()), query),
  // It comes whole: there is no page beyond it to ask for.
  useList: (_, enabled) => useQuery({ ...supplierQueries.orders(), enabled }),
}
