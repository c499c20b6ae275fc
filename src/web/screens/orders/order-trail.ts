import { useQuery } from '@tanstack/react-query'
import type { Order } from '../../../contract/orders.ts'
import { type OrderFilter, orderQueries } from '../../api/orders.ts'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import type { TrailList } from '../../table/use-trail.ts'
import { filterParameters, readFilter } from './order-filter.ts'

/** The orders list, as an order's screen goes through it. */
export const ordersTrail: TrailList<Order, OrderFilter> = {
  noun: 'orders',
  read: readFilter,
  address: (filter) => paths.orders(filterParameters(filter)),
  codeOf: ({ code }) => code,
  inMemory: (filter) => queryClient.getQueryData(orderQueries.list(filter).queryKey),
  load: (filter) => queryClient.ensureQueryData(orderQueries.list(filter)),
  useList: (filter, enabled) => useQuery({ ...orderQueries.list(filter), enabled }),
  pages: { of: ({ page }) => page, at: (filter, page) => ({ ...filter, page }) },
}
