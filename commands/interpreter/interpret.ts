import type { Capability } from '../../src/contract/capabilities.ts'
import type { Carton } from '../../src/contract/dispatch.ts'
import { MOST_CODES } from '../../src/contract/orders.ts'
import { parseCents } from '../../src/domain/format/money.ts'
import { fold } from '../../src/domain/format/text.ts'
import { findPlace } from '../../src/domain/freight/nz-places.ts'
import { readTypedParcel } from '../../src/domain/freight/parcels.ts'
import type { IndexedRecord } from '../../src/domain/records/indexed-record.ts'
import { kindOfPhrase } from '../../src/domain/records/kind-words.ts'
import { examplesOf } from '../../src/domain/sentences/arguments.ts'
import { SHIPPING } from '../../src/domain/sentences/ship-sentence.ts'
import type { CustomShortcuts } from '../custom-shortcuts.ts'
import { isSupported } from '../engine/command.ts'
import { commandById } from '../index.ts'
import { MAX_CODE } from './code-shapes.ts'
import { findActions, findCommands, findListAction, findScreen, outside } from './find-actions.ts'
import { type FoundCode, findCodes, type KindsOf } from './find-codes.ts'
import { findContact } from './find-contact.ts'
import { findList, type ListContext, listReading } from './find-list.ts'
import { findQuestion, mayAsk } from './find-question.ts'
import { findSentence, sentencesWithoutCodes } from './find-sentence.ts'
import { asSteps, findSteps } from './find-steps.ts'
import { codeIn, readQuery, type Scope, type TypedQuery } from './query.ts'
import { type ActionReading, type CodeReading, type Reading, withIgnored } from './reading.ts'
import { readSum } from './sum.ts'
import { cleaned, inOneLine, phraseOf, spokenText, type Token, tokensOf, trimPunctuation } from './tokens.ts'
import { essence, withoutFillers } from './verbs.ts'

/** The maximum number of characters that are interpreted; the rest is ignored. */
export const MAX_LENGTH = 10_000

/** The number of codes that a text may name, as many as a list can show; further codes are left out. */
export const MAX_CODES = MOST_CODES

/** A longer text is searched only for codes, a verb beside them, phone numbers and addresses, and says so. */
const MOST_PHRASE_WORDS = 20
const MOST_PHRASE_CHARACTERS = 200
export const TOO_LONG = `Too long to be read as a whole: at most ${MOST_PHRASE_WORDS} words or ${MOST_PHRASE_CHARACTERS} characters`
/** The most words of a verb with codes and values, such as the reason of a hold. */
const MOST_SENTENCE_WORDS = 60

/** The data that interpretation depends on. */
export interface InterpreterContext {
  /** In Auckland, 'yyyy-MM-dd'. */
  today: string
  /** The kinds of the records that are known to have exactly this code, in any case; none for an unknown code. */
  kindsOf: KindsOf
  customShortcuts: CustomShortcuts
  /** The capabilities of the back end. */
  capabilities: ReadonlySet<Capability>
  /** The cartons of all branches. Default: the presets. */
  cartons?: readonly Carton[]
}

/**
 * Interprets a text after its prefix, and derives what it searches for. After `>` and `@` the text is searched for
 * literally.
 */
export function readTyped(
  text: string,
  context: InterpreterContext,
): { query: TypedQuery; readings: Reading[] } {
  const plain = readQuery(text)
  if (plain.text === '' || plain.scope === 'commands' || plain.scope === 'customers') {
    return { query: plain, readings: [] }
  }
  const readings = interpret(text, context).filter(
    (reading) => reading.kind !== 'action' || isKnown(reading, context),
  )
  const counts = plain.scope === 'all' || readings.slice(0, 1).some(countsBesidePrefix)
  return counts ? { query: queryIn(readings, plain), readings } : { query: plain, readings: [] }
}

/** Whether the back end has what a command, or each of its steps, needs. */
function isKnown({ command, steps = [] }: ActionReading, context: InterpreterContext): boolean {
  return [command, ...steps.map((step) => step.command)].every((id) => isSupported(commandById(id), context))
}

