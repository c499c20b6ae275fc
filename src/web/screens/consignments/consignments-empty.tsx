import { Link } from 'react-router-dom'
import { daysBefore } from '../../../domain/calendar/nz-calendar.ts'
import { formatDay } from '../../../domain/calendar/nz-day.ts'
import { type ConsignmentFilter, whyNoConsignments } from '../../../domain/lists/consignment-filter.ts'
import { EmptyState } from '../../list/list-states.tsx'
import { buttonVariants } from '../../ui/button.tsx'
import { CONSIGNMENT_FILTER } from './consignment-filter.ts'

/** An empty list, with a button that clears the filters, or a link to the day before. */
export function ConsignmentsEmpty({ filter }: { filter: ConsignmentFilter }) {
  const { date, query, provider } = filter
  const narrowed = query !== '' || provider !== ''
  const other = { query: '', provider: '', date: narrowed ? date : daysBefore(date, 1) }
  return (
    <EmptyState title={`No consignments found on ${formatDay(date)}`} why={whyNoConsignments(filter)}>
      <Link to={CONSIGNMENT_FILTER.address(other)} className={buttonVariants()}>
        {narrowed ? 'Clear filters' : 'Show the previous day'}
      </Link>
    </EmptyState>
  )
}
