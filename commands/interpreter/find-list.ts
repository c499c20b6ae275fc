import type { Capability } from '../../src/contract/capabilities.ts'
import { readDay } from '../../src/domain/calendar/nz-calendar.ts'
import { fold } from '../../src/domain/format/text.ts'
import type { ConsignmentFilter } from '../../src/domain/lists/consignment-filter.ts'
import { type FilteredList, listAddress, listWords } from '../../src/domain/lists/filtered-list.ts'
import { DEFAULT_ORDER_FILTER, type OrderFilter } from '../../src/domain/lists/order-filter.ts'
import { LIST_WORDS, type ListWord, MOST_PHRASE_WORDS } from './list-words.ts'
import { type ListReading, withIgnored } from './reading.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A phrase of the text. */
interface Part {
  text: string
  /** Its meaning for a list; null for words to search the list for. */
  about: ListWord | null
  /** Whether no list can be filtered by it. */
  isUnclear: boolean
}

/** Words that only join others. */
const FILLERS = new Set(
  'a and any by dated day for from in is last list me my of on only past please show that the this to with'.split(
    ' ',
  ),
)
/** With a day, these words mean a period, but a list can only be filtered by a single day. */
const BOUNDS = new Set(['since', 'before', 'after', 'until', 'till'])
/** No filter excludes records. */
const NEGATIONS = new Set(['not', 'no', 'non', 'without', 'except', 'excluding'])
/** A text with more words to search for is a sentence. */
const MOST_SEARCHED_WORDS = 6
const MOST_DAY_WORDS = 3

/**
 * Days that are never part of a name. `sun` and `21 nov` filter only alone or together with other words about a list.
 */
