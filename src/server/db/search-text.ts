import { fold } from '../../domain/format/fold.ts'

/** Words this short are looked for at the start of words only: a trigram index cannot find them elsewhere. */
const SHORTEST_INSIDE = 3

type Absent = string | null | undefined

/** The parts of an address that it is found by. */
export interface SearchedAddress {
  street?: Absent
  suburb?: Absent
  city?: Absent
  postcode?: Absent
}

interface SearchedParts {
  texts: readonly Absent[]
  /** Each is one word. */
  phones?: readonly Absent[]
  addresses?: readonly SearchedAddress[]
}

/**
 * The text that searches look through: words of letters and digits alone, each behind two spaces, so that the start
 * of even a one-letter word has three characters of its own in a trigram index.
 */
export function searchTextOf({ texts, phones = [], addresses = [] }: SearchedParts): string {
  const numbers = phones.map((phone) => wordsOf(phone ?? '').join('')).filter(Boolean)
  const places = addresses.flatMap(({ street, suburb, city, postcode }) => [street, suburb, city, postcode])
  const inTexts = (parts: readonly Absent[]) => parts.flatMap((text) => wordsOf(text ?? ''))
  const words = new Set([...inTexts(texts), ...numbers, ...inTexts(places)])
  return Array.from(words, (word) => `  ${word}`).join('')
}

/**
 * The pieces that must all occur in a search text for a query to find it; none where the query has neither letter
 * nor digit. Words of three characters and more are found anywhere inside words, shorter ones at their start.
 */
export function searchTerms(query: string): string[] {
  const terms = wordsOf(query).map((word) => ([...word].length < SHORTEST_INSIDE ? `  ${word}` : word))
  return [...new Set(terms)]
}

/** Case, macrons and punctuation never matter, and +64 is the 0 that it stands for: '+64 21-555' is '021555'. */
function wordsOf(text: string): string[] {
  const plain = fold(text)
    .replace(/\+64\s*/g, '0')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
  return plain.split(/\s+/).filter(Boolean)
}
