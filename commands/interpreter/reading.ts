import { formatCents } from '../../src/domain/format/money.ts'
import { formatPhone } from '../../src/domain/format/phone.ts'
import { firstNamed } from '../../src/domain/format/text.ts'
import { codesWithDigits } from '../../src/domain/freight/couriers.ts'
import type { FilteredList } from '../../src/domain/lists/filtered-list.ts'
import { type CodeOf, likelyKind } from '../../src/domain/records/kind-words.ts'
import { isRecordKind, kindFacts, type RecordKind } from '../../src/domain/records/record-kind.ts'
import type { Given } from '../../src/domain/sentences/arguments.ts'
import { sentenceOf } from '../../src/domain/sentences/command-sentences.ts'
import type { Step } from '../../src/domain/sentences/order-steps.ts'
import type { AskedQuestion } from '../../src/domain/sentences/questions.ts'
import { type CommandId, commandById } from '../index.ts'

/** A reading that may leave out words of its text. */
interface PartialReading {
  /** The words that the reading leaves out, as typed, in the order of the text; undefined if there are none. */
  ignored?: readonly string[]
}

/** The complete code of one record, or a part of it. */
export interface CodeReading extends PartialReading {
  kind: 'code'
  code: string
  /** The code that is requested, if it is not the one that is searched: `INV-1001`, of which 1001 is searched. */
  requested?: string
  /** The kind that the text names: 'customer' for `customer 10097`. */
  of: CodeOf | null
}

/** The codes of several records, each once, in the order of the text. */
export interface CodesReading extends PartialReading {
  kind: 'codes'
  codes: readonly string[]
  /** Whether the text has more codes than `MAX_CODES`, or is longer than `MAX_LENGTH`. */
  cut: boolean
}

/**
 * A command and the codes of the records to run it on, in the order of the text; without codes, the records of the
 * screen.
 */
export interface ActionReading extends PartialReading {
  kind: 'action'
  command: CommandId
  codes: readonly string[]
  /** The values typed after the verb; absent if there are none. */
  given?: Given
  /** The words of these values, as typed; with a list, the whole text. Absent if there are none. */
  said?: string
  /** The list of the records to run it on, in place of codes (PAL-16). */
  list?: ListReading
  /** The words of the values beside the list, as typed; absent if there are none. */
  values?: string
  /** Values that contradict each other: 'method: cash or card'. */
  clashes?: readonly string[]
  /** The steps of `order.steps`; absent for another command. */
  steps?: readonly StepReading[]
  /** How the order is shipped after the steps; absent if it is not. */
  ship?: TypedStep
}

/** A step of a sentence, as it was typed. */
export interface StepReading extends Step, TypedStep {
  command: CommandId
}

/** What was typed of a step. */
export interface TypedStep {
  given: Given
  /** The verb and its values, as typed. */
  said: string
  /** Its words that were not understood. */
  unread: readonly string[]
  clashes: readonly string[]
}

/** A list with filters. */
export type ListReading = FilteredList &
  PartialReading & {
    kind: 'list'
    /** Path and query string. */
    address: string
    /** The list in words: 'Unpaid orders · Christchurch · last 30 days'. */
    words: string
  }

/** What is asked of the server (PAL-17). */
export interface QuestionReading {
  kind: 'question'
  question: AskedQuestion
  /** The text of what it is about, which leads there: 'unpaid chch'; blank if nothing does. */
  about: string
  text: string
}

/** A sum of money. */
interface AmountReading extends PartialReading {
  kind: 'amount'
  cents: number
}

export interface PhoneReading extends PartialReading {
  kind: 'phone'
  /** Canonical: '035550372'; without an area code, '5550372'. */
  digits: string
}

export interface EmailReading extends PartialReading {
  kind: 'email'
  /** In lower case. */
  address: string
}

/** A postcode or a road, for searches of addresses. */
interface PlaceReading {
  kind: 'place'
  text: string
}

/** An arithmetic expression. */
interface SumReading {
  kind: 'sum'
  /** '109 + 15%' */
  text: string
  /** At most two decimals: '125.35'. */
  result: string
}

/** The plain text, for a search of everything. */
interface WordsReading {
  kind: 'words'
  text: string
  /** Whether it is too long to be read as a list, a question or a sentence, and no verb is beside its codes. */
  isTooLong?: true
}

