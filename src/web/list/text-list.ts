import type { SearchInput } from '../../domain/lists/list-path.ts'
import { searchFilter, textFilter } from './list-filter.ts'
import { SearchTools } from './search-tools.tsx'
import { TextEmpty } from './text-empty.tsx'

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
