import { canonicalPhone, phonesIn } from '../../domain/format/phone.ts'
import { fold } from '../../domain/format/text.ts'

/** Shorter words match only at the start of words, because a trigram index cannot find them elsewhere. */
const SHORTEST_INSIDE = 3

/** Before each word, so that the start of even a one-letter word makes a trigram. */
const BETWEEN = '  '

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
  /** Each number is one word, in its canonical form. */
  phones?: readonly Absent[]
  addresses?: readonly SearchedAddress[]
  /** The marks that lists show: 'stop credit'. */
  marks?: readonly string[]
}

/** The searched text: words of letters and digits only, each once and after two spaces. */
export function searchTextOf({ texts, phones = [], addresses = [], marks = [] }: SearchedParts): string {
  const numbers = phones.flatMap((phone) => numbersIn(phone ?? ''))
  const places = addresses.flatMap(({ street, suburb, city, postcode }) => [street, suburb, city, postcode])
  const inTexts = (parts: readonly Absent[]) => parts.flatMap((text) => wordsOf(text ?? ''))
  const words = new Set([...inTexts(texts), ...numbers, ...inTexts(places), ...inTexts(marks)])
  return Array.from(words, (word) => BETWEEN + word).join('')
}

/** Text that is not a phone number is also searchable: a note, or a number that lacks a digit. */
function numbersIn(phone: string): string[] {
  const numbers = phonesIn(phone)
  return numbers.length > 0 ? numbers : [wordsOf(phone).join('')].filter(Boolean)
}

/**
 * The terms that must all occur in a search text to match a query; none if the query contains neither letter
 * nor digit. Words of three or more characters match anywhere inside words, shorter ones at their start. A phone
 * number with its area code, however it is written, is one term.
 */
export function searchTerms(query: string): string[] {
  const phone = canonicalPhone(query)
  if (phone?.startsWith('0')) return [phone]
  const terms = wordsOf(query).map((word) => ([...word].length < SHORTEST_INSIDE ? BETWEEN + word : word))
  return [...new Set(terms)]
}

/** The term that finds the words of a text one after another; the last one may be the start of a word. */
export function phraseTerm(text: string): string {
  return wordsOf(text).join(BETWEEN)
}

/** A text as searches compare it: its words with a space between; blank without any. */
export function comparedText(text: string): string {
  return wordsOf(text).join(' ')
}

/** Ignores case, macrons and punctuation, and reads +64 as 0: '+64 21-555' is '021555'. */
function wordsOf(text: string): string[] {
  const plain = fold(text)
    .replace(/\+64\s*/g, '0')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
  return plain.split(/\s+/).filter(Boolean)
}
