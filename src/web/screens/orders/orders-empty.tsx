import { Link } from 'react-router-dom'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import type { OrderFilter } from '../../api/orders.ts'
import { EmptyState, PastTheEnd } from '../../list/list-states.tsx'
import { paths } from '../../routing/paths.ts'
import { buttonVariants } from '../../ui/button.tsx'
import { DEFAULT_FILTER, filterParameters, isFiltered, whyEmpty } from './order-filter.ts'

/** An empty list, with a link to the first page or a button that clears the filters. */
export function OrdersEmpty({ filter }: { filter: OrderFilter }) {
  if (filter.page > 1) {
    const first = paths.list('order', filterParameters({ ...filter, page: 1 }))
    return <PastTheEnd title={MESSAGES.noOrders} page={filter.page} first={first} />
  }
  return (
    <EmptyState title={MESSAGES.noOrders} why={whyEmpty(filter)}>
      {isFiltered(filter) ? (
        <Link to={paths.list('order', filterParameters(DEFAULT_FILTER))} className={buttonVariants()}>
          Clear filters
        </Link>
      ) : (
        <Link
          to={paths.list('order', filterParameters({ ...filter, daterange: 'all' }))}
          className={buttonVariants()}
        >
          Show all dates
        </Link>
      )}
    </EmptyState>
  )
}
