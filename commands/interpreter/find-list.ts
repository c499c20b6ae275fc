import type { Capability } from '../../src/contract/capabilities.ts'
import { beginsDay, spokenDay } from '../../src/domain/calendar/nz-calendar.ts'
import { fold } from '../../src/domain/format/text.ts'
import {
  type ConsignmentFilter,
  consignmentCriterionNamed,
} from '../../src/domain/lists/consignment-filter.ts'
import { criterionNamed, mostCriterionWords } from '../../src/domain/lists/criterion-phrases.ts'
import { type FilteredList, listAddress, listWords } from '../../src/domain/lists/filtered-list.ts'
import { DEFAULT_ORDER_FILTER, type OrderFilter } from '../../src/domain/lists/order-filter.ts'
import { LIST_WORDS, type ListWord, MOST_WORDS_AFTER } from './list-words.ts'
import { type ListReading, withIgnored } from './reading.ts'
import { rawText, type Token, tokensOf } from './tokens.ts'

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

/** Text in quotes is searched for as it is. */
const QUOTED = /["“”]([^"“”]*)["“”]/

/** A list that a text names. */
export interface FoundList {
  filtered: FilteredList
  /** The phrases that it leaves out. */
  ignored: readonly string[]
  /** Whether its filters account for the whole text. */
  isWhole: boolean
  /** Whether only criteria name the list, whose phrases may also name commands. */
  isByCriteria: boolean
  /** The phrases of the text. */
  phrases(): ListPhrases
}

interface ListPhrases {
  /** The places of words that a list can only search for, as in no part of the text they filter one. */
  names: readonly number[]
  /** Whether a phrase about lists goes on at a place, so that no text ends there: `over | $500`. */
  isInside(place: number): boolean
}

/** The reading of a list. */
export function listReading({ filtered, ignored }: FoundList, { today }: ListContext): ListReading {
  const address = listAddress(filtered, today)
  const reading: ListReading = { kind: 'list', ...filtered, address, words: listWords(filtered, today) }
  return withIgnored(reading, ignored)
}

/** The data that finding a list depends on. */
export interface ListContext {
  /** In Auckland, 'yyyy-MM-dd'. */
  today: string
  /** Of the back end. */
  capabilities: ReadonlySet<Capability>
  /** What was found of the text already, because it is read as several lists. */
  found: {
    /** By the word as typed. */
    words: Map<string, Word>
    /** By the folded phrase. */
    days: Map<string, ListWord | null>
    criteria: Map<string, ReturnType<typeof criterionNamed>>
  }
}

/** A token with the texts by which phrases are looked up. */
interface Word extends Pick<Token, 'raw' | 'bare' | 'folded'> {
  /** Folded; a sign alone is a word, too. */
  plain: string
  /** As typed, without the stops behind it. */
  written: string
  /** The same, folded. */
  spoken: string
}

function wordOf({ raw, bare, folded }: Token, known: Map<string, Word>): Word {
  const found = known.get(raw)
  if (found) return found
  const written = raw.replace(/[.!?:]+$/, '')
  const plain = bare === '' ? fold(raw) : folded
  const word = { raw, bare, folded, plain, written, spoken: written === bare ? folded : fold(written) }
  known.set(raw, word)
  return word
}

/**
 * The list that words name: `unpaid chch`, `aramex today`, `customers hawkins`, `orders over $500 since monday`. Words
 * without a filter become the search text; days, amounts and periods that the list cannot be filtered by are ignored, and
 * named as such. Null if no word names a list or a filter.
 * @param text that of the tokens, with its commas, which a text in quotes keeps
 */
export function findList(
  typed: readonly Token[],
  context: ListContext,
  text = rawText(typed),
): FoundList | null {
  const { capabilities } = context
  const inQuotes = QUOTED.exec(text)
  const quoted = inQuotes?.[1]?.trim() ?? ''
  const outside = inQuotes ? tokensOf(text.replace(QUOTED, ' ')) : typed
  const tokens = outside.map((token) => wordOf(token, context.found.words))
  const hasMeasures = tokens.some(({ folded }) => OF_CONSIGNMENTS.test(folded))
  const unclear = tokens.map((_, index) => unclearWords(tokens, index))
  const known = tokens.map((_, index) => {
    const phrase = knownPhraseAt(tokens, index, context)
    return hasMeasures ? consignmentPhraseAt(tokens, index, phrase) : phrase
  })
  const plainParts = partsOf(tokens, known, unclear)
  const plain = readList(plainParts, quoted, context)
  const named = plainParts.flatMap(({ about }) =>
    about && (about.isNoun || about.search !== undefined) ? about : [],
  )
  const isOther = named.length > 0 && listOf(named) !== 'order'
  let phrases: readonly (KnownPhrase | null)[] = known
  const found = (list: ReadList | null, isByCriteria = false) =>
    list && { ...list, isByCriteria, phrases: () => phrasesIn(typed, inQuotes, [known, phrases], unclear) }
  if (!capabilities.has('order-filters') || isOther) return found(plain)
  phrases = known.map((phrase, index) => criterionPhraseAt(tokens, index, phrase, context))
  const parts = partsOf(tokens, phrases, unclear)
  const criteria = parts.filter(({ about }) => about?.criterion !== undefined)
  const others = parts.filter(({ about }) => about && about.criterion === undefined && !about.isNoun)
  // Two groups of three digits are a code, unless another filter or `orders` is beside them: `order 500-800`.
  const isGrouped = criteria.length === 1 && others.length === 0 && GROUPED.test(criteria[0]?.text ?? '')
  const isCode = isGrouped && !parts.some(({ text }) => fold(text) === 'orders')
  const isForName =
    plain === null && named.length === 0 && tokens[0]?.folded === 'for' && criteria.length < parts.length
  if (isCode || (criteria.length === 0 && !isForName)) return found(plain)
  // A day or a courier alone filters consignments.
  const isOfOrders =
    plain?.filtered.list === 'order' ||
    isForName ||
    criteria.some(({ about }) => about?.consignment === undefined)
  const read = isOfOrders ? readList(parts, quoted, context, isForName) : null
  return read ? found(read, plain?.filtered.list !== 'order' && named.length === 0) : found(plain)
}

/** The phrases about lists, whatever other words are left out. In quotes no text ends. */
function phrasesIn(
  typed: readonly Token[],
  inQuotes: RegExpExecArray | null,
  phrases: readonly (readonly (KnownPhrase | null)[])[],
  unclear: readonly number[],
): ListPhrases {
  const outside = unclear.map((words, at) => Math.max(words, ...phrases.map((of) => of[at]?.words ?? 0)))
  const quoted = typed.slice(outside.length).map((_, index, { length }) => length - index)
  const begin = tokensOf(inQuotes?.input.slice(0, inQuotes.index) ?? '').length
  const lengths = outside.toSpliced(begin, 0, ...quoted)
  const names = typed.flatMap(({ folded }, index) => {
    const isJoint = folded === '' || FILLERS.has(folded) || BOUNDS.has(folded) || NEGATIONS.has(folded)
    const isInPhrase = lengths.some((length, from) => from <= index && index < from + length)
    return isJoint || isInPhrase ? [] : index
  })
  const isInside = (place: number) => lengths.some((length, from) => from < place && place < from + length)
  return { names, isInside }
}

/** A list as its parts name it. */
interface ReadList {
  filtered: FilteredList
  isWhole: boolean
  ignored: readonly string[]
}

/** @param isNamed whether the text names the list otherwise than by the parts */
function readList(
  parts: readonly Part[],
  quoted: string,
  { today, capabilities }: ListContext,
  isNamed = false,
): ReadList | null {
  const known = parts
    .map((part) => supported(part, capabilities))
    .filter(
      ({ text, about }, index, all) =>
        about !== null || !(FILLERS.has(fold(text)) || (fold(text) === 'since' && !isDay(all[index + 1]))),
    )
  const about = known.flatMap((part) => part.about ?? [])
  const isWhole =
    about.length > 0 && quoted === '' && known.every(({ about, isUnclear }) => about || isUnclear)
  const isClear = known.every(({ isUnclear }) => !isUnclear)
  const isNarrowed = isNamed || (isWhole && isClear) || about.some(({ isWeak }) => !isWeak)
  if (!isNarrowed) return null
  const hasCriteria = isNamed || about.some(({ criterion }) => criterion !== undefined)
  const list = hasCriteria ? 'order' : listOf(about)
  const ignored = ignoredIn(known, list)
  const searched = known.flatMap((part) => (ignored.has(part) ? [] : searchedWords(part, list)))
  const query = [...searched, quoted]
    .join(' ')
    .replace(/[\s"“”]+/g, ' ')
    .trim()
  if (query.split(' ').length > MOST_SEARCHED_WORDS) return null
  return { filtered: filteredList(list, about, query, today), isWhole, ignored: namedOf(ignored) }
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
  const isMeasured = consignment?.weight !== undefined || consignment?.service !== undefined
  if (isMeasured || consignment?.date !== undefined) return true
  if (order?.daterange === undefined) return false
  // All other lists show all dates anyway.
  return order.daterange !== 'all' || list === 'consignment'
}

/** Whether a later word sets the same filter of the list to something else. Marks add up. */
function replaces(later: ListWord, earlier: ListWord, list: FilteredList['list']): boolean {
  if (later.list !== list) return false
  return differ(earlier.order, later.order) || differ(earlier.consignment, later.consignment)
}

function differ(a: object = {}, b: object = {}): boolean {
  const later = Object.entries(b)
  return Object.entries(a).some(
    ([name, value]) => name !== 'is' && later.some(([other, after]) => other === name && after !== value),
  )
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

interface KnownPhrase {
  text: string
  about: ListWord
  words: number
}

/**
 * @param known for each token, the phrase about a list that starts at it
 * @param unclear for each token, the number of words of the phrase that starts at it and filters no list
 */
function partsOf(
  tokens: readonly Word[],
  known: readonly (KnownPhrase | null)[],
  unclear: readonly number[],
): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < tokens.length; ) {
    const part = phraseAt(tokens, index, known, unclear[index] ?? 0)
    if (part.text !== '') parts.push(part)
    index += part.words
  }
  return parts
}

/** The phrase that starts at a token: the longest one about a list, otherwise the token's word. */
function phraseAt(
  tokens: readonly Word[],
  index: number,
  phrases: readonly (KnownPhrase | null)[],
  unclear: number,
): Part & { words: number } {
  const known = phrases[index] ?? null
  const isNegation = NEGATIONS.has(tokens[index]?.folded ?? '')
  const negated = known === null && isNegation ? (phrases[index + 1] ?? null) : null
  const words = negated ? negated.words + 1 : unclear
  if (words > (known?.words ?? 0) && known?.about.criterion === undefined) {
    const text = tokens.slice(index, index + words).map(({ written }) => written)
    return { text: text.join(' '), about: null, isUnclear: true, words }
  }
  if (known) return { ...known, isUnclear: false }
  return { text: tokens[index]?.bare ?? '', about: null, isUnclear: false, words: 1 }
}

function knownPhraseAt(tokens: readonly Word[], index: number, context: ListContext): KnownPhrase | null {
  const first = tokens[index]?.plain ?? ''
  const mayBeDay = beginsDay(first)
  const most = Math.max(mayBeDay ? MOST_DAY_WORDS : 0, MOST_WORDS_AFTER.get(first) ?? 0)
  for (let words = Math.min(most, tokens.length - index); words > 0; words -= 1) {
    const named = tokens.slice(index, index + words)
    const phrase = named
      .map(({ plain }) => plain)
      .join(' ')
      .replace(/ & /g, ' and ')
    const about = LIST_WORDS.get(phrase) ?? (mayBeDay ? dayWord(phrase, context) : null)
    if (about) return { text: named.map(({ raw, bare }) => bare || raw).join(' '), about, words }
  }
  return null
}

/** A word of a criterion of consignments. */
const OF_CONSIGNMENTS = /^\d*(?:kgs?|kilos?|kilograms?)$|^service$/
/** The most words of such a criterion: `between 5 and 20 kg`. */
const MOST_MEASURE_WORDS = 5

/** The same, with the criteria of consignments, if one is longer. */
function consignmentPhraseAt(
  tokens: readonly Word[],
  index: number,
  known: KnownPhrase | null,
): KnownPhrase | null {
  const words = tokens.slice(index, index + MOST_MEASURE_WORDS)
  for (let count = words.length; count > (known?.words ?? 0); count -= 1) {
    const text = phraseIn(words, count, 'written')
    const found = consignmentCriterionNamed(phraseIn(words, count, 'spoken'))
    if (found === null) continue
    const consignment = { [found.name]: found.text }
    const about: ListWord = { list: 'consignment', consignment, capability: 'consignment-filters' }
    return { text, about, words: count }
  }
  return known
}

/** An amount before one of these is no total: `over 20 kg`, `over 3 days`. */
const MEASURE = /^(kgs?|kilos?|g|grams?|days?|hours?|weeks?|months?|years?|items?|lines?|%)$/
const GROUPED = /^\d{3}-\d{3}$/

/** The same, with the criteria of orders: the longer phrase counts, of two as long the criterion. */
function criterionPhraseAt(
  tokens: readonly Word[],
  index: number,
  known: KnownPhrase | null,
  { today, found: { criteria } }: ListContext,
): KnownPhrase | null {
  const most = mostCriterionWords(fold(tokens[index]?.raw ?? ''))
  if (most === 0) return known
  const words = tokens.slice(index, index + most)
  for (let count = words.length; count >= (known?.words ?? 1); count -= 1) {
    const phrase = phraseIn(words, count, 'spoken')
    const read = criteria.get(phrase)
    const found = read === undefined ? criterionNamed(phrase, today) : read
    criteria.set(phrase, found)
    if (found === null) continue
    const { name, text: value, isWeak, isOfOrders } = found
    if (name === 'total' && MEASURE.test(tokens[index + count]?.folded ?? '')) continue
    const about: ListWord = { list: 'order', order: { [name]: value }, isWeak, criterion: name }
    const text = phraseIn(words, count, 'written')
    return { text, about: isOfOrders ? about : { ...about, consignment: {} }, words: count }
  }
  return known
}

/** The first words of a phrase. */
function phraseIn(words: readonly Word[], count: number, spelling: 'written' | 'spoken'): string {
  return words
    .slice(0, count)
    .map((word) => word[spelling])
    .join(' ')
}

/** Without `order-filters`, days are a filter of the consignments alone (CON-1). */
function dayWord(phrase: string, { today, found: { days } }: ListContext): ListWord | null {
  const known = days.get(phrase)
  if (known !== undefined) return known
  const found = spokenDay(phrase, today)
  const consignment = found && { date: found.day }
  const word: ListWord | null = consignment && { list: 'consignment', consignment, isWeak: !found.isClear }
  days.set(phrase, word)
  return word
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
    const isEverywhere = about.some(({ criterion }) => criterion === 'ordered' || criterion === 'product')
    const daterange = query === '' && !isEverywhere ? DEFAULT_ORDER_FILTER.daterange : 'all'
    const filter: OrderFilter = { ...DEFAULT_ORDER_FILTER, daterange, query }
    for (const { order } of about) Object.assign(filter, order)
    const marks = about.flatMap(({ order }) => order?.is ?? [])
    if (marks.length > 0) filter.is = [...new Set(marks)].sort().join(',')
    return { list, filter: onDaysOfStatus(filter) }
  }
  if (list === 'consignment') {
    const filter: ConsignmentFilter = { date: today, provider: '', query }
    for (const { consignment } of about) Object.assign(filter, consignment)
    return { list, filter }
  }
  return { list, filter: { page: 1, query } }
}

/** The day on which an order gets a status. */
const DAYS_OF = { paid: 'paid', ready: 'packed', shipped: 'shipped' } as const

/** Days beside a status are those on which it was reached: `shipped yesterday`. */
function onDaysOfStatus({ ordered, ...filter }: OrderFilter): OrderFilter {
  if (ordered === undefined) return filter
  const { status } = filter
  return status === 'all' || status === 'unpaid'
    ? { ...filter, ordered }
    : { ...filter, [DAYS_OF[status]]: ordered }
}

/** The most words of such a phrase: `between 100 and 200 kg`. */
const MOST_WORDS = 5

const AMOUNT = String.raw`[-+±−–]?\$?[-−–]?\d[\d,]*(?:\.\d+)?k?(?: ?(?:kgs?|kilos?|kilograms?))?`
const COUNT = String.raw`(?:\d{1,4}|an?|one|two|three|few|couple)`
const UNIT = '(?:hour|day|week|fortnight|weekend|month|quarter|year|hr|wk|mth|yr)s?'
const COMPARED =
  '(?:over|under|above|below|exceeding|max|min|(?:more|less|greater|bigger|larger|smaller|older|newer|longer) than|at (?:least|most)|up to)'

/** A period that no list can be filtered by, without its determiner: `this week`, `last 7 days`. */
const PERIOD = new RegExp(`^(?:(?:this|last|past|next|previous) )?(?:${COUNT} )?${UNIT}(?: ago)?$`)
const DETERMINER = /^(?:this|last|past|next|previous) /
const UNIT_ALONE = new RegExp(`^${UNIT}$`)
/** A limit on an amount or an age: `over -$5`, `> 1000`, `1000+`, `between 5 and 20 kg`, `older than 7 days`. */
const LIMIT = new RegExp(
  `^(?:${COMPARED} (?:${AMOUNT}|${COUNT} ${UNIT})|[<>≤≥]=? ?${AMOUNT}|${AMOUNT}\\+|(?:between|from) ${AMOUNT} (?:and|to) ${AMOUNT})$`,
)

/** The first word of either, which is cheaper to tell. */
const BEGINS_UNCLEAR = new RegExp(
  `^(?:[\\d$<>≤≥]|(?:over|under|above|below|exceeding|max|min|more|less|greater|bigger|larger|smaller|older|newer|at|up|between|from|this|last|past|next|previous|${COUNT}|${UNIT})\\b)`,
)

/**
 * The number of words, from a token on, that limit an amount or name a period, which is no filter of any list; 0 if there
 * is no such phrase.
 */
function unclearWords(tokens: readonly Word[], index: number): number {
  if (!BEGINS_UNCLEAR.test(tokens[index]?.spoken ?? '')) return 0
  const phrase = tokens.slice(index, index + MOST_WORDS)
  for (let words = phrase.length; words > 0; words -= 1) {
    const text = phraseIn(phrase, words, 'spoken')
    if (LIMIT.test(text) || isPeriod(text)) return words
  }
  return 0
}

/** A unit alone may be a part of a name. */
function isPeriod(text: string): boolean {
  if (!PERIOD.test(text) || UNIT_ALONE.test(text)) return false
  return !LIST_WORDS.has(text) && !LIST_WORDS.has(text.replace(DETERMINER, ''))
}
