import { fold } from '../../domain/fold.ts'

/** Words this short are looked for at the start of words only: a trigram index cannot find them elsewhere. */
const SHORTEST_INSIDE = 3

/**
 * The text that searches look through: words of letters and digits alone, each behind two spaces, so that the start
 * of even a one-letter word has three characters of its own in a trigram index. A phone number is one word.
 */
export function searchTextOf(texts: readonly Absent[], phones: readonly Absent[] = []): string {
  const numbers = phones.map((phone) => wordsOf(phone ?? '').join(''))
  const words = [...texts.flatMap((text) => wordsOf(text ?? '')), ...numbers.filter(Boolean)]
  return [...new Set(words)].map((word) => `  ${word}`).join('')
}
type Absent = string | null | undefined

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
