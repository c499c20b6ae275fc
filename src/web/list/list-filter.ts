import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import type { SearchInput } from '../routing/paths.ts'
import { readTextFilter, type TextFilter, textParameters } from '../state/text-filter.ts'

type Address = Pick<URL, 'pathname' | 'searchParams'>

/** What a list is narrowed to, and how its address says so. */
export interface ListFilter<Filter> {
  read(address: Address): Filter
  address(filter: Filter): string
  /** How to go from page to page, where the list has pages. */
  pages?: { of(filter: Filter): number; at(filter: Filter, page: number): Filter }
  /** Reads the open address, as a hook. Needed where the filter depends on more than that. */
  useFilter?(): Filter
  /** Whether one filter leads to another list, and not to other rows of the same. Default: never. */
  isOtherList?(shown: Filter, next: Filter): boolean
}

/** The filter of the open address; the same object as long as the address is the same. */
export function useAddressFilter<Filter>(read: (address: Address) => Filter): Filter {
  const { pathname, search } = useLocation()
  return useMemo(
    () => read({ pathname, searchParams: new URLSearchParams(search) }),
    [read, pathname, search],
  )
}

/** The filter of a list that has a search and pages. */
export function textFilter(path: (search: SearchInput) => string): ListFilter<TextFilter> {
  return {
    read: ({ searchParams }) => readTextFilter(searchParams),
    address: (filter) => path(textParameters(filter)),
    pages: { of: ({ page }) => page, at: (filter, page) => ({ ...filter, page }) },
  }
}

/** The filter of a list that has a search, and all its rows on one page. */
export function searchFilter(path: (query: string) => string): ListFilter<TextFilter> {
  return {
    read: ({ searchParams }) => ({ page: 1, query: readTextFilter(searchParams).query }),
    address: ({ query }) => path(query),
  }
}
