import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SearchInput } from '../routing/paths.ts'
import { readTextFilter, type TextFilter, textParameters } from '../state/text-filter.ts'

export interface TextFilterControl {
  filter: TextFilter
  /** The address of what is asked for. */
  address: string
  /** The address of one of the pages. */
  pathOf(page: number): string
  /** The address of the first page of what is searched for. */
  searchPath(query: string): string
}

/**
 * What a list with a search and pages is narrowed to, from the address bar.
 * @param list the address of the list. Must be stable.
 */
export function useTextFilter(list: (filter: SearchInput) => string): TextFilterControl {
  const [search] = useSearchParams()
  const filter = useMemo(() => readTextFilter(search), [search])
  const pathOf = useCallback((page: number) => list(textParameters({ ...filter, page })), [list, filter])
  const searchPath = useCallback((query: string) => list(textParameters({ page: 1, query })), [list])
  return { filter, address: pathOf(filter.page), pathOf, searchPath }
}
