import { readArguments } from '../../src/domain/sentences/arguments.ts'
import { argumentsOf } from '../../src/domain/sentences/command-sentences.ts'
import { missingIn, type StepName } from '../../src/domain/sentences/order-sentences.ts'
import { isStep } from '../../src/domain/sentences/order-steps.ts'
import { type CommandId, commandById } from '../index.ts'
import type { FoundCode } from './find-codes.ts'
import {
  commandOf,
  type FoundSentence,
  type SentenceContext,
  type Split,
  saidIn,
  splitsOf,
  splitsWithoutCodes,
  spoken,
} from './find-sentence.ts'
import { type StepReading, type TypedStep, withIgnored } from './reading.ts'
import type { Token } from './tokens.ts'

/** A text with more parts is no sentence. */
const MOST_PARTS = 12

/** The part of a text with one step. */
interface Part {
  /** Its first token. */
  begin: number
  /** The possible verbs, each with the codes beside it or with none. */
  splits: readonly Split[]
}

/** Shipping is no step that is carried out: it may only follow the steps, and shows its prices (PAL-18). */
const SHIP = 'ship'

/**
 * Several steps on the same orders, separated by commas: `108856 pay cash, pack no mail` (PAL-13). The codes are beside one
 * of the verbs, beside each of them, or at the end; without codes, the steps are for the orders of the screen, and must then
 * have a value and nothing else. Null if the text is none, such as steps on different orders.
 */
export function findSteps(
  tokens: readonly Token[],
  found: readonly FoundCode[],
  context: SentenceContext,
): FoundSentence | null {
  const parts = partsOf(tokens, found, context)
  if (parts.length < 2) return null
  const subject = subjectOf(parts, context)
  const isEnd = (part: Part) => subject.length === 0 && part === parts.at(-1)
  const read = parts.map((part) => stepIn(part, subject, context, isEnd(part)))
  const all = read.flatMap((one) => one?.step ?? [])
  if (all.length < parts.length) return null
  const steps = all.filter(isCarriedOut)
  const ship = all.find(({ name }) => name === SHIP)
  if (ship && (ship !== all.at(-1) || isEmpty(ship) || all.length - steps.length > 1)) return null
  const codes = subject.length > 0 ? subject : (read.at(-1)?.codes ?? [])
  const unread = all.flatMap((step) => step.unread)
  const isWhole = unread.length === 0
  const hasValues = all.some(({ given }) => Object.keys(given).length > 0)
  if (codes.length === 0 && !(isWhole && hasValues)) return null
  const said = all.map((step) => step.said).join(', ')
  const reading = { kind: 'action', command: 'order.steps', codes, said, steps } as const
  return { reading: withIgnored({ ...reading, ...(ship && { ship: typedOf(ship) }) }, unread), isWhole }
}

/**
 * A sentence on several orders whose dialog takes one, as a step on each of them, unless a required value is missing:
 * `hold 108856 108857 no stock`.
 */
export function asSteps(found: FoundSentence): FoundSentence {
  const { command, codes, given, said = '', clashes = [], ignored } = found.reading
  const { dialog: name, hasBulk, title } = commandById(command)
  if (codes.length < 2 || hasBulk || name === null || !isStep(name)) return found
  if (given === undefined || missingIn(name, given) !== null) return found
  const step: StepReading = { command, name, given, said: `${title} ${said}`, unread: [], clashes }
  const reading = { kind: 'action', command: 'order.steps', codes, said: step.said, steps: [step] } as const
  return { ...found, reading: withIgnored(reading, ignored ?? []) }
}

/** A step as it was read, or how the order is shipped after the steps. */
type AnyStep = TypedStep & { command: CommandId; name: StepName | typeof SHIP }

function isCarriedOut(step: AnyStep): step is StepReading {
  return step.name !== SHIP
}

function isEmpty({ given, clashes }: TypedStep): boolean {
  return Object.keys(given).length === 0 && clashes.length === 0
}

function typedOf({ given, said, unread, clashes }: TypedStep): TypedStep {
  return { given, said, unread, clashes }
}

/** The parts with a verb each. A part without one continues the part before: `hold 108856 no answer, call again`. */
function partsOf(tokens: readonly Token[], found: readonly FoundCode[], context: SentenceContext): Part[] {
  const ranges = rangesOf(tokens)
  if (ranges.length < 2 || ranges.length > MOST_PARTS) return []
  const parts: Part[] = []
  let hasVerb = false
  for (const [begin, end] of ranges) {
    const part = partAt(tokens, found, begin, end)
    const isStep = part.splits.some((split) => stepCommandOf(split, context) !== null)
    const before = parts.at(-1)
    if (before === undefined || (isStep && hasVerb)) parts.push(part)
    else parts.splice(-1, 1, partAt(tokens, found, before.begin, end))
    hasVerb ||= isStep
  }
  return hasVerb ? parts : []
}

