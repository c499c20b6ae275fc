import { PAGE_SIZE } from '../../contract/call.ts'
import { searchTerms } from '../db/search-text.ts'
import { invalidField } from './refusal.ts'

/** Longer than any reasonable search. */
const LONGEST_QUERY = 200

/**
 * The search terms of the parameter `query`. Empty for blank text; null for text that contains nothing searchable.
 * @throws Refusal 400 if it is too long
 */
export function termsOf(query: string | undefined): string[] | null {
  if (query === undefined || query.trim() === '') return []
  if (query.length > LONGEST_QUERY) {
    throw invalidField(400, 'query', `may have at most ${LONGEST_QUERY} characters`)
  }
  const terms = searchTerms(query)
  return terms.length === 0 ? null : terms
}

/** Offset and number of rows of the parameter `page`. */
export function rowsOfPage(page: number | undefined): { limit: number; offset: number } {
  return { limit: PAGE_SIZE, offset: ((page ?? 1) - 1) * PAGE_SIZE }
}