const CLEAR_DAY =
  /^((today|yesterday|tomorrow)('?s)?|yest|[a-z]{3,6}day|\d{1,2}[/.-]\d{1,2}[/.-](\d{4}|\d{2})|\d{4}-\d\d-\d\d)$/
const OTHER_DAY =
  /^(mon|tues?|wed|thu|thurs?|fri|sat|sun|\d{1,2}[/-]\d{1,2}|\d{1,2}(st|nd|rd|th)? ?[a-z]{3,9}( (\d{4}|\d{2}))?)$/
/** The possessive of a day: `today's labels`. */
const POSSESSIVE = /(day|tomorrow)'?s$/
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th)/
/** Text in quotes is searched for as it is. */
const QUOTED = /["“”]([^"“”]*)["“”]/

/** A list, and whether its filters account for the whole text. */
interface FoundList {
  reading: ListReading
  isWhole: boolean
}

/** The data that finding a list depends on. */
export interface ListContext {
  /** In Auckland, 'yyyy-MM-dd'. */
  today: string
  /** Of the back end. */
  capabilities: ReadonlySet<Capability>
}

/**
 * The list that words name: `unpaid chch`, `aramex today`, `customers hawkins`. Words without a filter become the
 * search text; days, amounts and periods that the list cannot be filtered by are ignored, and named as such. Null if no
 * word names a list or a filter.
 */
export function findList(text: string, { today, capabilities }: ListContext): FoundList | null {
  const quoted = QUOTED.exec(text)?.[1]?.trim() ?? ''
  const parts = partsOf(tokensOf(text.replace(QUOTED, ' ')), today)
    .map((part) => supported(part, capabilities))
    .filter(
      ({ text, about }, index, all) =>
        about !== null || !(FILLERS.has(fold(text)) || (fold(text) === 'since' && !isDay(all[index + 1]))),
    )
  const about = parts.flatMap((part) => part.about ?? [])
  const isWhole =
    about.length > 0 && quoted === '' && parts.every(({ about, isUnclear }) => about || isUnclear)
  const isClear = parts.every(({ isUnclear }) => !isUnclear)
  const isNarrowed = (isWhole && isClear) || about.some(({ isWeak }) => !isWeak)
  if (!isNarrowed) return null
  const list = listOf(about)
  const ignored = ignoredIn(parts, list)
  const searched = parts.flatMap((part) => (ignored.has(part) ? [] : searchedWords(part, list)))
  const query = [...searched, quoted]
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
  return {
    reading: withIgnored(reading, namedOf(ignored)),
    isWhole,
  }
}

/** The part as the back end supports it. A word that needs a missing capability is ignored, or means something else. */
function supported(part: Part, capabilities: ReadonlySet<Capability>): Part {
  const { capability, otherwise } = part.about ?? {}
  if (capability === undefined || capabilities.has(capability)) return part
  return otherwise ? { ...part, about: otherwise } : { ...part, about: null, isUnclear: true }
}

/** The parts that the address of the list leaves out, in the order of the text. */
function ignoredIn(parts: readonly Part[], list: FilteredList['list']): Set<Part> {
  return new Set(
    parts.filter((part, index) => {
      const { about, text, isUnclear } = part
      if (about === null) return isUnclear || (BOUNDS.has(fold(text)) && isDay(parts[index + 1]))
      if (about.list !== list) return isOnlyFilter(about, list)
      return parts.slice(index + 1).some((later) => later.about && replaces(later.about, about, list))
    }),
  )
}

function isDay(part: Part | undefined): boolean {
  return part?.about?.consignment?.date !== undefined
}

/**
 * Whether a word is a filter of another list and never a part of a name, so that searching this list for it finds
 * nothing.
 */
function isOnlyFilter({ order, consignment }: ListWord, list: FilteredList['list']): boolean {
  if (consignment?.date !== undefined) return true
  if (order?.daterange === undefined) return false
  // All other lists show all dates anyway.
  return order.daterange !== 'all' || list === 'consignment'
}

/** Whether a later word sets the same filter of the list to something else. */
function replaces(later: ListWord, { order, consignment }: ListWord, list: FilteredList['list']): boolean {
  if (later.list !== list) return false
  return (
    differ(order?.status, later.order?.status) ||
    differ(order?.branch, later.order?.branch) ||
    differ(order?.daterange, later.order?.daterange) ||
    differ(consignment?.date, later.consignment?.date) ||
    differ(consignment?.provider, later.consignment?.provider)
  )
}

function differ(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b
}

/** The ignored parts as phrases: `since` and `monday` are one. */
function namedOf(ignored: ReadonlySet<Part>): string[] {
  const named: string[] = []
  let isBound = false
  for (const { text } of ignored) {
    if (isBound) named.push(`${named.pop()} ${text}`)
    else named.push(text)
    isBound = BOUNDS.has(fold(text))
  }
  return named
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

/** The phrase that starts at a token: the longest one about a list, otherwise the token's word. */
function phraseAt(tokens: readonly Token[], index: number, today: string): Part & { words: number } {
  const known = knownPhraseAt(tokens, index, today)
  const unclear = unclearWords(tokens, index)
  const isNegation = NEGATIONS.has(tokens[index]?.folded ?? '')
  const negated = known === null && isNegation ? knownPhraseAt(tokens, index + 1, today) : null
  const words = negated ? negated.words + 1 : unclear
  if (words > (known?.words ?? 0)) {
    return { text: rawText(tokens.slice(index, index + words)), about: null, isUnclear: true, words }
  }
  if (known) return { ...known, isUnclear: false }
  return { text: tokens[index]?.bare ?? '', about: null, isUnclear: false, words: 1 }
}

function rawText(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw.replace(/[.!?:]+$/, '')).join(' ')
}

function knownPhraseAt(
  tokens: readonly Token[],
  index: number,
  today: string,
): { text: string; about: ListWord; words: number } | null {
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
  return null
}

/** Days are a filter of the consignments alone (CON-1). */
function dayWord(phrase: string, today: string): ListWord | null {
  const isClear = CLEAR_DAY.test(phrase)
  if (!isClear && !OTHER_DAY.test(phrase)) return null
  const date = readDay(phrase.replace(ORDINAL, '$1').replace(POSSESSIVE, '$1'), today)
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

/** The words that a part adds to the search of a list, including a filter that only other lists have. */
function searchedWords({ text, about }: Part, list: FilteredList['list']): string[] {
  if (about === null) return [text]
  if (about.list === list) return about.search === undefined ? [] : [about.search]
  return about.order?.daterange === undefined ? [text] : []
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

/** The most words of such a phrase: `between 100 and 200`. */
const MOST_WORDS = 4

const AMOUNT = String.raw`\$?\d[\d,]*(?:\.\d+)?k?`
const COUNT = String.raw`(?:\d{1,4}|an?|one|two|three|few|couple)`
const UNIT = '(?:hour|day|week|fortnight|weekend|month|quarter|year|hr|wk|mth|yr)s?'
const COMPARED =
  '(?:over|under|above|below|exceeding|max|min|(?:more|less|greater|bigger|larger|smaller|older|newer|longer) than|at (?:least|most)|up to)'

/** A period that no list can be filtered by, without its determiner: `this week`, `last 7 days`. */
const PERIOD = new RegExp(`^(?:(?:this|last|past|next|previous) )?(?:${COUNT} )?${UNIT}(?: ago)?$`)
const DETERMINER = /^(?:this|last|past|next|previous) /
const UNIT_ALONE = new RegExp(`^${UNIT}$`)
/** A limit on an amount or on an age: `over $1,000`, `> 1000`, `1000+`, `between 100 and 200`, `older than 7 days`. */
const LIMIT = new RegExp(
  `^(?:${COMPARED} (?:${AMOUNT}|${COUNT} ${UNIT})|[<>≤≥]=? ?${AMOUNT}|${AMOUNT}\\+|(?:between|from) ${AMOUNT} (?:and|to) ${AMOUNT})$`,
)

/**
 * The number of words, from a token on, that limit an amount or name a period, which is no filter of any list; 0 if there
 * is no such phrase.
 */
function unclearWords(tokens: readonly Token[], index: number): number {
  for (let words = Math.min(MOST_WORDS, tokens.length - index); words > 0; words -= 1) {
    const text = fold(
      tokens
        .slice(index, index + words)
        .map(({ raw }) => raw.replace(/[.!?:]+$/, ''))
        .join(' '),
    )
    if (LIMIT.test(text) || isPeriod(text)) return words
  }
  return 0
}

/** A unit alone may be a part of a name. */
function isPeriod(text: string): boolean {
  if (!PERIOD.test(text) || UNIT_ALONE.test(text)) return false
  return !LIST_WORDS.has(text) && !LIST_WORDS.has(text.replace(DETERMINER, ''))
}