/** One meaning of what staff type or paste. */
export type Reading =
  | CodeReading
  | CodesReading
  | ActionReading
  | ListReading
  | QuestionReading
  | AmountReading
  | PhoneReading
  | EmailReading
  | PlaceReading
  | SumReading
  | WordsReading

/** A reading that leaves out these words; the same one if there are none. */
export function withIgnored<Read extends Reading>(reading: Read, ignored: readonly string[]): Read {
  return ignored.length === 0 ? reading : { ...reading, ignored }
}

/** The words that a reading leaves out: 'not understood: “yesterday”'; null if there are none. */
export function ignoredIn(reading: Reading | undefined): string | null {
  if (!reading || !('ignored' in reading) || !reading.ignored) return null
  return `not understood: ${firstNamed(reading.ignored.map((phrase) => `“${phrase}”`))}`
}

/** A text that describes a reading. Interpreting it again gives the same reading, with no words left out. */
export function textOf(reading: Reading): string {
  switch (reading.kind) {
    case 'code':
      return reading.of === null ? reading.code : `${nameOf(reading.of)} ${reading.code}`
    case 'codes':
      return reading.codes.join(', ')
    case 'action':
      if (reading.list) return reading.said ?? ''
      return actionText(reading)
    case 'list':
      return reading.words
    case 'amount':
      return formatCents(reading.cents)
    case 'phone':
      return formatPhone(reading.digits)
    case 'email':
      return reading.address
    case 'question':
    case 'place':
    case 'sum':
    case 'words':
      return reading.text
  }
}

/** With values, the verb follows the codes: a value behind a code may look like another one. */
function actionText({ command, codes, said, steps }: ActionReading): string {
  const { title } = commandById(command)
  const subject = codes.join(', ')
  const parts = steps ? [subject, said] : said ? [subject, title, said] : [title, subject]
  return parts.filter(Boolean).join(' ')
}

function nameOf(of: CodeOf): string {
  return of === 'reference' ? of : kindFacts(of).name
}

/** The records that a text names with a verb, or as several. */
interface RecordsInText {
  kind: RecordKind
  /** In the order of the text; none for a list. */
  codes: readonly string[]
  /** Whether the only code may be a part of one. */
  mayBePart: boolean
  list?: FilteredList
  /** Whether the command is for all pages of the list, not for the first one. */
  isWhole?: boolean
}

/** The records that a text names; null if it names neither records with a verb nor several records. */
export function recordsInText(
  readings: readonly Reading[],
  kindsOf: (code: string) => readonly RecordKind[],
): RecordsInText | null {
  const digits = phoneAsCode(readings)
  if (digits !== null) return { kind: 'consignment', codes: [digits], mayBePart: false }
  const reading = readings.find(({ kind }) => kind === 'action' || kind === 'codes')
  if (reading?.kind === 'codes') {
    const codes = reading.codes.filter((code) => mayBeOrder(code, kindsOf))
    return codes.length === 0 ? null : { kind: 'order', codes, mayBePart: false }
  }
  if (reading?.kind !== 'action') return null
  const { codes, command, list } = reading
  const { target, sentence } = commandById(command)
  if (list && isRecordKind(target)) {
    const isWhole = sentence !== null && sentenceOf(sentence).takesWholeList === true
    return { kind: target, codes, mayBePart: false, list, isWhole }
  }
  const [code] = codes
  if (code === undefined || !isRecordKind(target)) return null
  // The code of an order means its consignments, not one whose code contains the same digits.
  const isOfOrder = target === 'consignment' && kindsOf(code).includes('order')
  return { kind: target, codes, mayBePart: codes.length === 1 && !isOfOrder }
}

/** The digits of a phone number that may as well be those of a tracking code without its prefix: '2602541'. */
export function phoneAsCode([first, ...others]: readonly Reading[]): string | null {
  if (first?.kind !== 'phone') return null
  const code = others.find((reading) => reading.kind === 'code' && codesWithDigits(reading.code).length > 0)
  return code?.kind === 'code' ? code.code : null
}

function mayBeOrder(code: string, kindsOf: (code: string) => readonly RecordKind[]): boolean {
  const kinds = kindsOf(code)
  return kinds.length === 0 ? likelyKind(code) === 'order' : kinds.includes('order')
}