/** Whether a reading is used although the text begins with the prefix `#` or `$`. */
function countsBesidePrefix(reading: Reading): boolean {
  if (reading.kind === 'action') return reading.codes.length > 0
  // `$500-800` is a list; words after `$` are those of a product.
  if (reading.kind === 'list') return reading.list === 'order' && reading.filter.total !== undefined
  return reading.kind === 'code' || reading.kind === 'codes' || reading.kind === 'amount'
}

/** The query of the most likely reading. */
function queryIn([first]: readonly Reading[], plain: TypedQuery): TypedQuery {
  const all = (text: string): TypedQuery => ({ scope: 'all', text, code: null })
  switch (first?.kind) {
    case 'code':
      return {
        scope: plain.scope === 'all' ? scopeOf(first) : plain.scope,
        text: first.code,
        code: first.requested ?? codeIn(plain.scope, first.code),
      }
    case 'action':
      if (first.codes.length === 0) return { ...plain, code: null }
      return first.codes.length === 1
        ? all(first.codes.join())
        : { ...all(first.codes.join(' ')), scope: 'several' }
    case 'codes':
      return { ...all(first.codes.join(' ')), scope: 'several' }
    case 'amount':
      return all((first.cents / 100).toFixed(2))
    case 'phone':
      return all(first.digits)
    case 'email':
      return all(first.address)
    case 'place':
      return all(first.text)
    case 'question':
      // Its words are no search.
      return { ...all(first.text), scope: 'several' }
    case 'list':
    case 'sum':
      return all(plain.text)
    default:
      return plain
  }
}

/** The number of a purchase order may be the customer's or ours. */
function scopeOf({ of }: CodeReading): Scope {
  if (of === 'reference' || of === 'supplier-order') return 'references'
  return of ?? 'all'
}

/**
 * The meanings of a text, the most likely first; the plain words are always the last, and a blank text has none. Readings
 * are data: nothing is run or requested.
 */
export function interpret(typed: string, context: InterpreterContext): Reading[] {
  const text = cleaned(typed, MAX_LENGTH)
  if (text === '') return []
  const line = inOneLine(text)
  const tokens = tokensOf(text)
  const { today, capabilities, kindsOf } = context
  const read: ReadText = {
    line,
    tokens,
    found: findCodes(tokens, kindsOf),
    isCut: typed.length > MAX_LENGTH,
    lists: { today, capabilities, found: { words: new Map(), days: new Map(), criteria: new Map() } },
  }
  const isLong = line.length > MOST_PHRASE_CHARACTERS || wordCount(tokens) > MOST_PHRASE_WORDS
  const readings = isLong
    ? sentenceReadings(read, context)
    : (questionReadings(read, context) ?? phraseReadings(read, context))
  const isUnread = isLong && !readings.some(({ kind }) => kind === 'action')
  const words: Reading = { kind: 'words', text: line, ...(isUnread && { isTooLong: true }) }
  return distinct([...exactCode(line, kindsOf), ...readings, words])
}

/** What is read of a text once, for all of its meanings. */
interface ReadText {
  /** The text in one line. */
  line: string
  tokens: readonly Token[]
  found: ReturnType<typeof findCodes>
  /** Whether the text was longer. */
  isCut: boolean
  lists: ListContext
}

function wordCount(tokens: readonly Token[]): number {
  return tokens.filter(({ bare }) => bare !== '').length
}

/** The whole text is the code of a known record, with or without punctuation around it. */
function exactCode(line: string, kindsOf: KindsOf): Reading[] {
  const code = [line, trimPunctuation(line)].find(
    (text) => text.length <= MAX_CODE && kindsOf(text).length > 0,
  )
  return code === undefined ? [] : [{ kind: 'code', code, of: null }]
}

function sentenceReadings({ tokens, found, isCut }: ReadText, context: InterpreterContext): Reading[] {
  const { codes } = found
  const sentence = tokens.length > MOST_SENTENCE_WORDS ? null : sentenceIn(tokens, codes, context)
  return [
    ...findActions(tokens, codes.slice(0, MAX_CODES), context),
    ...(sentence?.isWhole ? [sentence.reading] : []),
    ...codeReadings(codes, isCut),
    ...findContact(tokens).readings,
  ]
}

