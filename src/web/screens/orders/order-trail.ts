import { useQuery } from '@tanstack/react-query'
import type { Order } from '../../../contract/orders.ts'
import { type OrderFilter, orderQueries } from '../../api/orders.ts'
import { queryClient } from '../../api/query-client.ts'
import type { TrailList } from '../../record/use-record-navigation.ts'
import { paths } from '../../routing/paths.ts'
import { lastAddress } from '../../table/list-memory.ts'
import { filterParameters, readFilter } from './order-filter.ts'

/** The orders list, as an order's screen goes through it. */
const ordersTrail: TrailList<Order, OrderFilter> = {
  noun: 'orders',
  read: readFilter,
  address: (filter) => paths.orders(filterParameters(filter)),
  codeOf: ({ code }) => code,
  inMemory: (filter) => queryClient.getQueryData(orderQueries.list(filter).queryKey),
  load: (filter) => queryClient.ensureQueryData(orderQueries.list(filter)),
  useList: (filter, enabled) => useQuery({ ...orderQueries.list(filter), enabled }),
  pages: { of: ({ page }) => page, at: (filter, page) => ({ ...filter, page }) },
}

/** The orders of one customer: all of them, on one page. */
function customerOrdersTrail(customer: string): TrailList<Order, OrderFilter> {
  const query = orderQueries.ofCustomer(customer)
  return {
    noun: ordersTrail.noun,
    read: ordersTrail.read,
    address: () => paths.record('customer', customer, 'orders'),
    codeOf: ordersTrail.codeOf,
    inMemory: () => queryClient.getQueryData(query.queryKey),
    load: () => queryClient.ensureQueryData(query),
    useList: (_, enabled) => useQuery({ ...query, enabled }),
  }
}

/** The list of orders that this tab showed last, with the title of its screen: the orders list, or a customer's. */
export function lastOrders(): { title: string; list: TrailList<Order, OrderFilter> } {
  const [, code] = /^\/customers\/([^/?]+)/.exec(lastAddress(ordersTrail.noun) ?? '') ?? []
  if (code === undefined) return { title: 'Orders', list: ordersTrail }
  const customer = decodeURIComponent(code)
  return { title: `Customer #${customer}`, list: customerOrdersTrail(customer) }
}