/** The ranges of tokens between commas outside quotes. */
function rangesOf(tokens: readonly Token[]): [begin: number, end: number][] {
  const begins = [0]
  if (!tokens.some(({ isApart }, index) => isApart && index > 0)) return []
  let quotes = 0
  for (const [index, { raw, isApart }] of tokens.entries()) {
    if (isApart && index > 0 && quotes % 2 === 0) begins.push(index)
    quotes += raw.match(/["“”]/g)?.length ?? 0
  }
  return begins.map((begin, index) => [begin, begins[index + 1] ?? tokens.length])
}

function partAt(tokens: readonly Token[], found: readonly FoundCode[], begin: number, end: number): Part {
  const codes = found
    .filter((code) => code.at >= begin && code.end <= end)
    .map((code) => ({
      ...code,
      start: Math.max(0, code.start - begin),
      at: code.at - begin,
      end: code.end - begin,
    }))
  const own = tokens.slice(begin, end)
  return { begin, splits: [...splitsOf(own, codes), ...splitsWithoutCodes(own)] }
}

/** The command of a step that a verb names. */
function stepCommandOf(
  split: Split,
  context: SentenceContext,
): { id: CommandId; name: AnyStep['name'] } | null {
  const command = commandOf(split, context)
  // Of the reason `no stock, ship`, the last word is none.
  if (command?.sentence === SHIP || command?.sentence === 'ship-several')
    return split.words.some(({ bare }) => bare !== '') ? { id: command.id, name: SHIP } : null
  const name = command?.dialog ?? null
  return command && name !== null && isStep(name) ? { id: command.id, name } : null
}

/** The codes beside the first verb that has any; none if no verb has. */
function subjectOf(parts: readonly Part[], context: SentenceContext): readonly string[] {
  const splits = parts.flatMap((part) => part.splits)
  const beside = splits.find(
    (split) => split.codes.length > 0 && !split.isLast && stepCommandOf(split, context) !== null,
  )
  return beside ? codesOf(beside) : []
}

function codesOf({ codes }: Split): string[] {
  return [...new Set(codes.map(({ code }) => code))]
}

/** A step, and the codes at the end of its part. */
interface ReadStep {
  step: AnyStep
  codes: readonly string[]
}

/**
 * The step of a part: the reading that leaves out no word and lacks no value, if there is one.
 * @param isEnd whether the part may end with the codes of all steps
 */
function stepIn(
  part: Part,
  subject: readonly string[],
  context: SentenceContext,
  isEnd: boolean,
): ReadStep | null {
  const isOfSubject = (split: Split) => codesOf(split).join() === subject.join()
  const isOrder = (split: Split) =>
    isEnd && codesOf(split).some((code) => context.kindsOf(code).includes('order'))
  // Beside its verb, the subject is no value: `release 108858 paid`.
  const hasSubject = subject.length > 0 && part.splits.some(isOfSubject)
  const read = part.splits
    .filter(
      (split) => isOfSubject(split) || (!hasSubject && (split.codes.length === 0 || (split.isLast && isEnd))),
    )
    .flatMap((split) => {
      const step = stepOf(split, context)
      return step ? { step, codes: codesOf(split), isOrder: isOrder(split) } : []
    })
  const isWhole = ({ step }: ReadStep) => step.unread.length === 0
  return (
    read.find((one) => one.isOrder && isWhole(one)) ??
    read.find((one) => isWhole(one) && !lacksValue(one.step)) ??
    read.find(isWhole) ??
    read[0] ??
    null
  )
}

function lacksValue({ name, given }: AnyStep): boolean {
  return name !== SHIP && missingIn(name, given) !== null
}

function stepOf(split: Split, context: SentenceContext): AnyStep | null {
  const { today, capabilities, cartons } = context
  const command = stepCommandOf(split, context)
  if (command === null) return null
  const { id, name } = command
  const declared = argumentsOf(name, capabilities, cartons)
  const { given, unread, clashes } = readArguments(declared, spoken(split.words), today)
  const said = [...split.verb.map(({ raw }) => raw), saidIn(split.words, unread)].filter(Boolean).join(' ')
  return { command: id, name, given, said, unread, clashes }
}