/**
 * Several steps, or one step with values. A comma before a verb may also be part of a reason, so that one step that is
 * understood as a whole comes before several that are not: `release 108858 called him, paid by phone`.
 */
function sentenceIn(tokens: readonly Token[], codes: readonly FoundCode[], context: InterpreterContext) {
  const steps = findSteps(tokens, codes, context)
  if (steps?.isWhole) return steps
  const found = findSentence(tokens, codes, context)
  const sentence = found && asSteps(found)
  return sentence?.isWhole ? sentence : (steps ?? sentence)
}

/**
 * What a text asks; null if it asks nothing. Enter on a code that is only looked for opens its record: `where is 108858`.
 * `phone 108858` also names a verb, which comes behind the answer.
 */
function questionReadings(
  { line, tokens, found, lists }: ReadText,
  context: InterpreterContext,
): Reading[] | null {
  if (!mayAsk(tokens, lists)) return null
  const { codes } = found
  const reading = findQuestion(line, tokens, codes, { ...lists, kindsOf: context.kindsOf })
  if (reading?.question.of !== 'record') return reading && [reading]
  const { about } = reading.question.asks
  if (about === 'where') return [...codeReadings(codes, false), reading]
  return about === 'fact' ? [reading, ...findActions(tokens, codes, context).filter(isOnOrder)] : [reading]
}

/** Whether a command is for an order or a consignment: another one would say that no such record has the code. */
function isOnOrder({ command }: ActionReading): boolean {
  const { target } = commandById(command)
  return target === 'order' || target === 'consignment'
}

/** Readings that use the whole text precede readings that leave words for a search. */
function phraseReadings(
  { line, tokens, found: { codes, parts }, isCut, lists }: ReadText,
  context: InterpreterContext,
): Reading[] {
  const { kindsOf, customShortcuts } = context
  const all = [...codes, ...parts].sort((a, b) => a.at - b.at)
  const isAllCodes = essence(phraseOf(outside(tokens, all, ({ start }) => start))) === ''
  const commands = findCommands(line, tokens, customShortcuts)
  const found = findList(tokens, lists, line)
  // A list of orders can be filtered by `late`, which is also the name of a screen.
  const { filtered } = found ?? {}
  const isMarked = found?.isWhole && filtered?.list === 'order' && filtered.filter.is !== undefined
  const hasScreen = commands.named.length === 0 && all.length === 0 && !(isMarked && !found.isByCriteria)
  const screen = hasScreen ? findScreen(tokens, lists) : []
  const list = screen.length > 0 ? null : found
  const contact = findContact(tokens)
  const place = list === null || list.isWhole ? readPlace(line) : null
  const sum = sumReadings(line, codes, kindsOf)
  // The groups of a phone number are not codes: `027 555 0858`.
  const inCodes = (found: readonly FoundCode[]) =>
    codeReadings(found, isCut)
      .filter(({ kind }) => kind === 'code' || !contact.isWhole)
      .map((reading) => withIgnored(reading, wordsBeside(tokens, found)))
  const verbs = { kindsOf, customShortcuts, capabilities: context.capabilities }
  const sentence = sentenceIn(tokens, codes, context)
  // `on account` alone is a command.
  const isList = list?.isWhole && !(list.isByCriteria && commands.named.length > 0)
  const isForList = !found?.isWhole && all.every(isParcel) && commands.named.length === 0
  const onList = isForList ? findListAction(line, tokens, lists) : []
  const isOther = isList || onList.length > 0 || commands.named.length > 0
  const forScreen = isOther ? [] : sentencesWithoutCodes(tokens, codes, context)
  return [
    ...commands.titled,
    ...(isList ? [listReading(list, lists)] : []),
    ...onList,
    ...(codes.length === 0 ? forScreen : []),
    // The name of a kind may be a value: `copy tracking 108856`.
    ...(sentence?.isWhole && sentence.reading.given ? [sentence.reading] : []),
    ...findActions(tokens, codes, verbs),
    ...(sentence ? [sentence.reading] : []),
    ...(codes.length === 0 ? [] : forScreen),
    ...(contact.isWhole ? contact.readings : []),
    ...amountReadings([line]),
    ...sum.sure,
    ...inCodes(isAllCodes && codes.length > 0 ? all : codes),
    ...(parts.length > 0 ? findActions(tokens, all, verbs) : []),
    ...commands.named,
    ...screen,
    // In a command, or a sentence about a code, a word is not a filter.
    ...(list && !list.isWhole && commands.named.length === 0 && codes.length === 0
      ? [listReading(list, lists)]
      : []),
    ...(isAllCodes && parts.length > 0 ? inCodes(all) : []),
    ...sum.unsure,
    ...(place === null ? [] : [{ kind: 'place' as const, text: place }]),
    ...partialReadings(tokens, contact),
  ]
}

