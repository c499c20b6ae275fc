import { Link } from 'react-router-dom'
import type { TextFilter } from '../state/text-filter.ts'
import { buttonVariants } from '../ui/button.tsx'
import { EmptyState, PastTheEnd } from './list-states.tsx'

interface TextEmptyProps {
  /** What there is none of, in the plural: 'customers'. */
  noun: string
  filter: TextFilter
  /** The address of the first page of what is searched for. */
  searchPath(query: string): string
}

/** A list with a search that has no rows: the way back from a page past the end, or out of the search. */
export function TextEmpty({ noun, filter: { page, query }, searchPath }: TextEmptyProps) {
  const title = `No ${noun} found`
  if (page > 1) return <PastTheEnd title={title} page={page} first={searchPath(query)} />
  if (query === '') return <EmptyState title={title} why={`There are no ${noun} yet.`} />
  return (
    <EmptyState title={title} why={`Nothing matches “${query}”.`}>
      <Link to={searchPath('')} className={buttonVariants()}>
        Clear search
      </Link>
    </EmptyState>
  )
}
