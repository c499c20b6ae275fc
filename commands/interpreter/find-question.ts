import { fold } from '../../src/domain/format/text.ts'
import { COURIER_NAMES } from '../../src/domain/freight/couriers.ts'
import { criterionNamed } from '../../src/domain/lists/criterion-phrases.ts'
import { ORDER_CRITERIA } from '../../src/domain/lists/order-criteria.ts'
import { likelyKind } from '../../src/domain/records/kind-words.ts'
import {
  type AskedQuestion,
  BY_BRANCH,
  COST_WORDS,
  HELPING,
  LIST_ASKS,
  ORDER_ASKS,
  RECORD_ASKS,
} from '../../src/domain/sentences/questions.ts'
import { outside } from './find-actions.ts'
import type { FoundCode, KindsOf } from './find-codes.ts'
import { findList, type ListContext, listReading } from './find-list.ts'
import type { QuestionReading } from './reading.ts'
import { phraseOf, rawText, type Token, tokensOf } from './tokens.ts'

/** A question, and the text of what it is about, which leads there: 'unpaid chch'. */
interface Found {
  question: AskedQuestion
  about: string
}

interface QuestionContext extends ListContext {
  kindsOf: KindsOf
}

const ENDS = new Set(
  [...BY_BRANCH, ...ORDER_ASKS.keys(), 'weight', 'total'].map((words) => words.split(' ').at(-1) ?? ''),
)

/** The first words of questions: other texts cost only this look. */
const BEGINS = new Set(
  [
    ...RECORD_ASKS.keys(),
    ...ORDER_ASKS.keys(),
    ...LIST_ASKS.keys(),
    ...COST_WORDS,
    'what',
    'whats',
    "what's",
    'how',
  ].flatMap((words) => words.split(' ')[0] ?? []),
)

/** Whether a text may ask something, which is cheaper to tell than whether it does. Nothing does without the capability. */
export function mayAsk(
  tokens: readonly Token[],
  { capabilities }: Pick<ListContext, 'capabilities'>,
): boolean {
  const isAsked = BEGINS.has(tokens[0]?.folded ?? '') || ENDS.has(tokens.at(-1)?.folded ?? '')
  return isAsked && capabilities.has('answers')
}

/**
 * The question that a whole text asks (PAL-17): `how many unpaid chch`, `orders today by branch`, `cost nzpost november`,
 * `who packed 108850`, `phone of hawkins`. Null for any other text.
 * @param line the text of the tokens
 */
export function findQuestion(
  line: string,
  tokens: readonly Token[],
  codes: readonly FoundCode[],
  lists: QuestionContext,
): QuestionReading | null {
  const words = tokens.filter(({ folded }) => folded !== '')
  const found =
    aboutRecord(tokens, codes, lists) ??
    aboutFreight(words, lists) ??
    aboutOrders(words, lists) ??
    aboutName(words, codes)
  return found && { kind: 'question', text: line, ...found }
}

function aboutRecord(
  tokens: readonly Token[],
  codes: readonly FoundCode[],
  { kindsOf }: QuestionContext,
): Found | null {
  const [code, ...others] = codes
  if (!code || others.length > 0) return null
  const rest = phraseOf(outside(tokens, codes, ({ start }) => start))
  const bare = rest.split(' ').filter((word) => !HELPING.has(word))
  // Of `what is the phone of`, the last word belongs to the fact.
  const asks =
    RECORD_ASKS.get(rest) ??
    RECORD_ASKS.get(bare.join(' ')) ??
    (isOfOrder(code, kindsOf) ? ORDER_ASKS.get(rest) : undefined)
  // `where CPL01000001` opens the courier's page.
  return asks && rest !== 'where'
    ? { question: { of: 'record', asks, code: code.code }, about: code.code }
    : null
}

