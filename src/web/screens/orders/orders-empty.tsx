import { Link } from 'react-router-dom'
import type { OrderFilter } from '../../../domain/lists/order-filter.ts'
import {
  allDates,
  DEFAULT_ORDER_FILTER,
  isFiltered,
  orderParameters,
  whyNoOrders,
} from '../../../domain/lists/order-filter.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { CommandKeys } from '../../commands/command-keys.tsx'
import { EmptyState, PastTheEnd } from '../../list/list-states.tsx'
import { paths } from '../../routing/paths.ts'
import { buttonVariants } from '../../ui/button.tsx'

/** An empty list, with links to the first page, to all dates and to the list without filters. */
export function OrdersEmpty({ filter }: { filter: OrderFilter }) {
  if (filter.page > 1) {
    const first = paths.list('order', orderParameters({ ...filter, page: 1 }))
    return <PastTheEnd title={MESSAGES.noOrders} page={filter.page} first={first} />
  }
  const wider = allDates(filter)
  return (
    <EmptyState title={MESSAGES.noOrders} why={whyNoOrders(filter)}>
      <div className="flex flex-wrap justify-center gap-2">
        {wider && (
          <Link to={paths.list('order', orderParameters(wider))} className={buttonVariants()}>
            {filter.query === '' ? 'Show all dates' : 'Search all dates'}
            <CommandKeys id="list.all-dates" className="max-sm:hidden" />
          </Link>
        )}
        {isFiltered(filter) && (
          <Link
            to={paths.list('order', orderParameters(DEFAULT_ORDER_FILTER))}
            className={buttonVariants({ variant: wider ? 'quiet' : 'default' })}
          >
            Clear filters
          </Link>
        )}
      </div>
    </EmptyState>
  )
}
