import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  readTextFilter,
  type SearchInput,
  type TextFilter,
  textParameters,
} from '../../domain/lists/list-address.ts'

type Address = Pick<URL, 'pathname' | 'searchParams'>

/** The filter of a list, and how its address contains it. */
export interface ListFilter<Filter> {
  read(address: Address): Filter
  address(filter: Filter): string
  /** Reads and changes the page, if the list has pages. */
  pages?: {
    of(filter: Filter): number
    at(filter: Filter, page: number): Filter
    /** The number of pages, if the filter determines it. Default: a full page may have another after it. */
    count?(filter: Filter): number | null
  }
  /** Reads the filter of the current address, as a hook. Only for a filter that depends on more than the address. */
  useFilter?(): Filter
  /** Whether a filter leads to another list instead of other rows of the same one. Default: never. */
  isOtherList?(shown: Filter, next: Filter): boolean
}

/** The filter of the current address. The same object while the address is the same. */
export function useAddressFilter<Filter>(read: (address: Address) => Filter): Filter {
  const { pathname, search } = useLocation()
  return useMemo(
    () => read({ pathname, searchParams: new URLSearchParams(search) }),
    [read, pathname, search],
  )
}

/** The pages of a filter that has the number of its page. */
export function numberedPages<Filter extends { page: number }>() {
  return {
    of: ({ page }: Filter) => page,
    at: (filter: Filter, page: number): Filter => ({ ...filter, page }),
  }
}

/** The filter of a list with a search and pages. */
export function textFilter(path: (search: SearchInput) => string): ListFilter<TextFilter> {
  return {
    read: ({ searchParams }) => readTextFilter(searchParams),
    address: (filter) => path(textParameters(filter)),
    pages: numberedPages(),
  }
}

/** The filter of a list with a search and without pages. */
export function searchFilter(path: (query: string) => string): ListFilter<TextFilter> {
  return {
    read: ({ searchParams }) => ({ page: 1, query: readTextFilter(searchParams).query }),
    address: ({ query }) => path(query),
  }
}

/** The filter chosen in a list's tools but not applied yet. It is replaced when the address changes. */
export function useDraftFilter<Filter>(filter: Filter): [draft: Filter, setDraft: (next: Filter) => void] {
  const [chosen, setChosen] = useState({ filter, draft: filter })
  if (chosen.filter !== filter) setChosen({ filter, draft: filter })
  return [chosen.draft, (draft) => setChosen({ filter, draft })]
}