/** Phone numbers, addresses and amounts beside words that they leave out. */
function partialReadings(tokens: readonly Token[], contact: ReturnType<typeof findContact>): Reading[] {
  const beside = ignoredWords(tokens, (token) => contact.rest.has(token))
  const besideMoney = ignoredWords(tokens, (token) => !isMoney(token))
  const amounts = amountReadings(tokens.filter(isMoney).map(({ raw }) => raw))
  return [
    ...contact.readings.map((reading) => withIgnored(reading, beside)),
    ...amounts.map((reading) => withIgnored(reading, besideMoney)),
  ]
}

/** Whether it is a parcel: its sides look like a part of a code. */
function isParcel({ code }: FoundCode): boolean {
  return readTypedParcel(code, 'optional') !== null
}

function isMoney({ raw }: Token): boolean {
  return raw.includes('$')
}

/** Words that request the record of a code, which the palette shows without them. */
const REQUESTS = new Set(
  'about are check find go hello hey hi is look lookup open search see show status view what whats when where wheres which who'.split(
    ' ',
  ),
)

/** The words beside the codes of a text that mean something else. */
function wordsBeside(tokens: readonly Token[], found: readonly FoundCode[]): string[] {
  const beside = new Set(outside(tokens, found, ({ start }) => start))
  return ignoredWords(tokens, (token) => beside.has(token) && kindOfPhrase(token.folded) === null)
}

/**
 * The codes of a text as one reading. References beside other codes become readings of their own, because a customer
 * quoting both means one order. `PO 8915` may be the number of one of our purchase orders or of the customer's.
 */
function codeReadings(found: readonly FoundCode[], isCut: boolean): Reading[] {
  const isReference = ({ of }: FoundCode) => of === 'reference' || of === 'supplier-order'
  const main = found.some((code) => !isReference(code)) ? found.filter((code) => !isReference(code)) : found
  const codes = new Map<string, FoundCode>()
  for (const code of main) {
    const key = fold(code.code)
    if (codes.get(key)?.of == null) codes.set(key, code)
  }
  const [first, ...others] = codes.values()
  if (first === undefined) return []
  const references = found.filter(isReference).flatMap(referenceReadings)
  if (others.length === 0) return [codeReading(first), ...references]
  const several = [...codes.values()].map(({ code }) => code)
  const reading: Reading = {
    kind: 'codes',
    codes: several.slice(0, MAX_CODES),
    cut: isCut || several.length > MAX_CODES,
  }
  return [reading, ...references]
}

function codeReading({ code, number, of }: FoundCode): CodeReading {
  return number === undefined
    ? { kind: 'code', code, of }
    : { kind: 'code', code: number, requested: code, of }
}

function referenceReadings({ code, of }: FoundCode): CodeReading[] {
  const other = of === 'reference' ? 'supplier-order' : 'reference'
  return [
    { kind: 'code', code, of },
    { kind: 'code', code, of: other },
  ]
}

function amountReadings(texts: readonly string[]): Reading[] {
  return texts.flatMap((text) => {
    const cents = parseCents(text)
    return cents === null ? [] : [{ kind: 'amount' as const, cents }]
  })
}

