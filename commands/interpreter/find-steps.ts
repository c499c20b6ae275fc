import { readArguments } from '../../src/domain/sentences/arguments.ts'
import { missingIn, ORDER_SENTENCES, type StepName } from '../../src/domain/sentences/order-sentences.ts'
import { isStep } from '../../src/domain/sentences/order-steps.ts'
import type { CommandId } from '../index.ts'
import type { FoundCode, KindsOf } from './find-codes.ts'
import {
  commandOf,
  commandsBy,
  type FoundSentence,
  MOST_VERB_WORDS,
  type Split,
  saidIn,
  splitsOf,
  spoken,
} from './find-sentence.ts'
import { type StepReading, withIgnored } from './reading.ts'
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

/**
 * Several steps on the same orders, separated by commas: `108856 pay cash, pack no mail` (PAL-13). The codes are beside one
 * of the verbs, beside each of them, or at the end; without codes, the steps are for the orders of the screen, and must then
 * have a value and nothing else. Null if the text is none, such as steps on different orders.
 */
export function findSteps(
  tokens: readonly Token[],
  found: readonly FoundCode[],
  today: string,
  kindsOf: KindsOf,
): FoundSentence | null {
  const parts = partsOf(tokens, found)
  if (parts.length < 2) return null
  const subject = subjectOf(parts)
  const isEnd = (part: Part) => subject.length === 0 && part === parts.at(-1)
  const read = parts.map((part) => stepIn(part, subject, today, isEnd(part) ? kindsOf : null))
  const steps = read.flatMap((one) => one?.step ?? [])
  if (steps.length < parts.length) return null
  const codes = subject.length > 0 ? subject : (read.at(-1)?.codes ?? [])
  const unread = steps.flatMap((step) => step.unread)
  const isWhole = unread.length === 0
  const hasValues = steps.some(({ given }) => Object.keys(given).length > 0)
  if (codes.length === 0 && !(isWhole && hasValues)) return null
  const said = steps.map((step) => step.said).join(', ')
  return {
    reading: withIgnored({ kind: 'action', command: 'order.steps', codes, said, steps }, unread),
    isWhole,
  }
}

/** The parts with a verb each. A part without one continues the part before: `hold 108856 no answer, call again`. */
function partsOf(tokens: readonly Token[], found: readonly FoundCode[]): Part[] {
  const ranges = rangesOf(tokens)
  if (ranges.length < 2 || ranges.length > MOST_PARTS) return []
  const parts: Part[] = []
  let hasVerb = false
  for (const [begin, end] of ranges) {
    const part = partAt(tokens, found, begin, end)
    const isStep = part.splits.some((split) => stepCommandOf(split) !== null)
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

function splitsWithoutCodes(tokens: readonly Token[]): Split[] {
  const splits: Split[] = []
  for (let count = Math.min(MOST_VERB_WORDS, tokens.length); count > 0; count -= 1) {
    const verb = tokens.slice(0, count)
    const commands = commandsBy(verb)
    if (commands.length > 0) splits.push({ verb, commands, codes: [], words: tokens.slice(count) })
  }
  return splits
}

/** The command of a step that a verb names. */
function stepCommandOf(split: Split): { id: CommandId; name: StepName } | null {
  const command = commandOf(split)
  const name = command?.dialog ?? null
  return command && name !== null && isStep(name) ? { id: command.id, name } : null
}

/** The codes beside the first verb that has any; none if no verb has. */
function subjectOf(parts: readonly Part[]): readonly string[] {
  const splits = parts.flatMap((part) => part.splits)
  const beside = splits.find(
    (split) => split.codes.length > 0 && !split.isLast && stepCommandOf(split) !== null,
  )
  return beside ? codesOf(beside) : []
}

function codesOf({ codes }: Split): string[] {
  return [...new Set(codes.map(({ code }) => code))]
}

/** A step, and the codes at the end of its part. */
interface ReadStep {
  step: StepReading
  codes: readonly string[]
}

/**
 * The step of a part: the reading that leaves out no word and lacks no value, if there is one.
 * @param kindsOf for a part that may end with the codes of all steps; otherwise null
 */
function stepIn(
  part: Part,
  subject: readonly string[],
  today: string,
  kindsOf: KindsOf | null,
): ReadStep | null {
  const isOfSubject = (split: Split) => codesOf(split).join() === subject.join()
  const isOrder = (split: Split) => codesOf(split).some((code) => kindsOf?.(code).includes('order'))
  const read = part.splits
    .filter((split) => split.codes.length === 0 || isOfSubject(split) || (split.isLast && kindsOf))
    .flatMap((split) => {
      const step = stepOf(split, today)
      return step ? { step, codes: codesOf(split), isOrder: isOrder(split) } : []
    })
  const isWhole = ({ step }: ReadStep) => step.unread.length === 0
  return (
    read.find((one) => one.isOrder && isWhole(one)) ??
    read.find((one) => isWhole(one) && missingIn(one.step.name, one.step.given) === null) ??
    read.find(isWhole) ??
    read[0] ??
    null
  )
}

function stepOf(split: Split, today: string): StepReading | null {
  const command = stepCommandOf(split)
  if (command === null) return null
  const { id, name } = command
  const { given, unread, clashes } = readArguments(
    ORDER_SENTENCES[name].arguments,
    spoken(split.words),
    today,
  )
  const said = [...split.verb.map(({ raw }) => raw), saidIn(split.words, unread)].filter(Boolean).join(' ')
  return { command: id, name, given, said, unread, clashes }
}
