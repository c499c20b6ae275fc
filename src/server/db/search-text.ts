import { fold } from '../../domain/format/fold.ts'

/** Shorter words match only at the start of words, because a trigram index cannot find them elsewhere. */
const SHORTEST_INSIDE = 3

type Absent = string | null | undefined

/** The searchable parts of an address. */
export interface SearchedAddress {
  street?: Absent
  suburb?: Absent
  city?: Absent
  postcode?: Absent
}

interface SearchedParts {
  texts: readonly Absent[]
  /** Each number is one word. */
  phones?: readonly Absent[]
  addresses?: readonly SearchedAddress[]
}

/**
 * The searched text: words of letters and digits only, each after two spaces, so that the start
 * of even a one-letter word makes a trigram.
 */
export function searchTextOf({ texts, phones = [], addresses = [] }: SearchedParts): string {
  const numbers = phones.map((phone) => wordsOf(phone ?? '').join('')).filter(Boolean)
  const places = addresses.flatMap(({ street, suburb, city, postcode }) => [street, suburb, city, postcode])
  const inTexts = (parts: readonly Absent[]) => parts.flatMap((text) => wordsOf(text ?? ''))
  const words = new Set([...inTexts(texts), ...numbers, ...inTexts(places)])
  return Array.from(words, (word) => `  ${word}`).join('')
}

/**
 * The terms that must all occur in a search text to match a query; none if the query contains neither letter
 * nor digit. Words of three or more characters match anywhere inside words, shorter ones at their start.
 */
export function searchTerms(query: string): string[] {
  const terms = wordsOf(query).map((word) => ([...word].length < SHORTEST_INSIDE ? `  ${word}` : word))
  return [...new Set(terms)]
}

/** Ignores case, macrons and punctuation, and reads +64 as 0: '+64 21-555' is '021555'. */
function wordsOf(text: string): string[] {
  const plain = fold(text)
    .replace(/\+64\s*/g, '0')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
  return plain.split(/\s+/).filter(Boolean)
}
