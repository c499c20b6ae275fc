import { Link } from 'react-router-dom'
import { daysBefore } from '../../../domain/calendar/nz-calendar.ts'
import { formatDay } from '../../../domain/calendar/nz-day.ts'
import type { ConsignmentFilter } from '../../api/consignments.ts'
import { EmptyState } from '../../list/list-states.tsx'
import { paths } from '../../routing/paths.ts'
import { buttonVariants } from '../../ui/button.tsx'
import { filterParameters, whyEmpty } from './consignment-filter.ts'

/** An empty list, with a button that clears the filters, or a link to the day before. */
export function ConsignmentsEmpty({ filter }: { filter: ConsignmentFilter }) {
  const { date, query, provider } = filter
  const narrowed = query !== '' || provider !== ''
  const other = { query: '', provider: '', date: narrowed ? date : daysBefore(date, 1) }
  return (
    <EmptyState title={`No consignments found on ${formatDay(date)}`} why={whyEmpty(filter)}>
      <Link to={paths.list('consignment', filterParameters(other))} className={buttonVariants()}>
        {narrowed ? 'Clear filters' : 'Show the previous day'}
      </Link>
    </EmptyState>
  )
}
