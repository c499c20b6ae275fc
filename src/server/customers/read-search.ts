import { namedNumber } from '../../domain/records/kind-words.ts'
import { termsOf } from '../http/list-query.ts'

/**
 * The search terms of a search for customers; 'customer 1045' is a code. Null if it contains nothing searchable.
 * @throws Refusal 400 if it is too long
 */
export function customerTerms(query: string | undefined): string[] | null {
  const named = namedNumber(query ?? '')
  return termsOf(named?.of === 'customer' ? named.number : query)
}
