import { LAST_PAGE } from '../../contract/call.ts'

/** What a searched list is narrowed to: both stand in the address bar. */
export interface TextFilter {
  page: number
  query: string
}

const PAGE = /^[1-9]\d{0,5}$/

/**
 * Reads page and text from an address. What is no page counts as the first, one past the end of every list as the last;
 * blank text is none (reading 40).
 */
export function readTextFilter(search: URLSearchParams): TextFilter {
  const page = search.get('page') ?? ''
  return {
    page: PAGE.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    query: (search.get('query') ?? '').trim(),
  }
}

/** The address parameters: page 1 and blank text are left out. */
export function textParameters({ page, query }: TextFilter): Record<string, string> {
  return {
    ...(page > 1 && { page: String(page) }),
    ...(query.trim() !== '' && { query: query.trim() }),
  }
}

/** The same as the list calls take it. */
export function textQuery({ page, query }: TextFilter): { page?: number; query?: string } {
  return { ...(page > 1 && { page }), ...(query !== '' && { query }) }
}
