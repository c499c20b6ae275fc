import type { Capability } from '../../src/contract/capabilities.ts'
import type { Carton } from '../../src/contract/dispatch.ts'
import { fold } from '../../src/domain/format/text.ts'
import { kindOfPhrase, likelyKind } from '../../src/domain/records/kind-words.ts'
import { isRecordKind, type RecordKind } from '../../src/domain/records/record-kind.ts'
import {
  type Argument,
  type Given,
  grammarOf,
  readArguments,
  type SpokenWord,
} from '../../src/domain/sentences/arguments.ts'
import { argumentsOf, type SentenceName, sentenceOf } from '../../src/domain/sentences/command-sentences.ts'
import { looksLikeOrder } from '../../src/domain/sentences/order-sentences.ts'
import { type Command, isSupported } from '../engine/command.ts'
import { COMMANDS, type CommandId } from '../index.ts'
import type { FoundCode, KindsOf } from './find-codes.ts'
import { type ActionReading, withIgnored } from './reading.ts'
import { phraseOf, spokenText, type Token, tokensOf } from './tokens.ts'
import { commandsNamed, isFiller, withoutFillers } from './verbs.ts'

type Commands = readonly Command<CommandId>[]

const NONE: Commands = []

/** The most words of a verb: `take off hold`. */
export const MOST_VERB_WORDS = 4

/** A sentence whose verb is not followed by codes alone. */
export interface FoundSentence {
  reading: ActionReading
  /** Whether every word of the text is understood. */
  isWhole: boolean
}

/** A text as a verb, the codes beside it, and the words that remain. */
export interface Split {
  verb: readonly Token[]
  /** The commands that the verb names. */
  commands: Commands
  codes: readonly FoundCode[]
  words: readonly Token[]
  /** Whether the values stand between the verb and the code, which ends the text. */
  isLast?: boolean
}

/** What the meaning of a sentence depends on. */
export interface SentenceContext {
  today: string
  kindsOf: KindsOf
  capabilities: ReadonlySet<Capability>
  cartons?: readonly Carton[]
}

/**
 * A command with values for its dialog: `pay 108856 cash fri ref 88`, `108856 hold waiting for stock`. The verb is before,
 * behind or around the codes; the values follow, or are between a verb and codes that end the text (PAL-10). Null
 * if the text names no such command, or if none of the words beside it is a value.
 */
export function findSentence(
  tokens: readonly Token[],
  found: readonly FoundCode[],
  context: SentenceContext,
): FoundSentence | null {
  let first: FoundSentence | null = null
  for (const split of splitsOf(tokens, found)) {
    const command = commandOf(split, context)
    const sentence = command && readSentence(command, split, context)
    if (sentence?.isWhole) return sentence
    first ??= sentence
  }
  return first
}

/** The verbs with their codes, those with the longest verb first. */
export function splitsOf(tokens: readonly Token[], found: readonly FoundCode[]): Split[] {
  const splits: Split[] = []
  if (found.length === 0) return splits
  const leading = runAt(found, firstWord(tokens, 0), tokens)
  for (let count = MOST_VERB_WORDS; count > 0; count -= 1) {
    if (leading.length > 0) {
      const begin = endOf(leading)
      const end = firstWord(tokens, begin) + count
      const verb = tokens.slice(begin, end)
      const commands = commandsBy(verb)
      const isSubject = commands.length > 0 && subjectOf(leading, commands).length === leading.length
      if (isSubject) splits.push({ verb, commands, codes: leading, words: tokens.slice(end) })
    }
    const verb = tokens.slice(0, count)
    const commands = commandsBy(verb)
    if (commands.length === 0) continue
    const following = runAt(found, firstWord(tokens, count), tokens)
    const beside = [subjectOf(following, commands), following.slice(0, isOrder(following.at(-1)) ? 0 : -1)]
    for (const codes of beside) {
      if (codes.length > 0) splits.push({ verb, commands, codes, words: tokens.slice(endOf(codes)) })
    }
    const run = lastRun(found, count, tokens)
    const last = subjectOf(run, commands)
    // The name of a kind before the codes may be a value: `copy tracking 108856`.
    const starts = new Set(last.slice(0, 1).flatMap(({ start, at }) => [start, at]))
    for (const start of starts) {
      const words = [...tokens.slice(count, start), ...tokens.slice(endOf(last), endOf(run))]
      if (start > count) splits.push({ verb, commands, codes: last, words, isLast: true })
    }
  }
  return [...splits, ...splitsAround(tokens, found)]
}