/** Whether a code is one of an order or a consignment. Of a customer, `phone 10097` names a command. */
function isOfOrder({ code, of }: FoundCode, kindsOf: KindsOf): boolean {
  const known = kindsOf(code)
  const kinds = known.length > 0 ? known : [of ?? likelyKind(code)]
  return kinds.some((kind) => kind === 'order' || kind === 'consignment')
}

/** The most words of a courier's name. */
const MOST_COURIER_WORDS = 2

function aboutFreight(words: readonly Token[], { today }: ListContext): Found | null {
  const named = beginning(words, (phrase) => (COST_WORDS.has(phrase) ? phrase : null))
  if (named === null) return null
  const rest = named.rest.filter(({ folded }) => !/^(?:of|for|in|freight|with)$/.test(folded))
  for (let count = MOST_COURIER_WORDS; count >= 0; count -= 1) {
    for (const [name, days] of [
      [rest.slice(0, count), rest.slice(count)],
      [rest.slice(rest.length - count), rest.slice(0, rest.length - count)],
    ] as const) {
      const courier = COURIER_NAMES.get(phraseOf(name))
      if ((count > 0 && courier === undefined) || days.length === 0) continue
      const found = criterionNamed(fold(askedText(days)), today)
      if (found?.name !== 'ordered') continue
      // A list of consignments has one day.
      const range = ORDER_CRITERIA.ordered.parse(found.text, today)
      const isListed = range !== null && range.from === range.to
      return {
        question: { of: 'freight', courier: courier ?? null, days: found.text },
        about: isListed ? `consignments ${askedText([...name, ...days])}` : '',
      }
    }
  }
  return null
}

function aboutOrders(words: readonly Token[], lists: ListContext): Found | null {
  const named = beginning(words, (phrase) => LIST_ASKS.get(phrase) ?? null)
  const isByBranch = BY_BRANCH.has(phraseOf(words.slice(-2)))
  const asked = named?.rest ?? words
  const about = askedText(isByBranch ? asked.slice(0, -2) : asked)
  if ((named === null && !isByBranch) || about === '') return null
  const found = findList(tokensOf(about), lists, about)
  // Of words to search for, those of a name count: `how many orders for hawkins`.
  const isNamed = asked.some(({ folded }) => folded === 'for')
  if (!found || !(found.isWhole || isNamed)) return null
  const reading = listReading(found, lists)
  if (reading.ignored || reading.list !== 'order') return null
  const { filter, words: title } = reading
  return {
    question: { of: 'orders', asks: named?.value ?? 'count', isByBranch, filter, words: title },
    about,
  }
}

/** The most words of a customer's name. */
const MOST_NAME_WORDS = 5

/** A fact of customers: `phone of hawkins`. */
function aboutName(words: readonly Token[], codes: readonly FoundCode[]): Found | null {
  const asked = words.slice(words.findIndex(({ folded }) => !HELPING.has(folded)))
  const named = beginning(asked, (phrase) => {
    const asks = RECORD_ASKS.get(phrase)
    return asks?.about === 'fact' ? asks.fact : null
  })
  if (named === null || codes.length > 0) return null
  const name = askedText(named.rest.filter(({ folded }) => !/^(?:the|customer)$/.test(folded)))
  if (name === '' || named.rest.length > MOST_NAME_WORDS) return null
  return { question: { of: 'customers', fact: named.value, name }, about: `@${name}` }
}

/** The most words of a question before what it is about: `delivery address of`. */
const MOST_ASKING_WORDS = 4

/** The longest phrase with a value that begins the words, and the words after it. */
function beginning<Value>(
  words: readonly Token[],
  read: (phrase: string) => Value | null,
): { value: Value; rest: Token[] } | null {
  for (let count = Math.min(MOST_ASKING_WORDS, words.length - 1); count > 0; count -= 1) {
    const value = read(phraseOf(words.slice(0, count)))
    if (value !== null) return { value, rest: words.slice(count) }
  }
  return null
}

/** The words as typed, without the signs of a question. */
function askedText(tokens: readonly Token[]): string {
  return rawText(tokens).replace(/[?!]+(?= |$)/g, '')
}
