import { Link } from 'react-router-dom'
import type { OrderFilter } from '../../../domain/lists/order-filter.ts'
import {
  DEFAULT_ORDER_FILTER,
  isFiltered,
  orderParameters,
  whyNoOrders,
} from '../../../domain/lists/order-filter.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { EmptyState, PastTheEnd } from '../../list/list-states.tsx'
import { paths } from '../../routing/paths.ts'
import { buttonVariants } from '../../ui/button.tsx'

/** An empty list, with a link to the first page or a button that clears the filters. */
export function OrdersEmpty({ filter }: { filter: OrderFilter }) {
  if (filter.page > 1) {
    const first = paths.list('order', orderParameters({ ...filter, page: 1 }))
    return <PastTheEnd title={MESSAGES.noOrders} page={filter.page} first={first} />
  }
  return (
    <EmptyState title={MESSAGES.noOrders} why={whyNoOrders(filter)}>
      {isFiltered(filter) ? (
        <Link to={paths.list('order', orderParameters(DEFAULT_ORDER_FILTER))} className={buttonVariants()}>
          Clear filters
        </Link>
      ) : (
        <Link
          to={paths.list('order', orderParameters({ ...filter, daterange: 'all' }))}
          className={buttonVariants()}
        >
          Show all dates
        </Link>
      )}
    </EmptyState>
  )
}