function isOrder(found: FoundCode | undefined): boolean {
  return found !== undefined && looksLikeOrder(found.number ?? found.code)
}

/** The verbs that are around codes: `mark 108856 paid cash`, `put 108856 on hold: no stock`. */
function splitsAround(tokens: readonly Token[], found: readonly FoundCode[]): Split[] {
  const [{ start = 0, at = 0 } = {}] = found
  if (start === 0 || start >= MOST_VERB_WORDS) return []
  const splits: Split[] = []
  const run = runAt(found, at, tokens)
  for (let count = MOST_VERB_WORDS - start; count > 0; count -= 1) {
    const verb = [...tokens.slice(0, start), ...tokens.slice(endOf(run), endOf(run) + count)]
    const commands = commandsBy(verb)
    const isSubject = commands.length > 0 && subjectOf(run, commands).length === run.length
    if (isSubject) splits.push({ verb, commands, codes: run, words: tokens.slice(endOf(run) + count) })
  }
  return splits
}

/**
 * The codes of a run that a verb can be for: of a verb for orders, those before a courier's tracking code, which is a value:
 * `tracking 108856 CL123456789`.
 */
function subjectOf(run: readonly FoundCode[], commands: Commands): readonly FoundCode[] {
  const isForOrders = commands.every(({ target }) => target === 'order')
  const value = run.findIndex(({ code }) => likelyKind(code) === 'consignment')
  return isForOrders && run.length > 1 && value !== -1 ? run.slice(0, value) : run
}

/** The verbs of a text that names no code, the longest first. */
export function splitsWithoutCodes(tokens: readonly Token[]): Split[] {
  const splits: Split[] = []
  for (let count = Math.min(MOST_VERB_WORDS, tokens.length); count > 0; count -= 1) {
    const verb = tokens.slice(0, count)
    const commands = commandsBy(verb)
    if (commands.length > 0) splits.push({ verb, commands, codes: [], words: tokens.slice(count) })
  }
  return splits
}

/**
 * The commands with values that a whole text is for the records of the screen, because it names none: `pay cash`. One for
 * each kind of record. A tracking code that no record has is a value: `tracking nzpost CL123456789`.
 */
export function sentencesWithoutCodes(
  tokens: readonly Token[],
  found: readonly FoundCode[],
  context: SentenceContext,
): ActionReading[] {
  const isValue = ({ code, of }: FoundCode) =>
    of === null && !looksLikeOrder(code) && context.kindsOf(code).length === 0
  if (!found.every(isValue)) return []
  for (const split of splitsWithoutCodes(tokens)) {
    const readings = split.commands.flatMap((command) => {
      const sentence = isSupported(command, context) ? readSentence(command, split, context) : null
      return sentence?.isWhole && sentence.reading.given ? sentence.reading : []
    })
    if (readings.length > 0) return readings
  }
  return []
}

/** The next token that is neither a filler nor the name of orders. */
function firstWord(tokens: readonly Token[], from: number): number {
  const isWord = ({ folded }: Token) => folded !== '' && !isFiller(folded) && kindOfPhrase(folded) !== 'order'
  const next = tokens.findIndex((token, index) => index >= from && isWord(token))
  return next === -1 ? tokens.length : next
}

/** The codes that follow each other from a token on. */
function runAt(found: readonly FoundCode[], from: number, tokens: readonly Token[]): FoundCode[] {
  const run: FoundCode[] = []
  for (let at = from; ; at = firstWord(tokens, endOf(run))) {
    const next = found.find((code) => code.at === at)
    if (!next) return run
    run.push(next)
  }
}

/** The codes that end the text, if all codes behind its verb do. */
function lastRun(found: readonly FoundCode[], from: number, tokens: readonly Token[]): FoundCode[] {
  const behind = found.filter(({ start }) => start >= from)
  const [first] = behind
  const run = first ? runAt(behind, first.at, tokens) : []
  return run.length === behind.length && endOf(run) === tokens.length ? run : []
}

