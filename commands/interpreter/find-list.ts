import { readDay } from '../../src/domain/calendar/nz-day.ts'
import { fold } from '../../src/domain/format/fold.ts'
import type { ConsignmentFilter } from '../../src/domain/lists/consignment-filter.ts'
import { type FilteredList, listAddress, listWords } from '../../src/domain/lists/filtered-list.ts'
import { DEFAULT_ORDER_FILTER, type OrderFilter } from '../../src/domain/lists/order-filter.ts'
import { LIST_WORDS, type ListWord, MOST_PHRASE_WORDS } from './list-words.ts'
import type { ListReading } from './reading.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A phrase about the list; null for a word to search the list for. */
interface Part {
  text: string
  about: ListWord | null
}

/** Words that only join others. */
const FILLERS = new Set(
  'a and any by dated day for from in is last list me my of on only past please show since that the this to with'.split(
    ' ',
  ),
)
/** A text with more words to search for is a sentence. */
const MOST_SEARCHED_WORDS = 6
const MOST_DAY_WORDS = 3

/**
 * Days that are never part of a name. `sun` and `21 nov` filter only alone or together with other words about a list.
 */
const CLEAR_DAY =
  /^(today|yesterday|yest|tomorrow|[a-z]{3,6}day|\d{1,2}[/.-]\d{1,2}[/.-](\d{4}|\d{2})|\d{4}-\d\d-\d\d)$/
const OTHER_DAY =
  /^(mon|tues?|wed|thu|thurs?|fri|sat|sun|\d{1,2}[/-]\d{1,2}|\d{1,2}(st|nd|rd|th)? ?[a-z]{3,9}( (\d{4}|\d{2}))?)$/
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th)/
/** Text in quotes is searched for as it is. */
const QUOTED = /["“”]([^"“”]*)["“”]/

/** A list, and whether its filters account for the whole text. */
export interface FoundList {
  reading: ListReading
  isWhole: boolean
}

/**
 * The list that words name: `unpaid chch`, `aramex today`, `customers hawkins`. Words without a filter become the
 * search text. Null if no word names a list or a filter.
 * @param today in Auckland, 'yyyy-MM-dd'
 */
export function findList(text: string, today: string): FoundList | null {
  const quoted = QUOTED.exec(text)?.[1]?.trim() ?? ''
  const parts = partsOf(tokensOf(text.replace(QUOTED, ' ')), today).filter(
    ({ text }) => !FILLERS.has(fold(text)),
  )
  const about = parts.flatMap((part) => part.about ?? [])
  const rest = parts.length - about.length
  const isWhole = about.length > 0 && rest === 0 && quoted === ''
  const isNarrowed = isWhole || about.some(({ isWeak }) => !isWeak)
  if (!isNarrowed) return null
  const list = listOf(about)
  const query = [...parts.flatMap((part) => searchedWords(part, list)), quoted]
    .join(' ')
    .replace(/[\s"“”]+/g, ' ')
    .trim()
  if (query.split(' ').length > MOST_SEARCHED_WORDS) return null
  const filtered = filteredList(list, about, query, today)
  const reading: ListReading = {
    kind: 'list',
    ...filtered,
    address: listAddress(filtered, today),
    words: listWords(filtered, today),
  }
  return { reading, isWhole }
}

function partsOf(tokens: readonly Token[], today: string): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < tokens.length; ) {
    const part = phraseAt(tokens, index, today)
    if (part.text !== '') parts.push(part)
    index += part.words
  }
  return parts
}

/** The longest phrase about a list that starts at a token, otherwise the token's word. */
function phraseAt(tokens: readonly Token[], index: number, today: string): Part & { words: number } {
  for (let words = Math.max(MOST_PHRASE_WORDS, MOST_DAY_WORDS); words > 0; words -= 1) {
    if (index + words > tokens.length) continue
    const text = tokens
      .slice(index, index + words)
      .map(({ raw, bare }) => bare || raw)
      .join(' ')
    const phrase = fold(text).replace(/ & /g, ' and ')
    const about = LIST_WORDS.get(phrase) ?? dayWord(phrase, today)
    if (about) return { text, about, words }
  }
  return { text: tokens[index]?.bare ?? '', about: null, words: 1 }
}

/** Days are a filter of the consignments alone (section 7). */
function dayWord(phrase: string, today: string): ListWord | null {
  const isClear = CLEAR_DAY.test(phrase)
  if (!isClear && !OTHER_DAY.test(phrase)) return null
  const date = readDay(phrase.replace(ORDINAL, '$1'), today)
  return date === null ? null : { list: 'consignment', consignment: { date }, isWeak: !isClear }
}

/** The named list, otherwise that of a search word, otherwise orders or consignments by their filters. */
function listOf(about: readonly ListWord[]): FilteredList['list'] {
  const first = (which: (word: ListWord) => boolean) => about.find(which)?.list
  return (
    first(({ isNoun }) => isNoun === true) ??
    first(({ search }) => search !== undefined) ??
    first(({ order, isWeak }) => order !== undefined && !isWeak) ??
    first(({ consignment }) => consignment !== undefined) ??
    'order'
  )
}

/**
 * The words that a part adds to the search of a list, including a filter that only other lists have, except a day.
 */
function searchedWords({ text, about }: Part, list: FilteredList['list']): string[] {
  if (about === null) return [text]
  if (about.list === list) return about.search === undefined ? [] : [about.search]
  return about.consignment?.date === undefined ? [text] : []
}

function filteredList(
  list: FilteredList['list'],
  about: readonly ListWord[],
  query: string,
  today: string,
): FilteredList {
  if (list === 'order') {
    // As in every search of the palette, all dates are searched unless the text names a range.
    const daterange = query === '' ? DEFAULT_ORDER_FILTER.daterange : 'all'
    const filter: OrderFilter = { ...DEFAULT_ORDER_FILTER, daterange, query }
    for (const { order } of about) Object.assign(filter, order)
    return { list, filter }
  }
  if (list === 'consignment') {
    const filter: ConsignmentFilter = { date: today, provider: '', query }
    for (const { consignment } of about) Object.assign(filter, consignment)
    return { list, filter }
  }
  return { list, filter: { page: 1, query } }
}
