import { LAST_PAGE } from '../../contract/call.ts'

/** The filter of a list with a search and pages, as in its address. */
export interface TextFilter {
  page: number
  query: string
}

const PAGE = /^[1-9]\d{0,5}$/

/**
 * Parses page and text from an address. An invalid page counts as the first, one beyond the end of all lists as
 * the last; blank text means no search (reading 40).
 */
export function readTextFilter(search: URLSearchParams): TextFilter {
  const page = search.get('page') ?? ''
  return {
    page: PAGE.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    query: (search.get('query') ?? '').trim(),
  }
}

/** The filter as address parameters. Page 1 and blank text are omitted. */
export function textParameters({ page, query }: TextFilter): Record<string, string> {
  return {
    ...(page > 1 && { page: String(page) }),
    ...(query.trim() !== '' && { query: query.trim() }),
  }
}

/** The filter as parameters of a list call. */
export function textQuery({ page, query }: TextFilter): { page?: number; query?: string } {
  return { ...(page > 1 && { page }), ...(query !== '' && { query }) }
}