function endOf(run: readonly FoundCode[]): number {
  return run.at(-1)?.end ?? 0
}

/**
 * The command that a verb names, if words may follow it: the one for the kind of the codes, and for several codes the one
 * that acts on several records.
 */
export function commandOf(
  { commands, codes }: Pick<Split, 'commands' | 'codes'>,
  { kindsOf, capabilities }: Pick<SentenceContext, 'kindsOf' | 'capabilities'>,
): Command<CommandId> | null {
  if (commands.length < 2) return commands[0] ?? null
  const kinds = kindsIn(codes, kindsOf)
  const fitting = commands.filter(({ target }) => isRecordKind(target) && kinds.includes(target))
  const isForSeveral = (command: Command<CommandId>) =>
    command.hasBulk && isSupported(command, { capabilities })
  return (codes.length > 1 ? fitting.find(isForSeveral) : null) ?? fitting[0] ?? commands[0] ?? null
}

/** The kinds of record that have the codes, otherwise those that their shapes suggest. */
function kindsIn(codes: readonly FoundCode[], kindsOf: KindsOf): RecordKind[] {
  const stated = codes.flatMap(({ of }) => (of === null || of === 'reference' ? [] : [of]))
  const known = codes.flatMap(({ code }) => kindsOf(code))
  if (known.length > 0) return known
  return stated.length > 0 ? stated : codes.map(({ code }) => likelyKind(code))
}

/** The sentence that words name as a verb; null if they name none. */
export function sentenceNamed(words: string): SentenceName | null {
  const [command] = commandsBy(tokensOf(words))
  return command?.sentence ?? null
}

/** The commands that words may follow, by their verbs, with those that name them only together with codes. */
let sentenceVerbs: ReadonlyMap<string, Commands> | null = null

/**
 * The commands that the words of a verb name, with or without fillers: `pack on account`, `please pack`. A filler at their end
 * belongs to the values: `hold all taps short`.
 */
export function commandsBy(verb: readonly Token[]): Commands {
  const phrase = phraseOf(verb)
  const named = commandsCalled(phrase)
  const hasFiller = verb.some(({ folded }) => isFiller(folded)) && !isFiller(verb.at(-1)?.folded ?? '')
  return hasFiller ? [...named, ...commandsCalled(withoutFillers(phrase))] : named
}

/** The commands that a phrase names, if words may follow it. */
export function commandsCalled(phrase: string): Commands {
  sentenceVerbs ??= bySentenceVerb()
  return sentenceVerbs.get(phrase) ?? NONE
}

function bySentenceVerb(): ReadonlyMap<string, Commands> {
  const hasSentence = ({ sentence, target }: Command) => sentence !== null && isRecordKind(target)
  const withSentence = COMMANDS.filter(hasSentence)
  const verbs = new Map(
    withSentence
      .flatMap((command) =>
        [command.title, ...command.verbs].map(fold).filter((verb) => !hasValue(verb, command)),
      )
      .map((verb) => [verb, commandsNamed(verb).filter(hasSentence)]),
  )
  for (const command of withSentence) {
    for (const verb of spokenVerbs(command)) verbs.set(verb, [...(verbs.get(verb) ?? []), command])
  }
  return verbs
}

/** Whether a verb is another one with a value, which must count beside those behind it: `book by rule small carton`. */
function hasValue(verb: string, command: Command<CommandId>): boolean {
  const values = command.sentence === null ? [] : sentenceOf(command.sentence).arguments
  return spokenVerbs(command).some((other) => values.some(({ example }) => verb === `${other} ${example}`))
}

/** The verbs that name a command only together with codes. */
function spokenVerbs({ sentence }: Command<CommandId>): readonly string[] {
  return (sentence && sentenceOf(sentence).verbs) ?? []
}

/**
 * The values that words are for a command; null if one of them is none, or if they contradict each other.
 * @param which `no-text`: only values that have few words; `how`: only values that say how it acts
 */
