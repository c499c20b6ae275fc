import { type OrderFilter, orderParameters, readOrderFilter } from '../../../domain/lists/order-filter.ts'
import { type ListFilter, numberedPages } from '../../list/list-filter.ts'
import { paths } from '../../routing/paths.ts'

/** The filter of the orders list. */
export const ORDER_FILTER: ListFilter<OrderFilter> = {
  read: ({ searchParams }) => readOrderFilter(searchParams),
  address: (filter) => paths.list('order', orderParameters(filter)),
  pages: { ...numberedPages(), count: ({ codes }) => (codes ? 1 : null) },
}
