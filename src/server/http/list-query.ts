import { PAGE_SIZE } from '../../contract/call.ts'
import { searchTerms } from '../db/search-text.ts'
import { unfit } from './refusal.ts'

/** Longer than anything that is searched for. */
const LONGEST_QUERY = 200

/**
 * What the parameter `query` looks for: no terms where it is blank, which is no search; null where it has nothing
 * that could be found.
 * @throws Refusal 400 where it is too long
 */
export function termsOf(query: string | undefined): string[] | null {
  if (query === undefined || query.trim() === '') return []
  if (query.length > LONGEST_QUERY) {
    throw unfit(400, 'query', `may have at most ${LONGEST_QUERY} characters`)
  }
  const terms = searchTerms(query)
  return terms.length === 0 ? null : terms
}

/** Where the rows of the parameter `page` begin, and how many they are. */
export function rowsOfPage(page: number | undefined): { limit: number; offset: number } {
  return { limit: PAGE_SIZE, offset: ((page ?? 1) - 1) * PAGE_SIZE }
}
