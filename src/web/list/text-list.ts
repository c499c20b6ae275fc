import type { SearchInput } from '../routing/paths.ts'
import { searchFilter, textFilter } from './list-filter.ts'
import { SearchTools } from './search-tools.tsx'
import { TextEmpty } from './text-empty.tsx'

/** The parts of a list with a search and pages, and no other filter. */
export const textList = (path: (search: SearchInput) => string) => ({
  filter: textFilter(path),
  Tools: SearchTools,
  Empty: TextEmpty,
})

/** The parts of a list with a search whose rows are all on one page, in a tab. */
export const searchedTab = (path: (query: string) => string) => ({
  filter: searchFilter(path),
  Tools: SearchTools,
  Empty: TextEmpty,
  inTab: true,
})
