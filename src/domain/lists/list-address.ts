import { LAST_PAGE } from '../../contract/call.ts'
import { kindFacts, type RecordKind } from '../records/record-kind.ts'

/** The filter of a list with a search and pages, as in its address. */
export interface TextFilter {
  page: number
  query: string
}

const PAGE = /^[1-9]\d{0,5}$/

/**
 * Parses page and text from an address. An invalid page counts as the first, one beyond the end of all lists as
 * the last; blank text means no search (LIST-2).
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

/** Query parameters of an address; undefined and blank ones are omitted. */
export type SearchInput = Readonly<Record<string, string | undefined>>

/** A path with query parameters. */
export function withSearch(path: string, search: SearchInput): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value) parameters.set(name, value)
  }
  // A comma needs no escape in a query, and lists of codes are shared.
  const text = parameters.toString().replaceAll('%2C', ',')
  return text === '' ? path : `${path}?${text}`
}

/** The address of the emails. */
export function emailsPath(filter: SearchInput = {}): string {
  return withSearch('/emails', filter)
}

/** The address of the list of a kind of record. */
export function listPath(kind: RecordKind, filter: SearchInput = {}): string {
  const { path, tab } = kindFacts(kind).list
  return withSearch(path, { ...(tab !== null && { tab }), ...filter })
}
