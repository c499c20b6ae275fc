import { Link } from 'react-router-dom'
import type { TextFilter } from '../../domain/lists/text-filter.ts'
import { buttonVariants } from '../ui/button.tsx'
import type { EmptyProps } from './define-list.tsx'
import { EmptyState, PastTheEnd } from './list-states.tsx'

/** A searched list without rows. It links to the first page, or clears the search. */
export function TextEmpty({ noun, filter, address }: EmptyProps<TextFilter>) {
  const { page, query } = filter
  const title = `No ${noun} found`
  if (page > 1) return <PastTheEnd title={title} page={page} first={address({ page: 1, query })} />
  if (query === '') return <EmptyState title={title} why={`There are no ${noun} yet.`} />
  return (
    <EmptyState title={title} why={`Nothing matches “${query}”.`}>
      <Link to={address({ page: 1, query: '' })} className={buttonVariants()}>
        Clear search
      </Link>
    </EmptyState>
  )
}