export function valuesIn(
  { sentence }: Command<CommandId>,
  words: readonly Token[],
  { today, capabilities }: Omit<SentenceContext, 'kindsOf'>,
  which: 'any' | 'no-text' | 'how' = 'any',
): Given | null {
  if (sentence === null) return null
  const declared = argumentsOf(sentence, capabilities).filter(
    ({ most, saysHow }) => which === 'any' || (most !== null && (which === 'no-text' || saysHow)),
  )
  if (declared.length === 0) return null
  const { given, unread, clashes } = readArguments(declared, spoken(words), today)
  return unread.length === 0 && clashes.length === 0 && Object.keys(given).length > 0 ? given : null
}

function readSentence(
  command: Command<CommandId>,
  split: Split,
  { today, capabilities, cartons }: SentenceContext,
): FoundSentence | null {
  if (command.sentence === null) return null
  const declared = argumentsOf(command.sentence, capabilities, cartons)
  const { given, unread, clashes } = readArguments(declared, spoken(split.words), today)
  const isBare = split.words.every(({ folded }) => folded === '' || isFiller(folded))
  const phrase = phraseOf(split.verb)
  const isNamed = [phrase, withoutFillers(phrase)].some((verb) => spokenVerbs(command).includes(verb))
  const isEmpty = Object.keys(given).length === 0 && clashes.length === 0
  if (isEmpty && !(isBare && isNamed) && !isBegun(split.words, declared)) return null
  const codes = [...new Set(split.codes.map(({ code }) => code))]
  const reading: ActionReading = {
    kind: 'action',
    command: command.id,
    codes,
    ...(!isEmpty && { given, said: saidIn(split.words, unread) }),
    ...(clashes.length > 0 && { clashes }),
  }
  return { reading: withIgnored(reading, unread), isWhole: unread.length === 0 }
}

/** Whether the only word is the beginning of a value: `pay 108856 ca`. Tab completes it. */
function isBegun([word, ...others]: readonly Token[], declared: readonly Argument[]): boolean {
  if (!word || others.length > 0 || word.folded === '') return false
  return declared.some(({ choices = [] }) => choices.some((text) => fold(text).startsWith(word.folded)))
}

/** The words that are values, as typed. */
export function saidIn(words: readonly Token[], unread: readonly string[]): string {
  const left = [...unread]
  const isRead = (token: Token) => {
    const at = left.indexOf(spokenText(token))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  }
  const read = words.filter(isRead)
  // A sign between verb and values belongs to neither.
  const first = read.findIndex((token) => spokenText(token) !== '' || OPENING.test(token.raw))
  return first === -1 ? '' : joined(read.slice(first))
}

/** The words as typed, with their commas. */
function joined([first, ...others]: readonly Token[]): string {
  return others.reduce(
    (text, { raw, isApart, isGlued }) => `${text}${isApart ? ',' : ''}${isGlued ? '' : ' '}${raw}`,
    first?.raw ?? '',
  )
}

const OPENING = /^["“”]/
const CLOSING = /["“”]$/

/** The words as they are spoken: text in quotes is one. */
export function spoken(tokens: readonly Token[]): SpokenWord[] {
  const words: SpokenWord[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const { raw = '', bare = '', isApart = false, isGlued = false } = tokens[at] ?? {}
    const end = OPENING.test(raw)
      ? tokens.findIndex((token, index) => index >= at && CLOSING.test(token.raw))
      : -1
    if (end === -1) {
      words.push({ text: spokenText({ raw, bare }), isQuoted: false, isApart, isGlued })
      continue
    }
    const quoted = joined(tokens.slice(at, end + 1))
    words.push({ text: quoted.replaceAll(/["“”]/g, '').trim(), isQuoted: true, isApart })
    at = end
  }
  return words.filter(({ text }) => text !== '')
}

/**
 * What may follow the verb before a `?`; null without one.
 * @param chosen the sentence of the chosen command, if the verb names none
 */
export function grammarIn(
  text: string,
  chosen: SentenceName | null,
  capabilities: ReadonlySet<Capability>,
  cartons: readonly Carton[],
): string | null {
  const [, verb] = /^(.+)\?\s*$/.exec(text) ?? []
  if (verb === undefined) return null
  const name = sentenceNamed(verb) ?? chosen
  const grammar = name === null ? '' : grammarOf(argumentsOf(name, capabilities, cartons))
  return grammar === '' ? null : `May be followed by ${grammar}`
}
