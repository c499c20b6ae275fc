import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { SearchInput, TextFilter } from '../../domain/lists/list-address.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useNarrow } from '../table/use-narrow.ts'
import { buttonVariants } from '../ui/button.tsx'
import type { EmptyProps, ToolsProps } from './define-list.tsx'
import { searchFilter, textFilter, useDraftFilter } from './list-filter.ts'
import { EmptyState, PastTheEnd } from './list-frame.tsx'
import { ListTools } from './list-tools.tsx'

/** Parts of a list with a search, pages and no other filter. */
export const textList = (path: (search: SearchInput) => string) => ({
  filter: textFilter(path),
  Tools: SearchTools,
  Empty: TextEmpty,
})

/** Parts of a list in a tab, with a search and without pages. */
export const searchedTab = (path: (query: string) => string) => ({
  filter: searchFilter(path),
  Tools: SearchTools,
  Empty: TextEmpty,
  inTab: true,
})

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

/** The tools of a list without filters. The typed text is applied by Enter, and replaced when the address changes. */
export const SearchTools = memo(function SearchTools(props: ToolsProps<TextFilter>) {
  const { noun, filter, onApply, form, commands, button } = props
  const narrow = useNarrow()
  const [text, setText] = useDraftFilter(filter.query)
  return (
    <ListTools
      label={`Search ${noun}`}
      text={text}
      onText={setText}
      onApply={() => onApply({ page: 1, query: text.trim() })}
      form={form}
      button={button}
      beside={narrow && commands.map((id) => <CommandButton key={id} id={id} className="max-sm:h-10!" />)}
    />
  )
})