/** The unused words as phrases, without fillers and requests. */
function ignoredWords(tokens: readonly Token[], isUnused: (token: Token) => boolean): string[] {
  const phrases: string[][] = []
  let phrase: string[] = []
  for (const token of tokens) {
    const { folded } = token
    const isIgnored =
      isUnused(token) && withoutFillers(folded) !== '' && !REQUESTS.has(folded.replaceAll("'", ''))
    if (!isIgnored || token.isApart) phrase = []
    if (!isIgnored) continue
    if (phrase.length === 0) phrases.push(phrase)
    phrase.push(spokenText(token))
  }
  return phrases.map((words) => words.join(' '))
}

/** Codes joined by signs are more likely codes than a sum. */
function sumReadings(
  line: string,
  codes: readonly FoundCode[],
  kindsOf: KindsOf,
): { sure: Reading[]; unsure: Reading[] } {
  const sum = readSum(line)
  if (sum === null) return { sure: [], unsure: [] }
  const reading: Reading = { kind: 'sum', ...sum }
  const isSpelled = /\s[-+*/x×÷]\s|[%().]/i.test(line)
  const isKnown = codes.length > 0 && codes.every(({ code }) => kindsOf(code).length > 0)
  const isSure = !isKnown && (isSpelled || (codes.length < 2 && !/^\d+(-\d+)+$/.test(line)))
  return isSure ? { sure: [reading], unsure: [] } : { sure: [], unsure: [reading] }
}

/** Each meaning once, with the words that the first of several equal readings leaves out. */
function distinct(readings: readonly Reading[]): Reading[] {
  const meanings = new Set<string>()
  return readings.filter((reading) => {
    const meaning = JSON.stringify({ ...reading, ignored: undefined })
    return !meanings.has(meaning) && meanings.add(meaning)
  })
}

/** New Zealand's postcodes; those below 0110 do not exist. */
const POSTCODE = /^\d{4}$/
const LOWEST_POSTCODE = '0110'
const LABEL = /^(?:post\s?code|pc)\s+(?=\d{4}$)/i

const ROADS = new Set(
  'avenue ave boulevard blvd close cl court ct crescent cres drive dr drv esplanade grove highway hwy lane ln parade parkway place pl quay rise road rd square st street terrace tce way'.split(
    ' ',
  ),
)
const MOST_WORDS = 8

/** A town, a region, a postcode or a road with its town, such as `12 bond street`; null for any other text. */
function readPlace(text: string): string | null {
  const name = text.replace(LABEL, '')
  if (POSTCODE.test(name)) return name >= LOWEST_POSTCODE ? name : null
  const tokens = tokensOf(name)
  return findPlace(phraseOf(tokens)) ?? (hasRoad(tokens) ? text : null)
}

/** A road is named by the words before its kind: not `st lukes`. */
function hasRoad(tokens: readonly Token[]): boolean {
  if (tokens.length > MOST_WORDS) return false
  const kind = tokens.findIndex((token, index) => index > 0 && ROADS.has(token.folded))
  return kind > 0 && tokens.slice(0, kind).some(({ bare }) => /\p{L}/u.test(bare))
}

/** An example of a text that can be typed. */
interface Example {
  text: string
  /** The effect of the text: 'records its payment'. */
  meaning: string
}

const WITH_ORDER: readonly ((code: string) => Example)[] = [
  (code) => ({ text: `${code} pay`, meaning: 'records its payment' }),
  (code) => ({ text: code.slice(-4), meaning: 'finds the newest order that ends so' }),
  (code) => ({ text: `pack ${code}`, meaning: 'packs it' }),
  (code) => ({ text: `ship ${code} ${examplesOf(SHIPPING)}`, meaning: 'shows the prices of that parcel' }),
]

const WITHOUT_ORDER: readonly Example[] = [
  { text: 'unpaid christchurch', meaning: 'opens that list' },
  { text: 'consignments yesterday', meaning: 'opens that list' },
  { text: '109 + 15%', meaning: 'copies the result' },
]

/** The example of a text to type; it changes with each opening. Names the order that was opened last. */
export function exampleOf(openings: number, recent: readonly IndexedRecord[]): Example | null {
  const order = recent.find(({ kind }) => kind === 'order')?.code
  const withOrder = order === undefined ? [] : WITH_ORDER.map((make) => make(order))
  const examples = [...withOrder, ...WITHOUT_ORDER]
  return examples[(openings - 1) % examples.length] ?? null
}
