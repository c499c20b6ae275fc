import type { Capability } from '../../contract/capabilities.ts'
import { fold } from '../format/text.ts'

/** Values that were typed after a verb, by the fields of its dialog. */
export type Given = Readonly<Record<string, string | boolean>>

/** A word after a verb. Text in quotes is one word. */
export interface SpokenWord {
  /** As typed, without quotes. */
  text: string
  /** Whether it stood in quotes: then it is no keyword. */
  isQuoted: boolean
  /** Whether a comma precedes it, which a text keeps. */
  isApart?: boolean
  /** Whether that comma has no space behind it: '11,4'. */
  isGlued?: boolean
}

/** What may be typed after the verb of a command, in any order. */
export interface Argument {
  /** What it is called: 'method'. Values of arguments with the same noun contradict each other unless they are joined. */
  noun: string
  /** How it may be typed: 'ref 88'. */
  example: string
  /** The values that Tab offers, as they are typed. */
  choices?: readonly string[]
  /** The field whose usual value Tab offers as it is. */
  usualOf?: string
  /** Words that precede its value: `ref 88`. */
  keywords?: readonly string[]
  /** Whether its value needs no keyword. */
  isFree?: boolean
  /** The joints with which its text may begin: `release 108858 paid by phone`. Others only lead to it. */
  begunBy?: readonly string[]
  /** Whether a value can begin with a word, which is folded; absent if it can with any. Spares readings. */
  begins?(word: string): boolean
  /** The most words of a value; null for a text, which ends at the next keyword. */
  most: number | null
  /** Whether a text in quotes is its value, without a keyword. */
  inQuotes?: boolean
  /** Several values of it are joined by this; without it, they contradict each other. */
  joinedBy?: string
  /** What the back end must have for it. */
  capability?: Capability
  /** Whether its values say how a list is acted on, even where they could mark its records: `pack paid no mail`. */
  saysHow?: boolean
  /** Whether its text also ends at a value of another argument: `ref 88 cash`. */
  yields?: boolean
  /** The fields that a text sets; null if it is no value of this argument. */
  read(text: string, today: string): Given | null
}

/** A value of a fixed set, by the words for it. */
export function wordOf(
  { noun, example }: Pick<Argument, 'noun' | 'example'>,
  field: string,
  words: ReadonlyMap<string, string>,
): Argument {
  const beginnings = new Set(Array.from(words.keys(), (name) => name.split(' ')[0]))
  const firstWord = new Map(Array.from(words, ([name, value]) => [value, name] as const).reverse())
  return {
    noun,
    example,
    choices: [...words.keys()].filter((name) => firstWord.get(words.get(name) ?? '') === name),
    isFree: true,
    begins: (word) => beginnings.has(word),
    most: Math.max(...Array.from(words.keys(), (name) => name.split(' ').length)),
    read(text) {
      const value = words.get(fold(text))
      return value === undefined ? null : { [field]: value }
    },
  }
}

/** The values by their words: 'eftpos' → 'card'. */
export function byWords(named: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(named).flatMap(([value, names]) => names.map((name) => [fold(name), value])))
}

/** A text after a keyword, up to the next keyword. */
export function textAfter(
  { noun, example }: Pick<Argument, 'noun' | 'example'>,
  keywords: readonly string[],
  field: string,
): Argument {
  return { noun, example, keywords, most: null, read: (text) => ({ [field]: text }) }
}

/** Words between arguments that mean nothing by themselves. */
const JOINTS = new Set('a an and as at by for from in is it of on paid please the to was with'.split(' '))

/** The arguments in the words after a verb. */
interface ReadArguments {
  given: Given
  /** Words that are no argument, as typed, in their order. */
  unread: readonly string[]
  /** Arguments with two values: 'method: cash or card'. None of them is given. */
  clashes: readonly string[]
}

/** Reads the words after a verb. A word is taken by the first argument that reads it, a text without a keyword last. */
export function readArguments(
  declared: readonly Argument[],
  words: readonly SpokenWord[],
  today: string,
): ReadArguments {
  const found: FoundValue[] = []
  const loose: SpokenWord[] = []
  const folded = words.map(({ text }) => fold(text))
  const keywords = words.map(({ isQuoted }, at) =>
    isQuoted ? undefined : declared.find(({ keywords = [] }) => keywords.includes(folded[at] ?? '')),
  )
  const heard = { declared, words, folded, keywords, today }
  for (let at = 0; at < words.length; ) {
    const next = valueAt(heard, at)
    if (next) {
      found.push(next)
      at = next.end
    } else {
      const word = words[at]
      if (word) loose.push(word)
      at += 1
    }
  }
  const free = declared.find(({ most, isFree }) => most === null && isFree)
  const text = free === undefined ? '' : textOf(loose, free)
  const isText = free !== undefined && text !== '' && !found.some(({ argument }) => argument === free)
  if (isText) found.push({ argument: free, text, given: free.read(text, today) ?? {} })
  const unread = isText ? [] : loose.filter((word) => !isJoint(word)).map(({ text }) => text)
  return { ...merged(found), unread }
}

/**
 * What may be added to a sentence (PAL-14): the values of its arguments that have none yet, the usual ones first; only those
 * that begin with its last word, if there are any.
 * @param usual the values that the user has last sent
 */
export function completionsOf(
  declared: readonly Argument[],
  given: Given,
  usual: Given,
  lastWord: string,
  today: string,
): string[] {
  const choices = declared.flatMap(({ choices = [], usualOf, read }) => {
    const usualText = usualOf === undefined ? undefined : usual[usualOf]
    const texts = typeof usualText === 'string' ? [usualText, ...choices] : choices
    const values = texts.map((text) => ({ text, fields: Object.entries(read(text, today) ?? {}) }))
    if (values.some(({ fields }) => fields.some(([field]) => given[field] !== undefined))) return []
    const isUsual = ({ fields }: (typeof values)[number]) =>
      fields.some(([field, value]) => usual[field] === value)
    return [...values.filter(isUsual), ...values.filter((one) => !isUsual(one))].map(({ text }) => text)
  })
  const begun = lastWord === '' ? [] : choices.filter((text) => fold(text).startsWith(fold(lastWord)))
  return begun.length > 0 ? begun : choices
}

/** A sentence with a value added, in place of the beginning of the value (PAL-14). */
export function withValue(text: string, value: string): string {
  const words = text.trimEnd().split(' ')
  const isBegun = text === text.trimEnd() && fold(value).startsWith(fold(words.at(-1) ?? ''))
  return [...(isBegun ? words.slice(0, -1) : words), value].join(' ')
}

/** What may follow a verb, in one line: 'method: cash, card, bank · reference: ref 88'; blank if nothing may. */
export function grammarOf(declared: readonly Argument[]): string {
  const values = new Map<string, string[]>()
  for (const { noun, example, choices = [example] } of declared) {
    values.set(noun, [...(values.get(noun) ?? []), ...choices.filter((text) => text !== '')])
  }
  const named = [...values].filter(([, texts]) => texts.length > 0)
  return named.map(([noun, texts]) => `${noun}: ${texts.join(', ')}`).join(' · ')
}

/** What may follow a verb besides the values that Tab offers: 'ref 88'. */
export function examplesOf(declared: readonly Argument[]): string {
  return declared
    .flatMap(({ example, choices }) => (choices === undefined && example !== '' ? example : []))
    .join(', ')
}

/** Joints that begin a text only lead to it: `hold 108856 for an answer`. */
function textOf(words: readonly SpokenWord[], { begunBy = [] }: Argument): string {
  const begin = words.findIndex((word) => !isJoint(word) || begunBy.includes(fold(word.text)))
  return begin === -1 ? '' : joined(words.slice(begin))
}

/** The words as one text. */
function joined([first, ...others]: readonly SpokenWord[]): string {
  return others.reduce(
    (text, { text: word, isApart, isGlued }) => `${text}${isApart ? ',' : ''}${isGlued ? '' : ' '}${word}`,
    first?.text ?? '',
  )
}

function isJoint({ text, isQuoted }: SpokenWord): boolean {
  return !isQuoted && JOINTS.has(fold(text))
}

/** A value in a text. */
interface FoundValue {
  argument: Argument
  text: string
  given: Given
}

function merged(found: readonly FoundValue[]) {
  const given: Record<string, string | boolean> = {}
  const clashes: string[] = []
  for (const noun of new Set(found.map(({ argument }) => argument.noun))) {
    const values = found.filter(({ argument }) => argument.noun === noun)
    const [first, ...others] = values
    const { joinedBy } = first?.argument ?? {}
    const isSame = (value: FoundValue) => JSON.stringify(value.given) === JSON.stringify(first?.given)
    const isJoined = ({ argument }: FoundValue) => joinedBy !== undefined && argument.joinedBy !== undefined
    const clash = others.find((value) => !isSame(value) && !isJoined(value))
    if (clash) clashes.push(`${noun}: ${first?.text} or ${clash.text}`)
    else if (joinedBy !== undefined) Object.assign(given, allIn(values, joinedBy))
    else Object.assign(given, first?.given)
  }
  return { given, clashes }
}

/** The values of each field in one text. */
function allIn(values: readonly { given: Given }[], by: string): Given {
  const fields: Record<string, string> = {}
  for (const [field, value] of values.flatMap(({ given }) => Object.entries(given))) {
    fields[field] = [fields[field], value].filter((part) => part !== undefined).join(by)
  }
  return fields
}

interface ValueAt extends FoundValue {
  /** The word after it. */
  end: number
}

/** The words behind a verb, and what they may be. */
interface Heard {
  declared: readonly Argument[]
  words: readonly SpokenWord[]
  folded: readonly string[]
  /** For each word, the argument of which it is a keyword. */
  keywords: readonly (Argument | undefined)[]
  today: string
}

function valueAt(heard: Heard, at: number): ValueAt | null {
  const { declared, words, keywords, today } = heard
  const word = words[at]
  const named = keywords[at]
  const quoted = word?.isQuoted ? declared.find(({ inQuotes }) => inQuotes) : undefined
  if (word && quoted) {
    const given = quoted.read(word.text, today)
    if (given) return { argument: quoted, text: word.text, given, end: at + 1 }
  }
  return (named && longest(named, heard, at + 1)) ?? freeValue(heard, at)
}

/** The value that begins at a word and needs no keyword. */
function freeValue(heard: Heard, at: number, except?: Argument): ValueAt | null {
  for (const argument of heard.declared) {
    if (!argument.isFree || argument.most === null || argument === except) continue
    if (argument.begins?.(heard.folded[at] ?? '') === false) continue
    const value = longest(argument, heard, at)
    if (value) return value
  }
  return null
}

/** The longest value of an argument that begins at a word. */
function longest(argument: Argument, heard: Heard, at: number): ValueAt | null {
  const { words, today } = heard
  const most = endOfValue(argument, heard, at) - at
  for (let count = most; count > 0; count -= 1) {
    const text = joined(words.slice(at, at + count))
    const given = argument.read(text, today)
    if (given) return { argument, text, given, end: at + count }
    if (argument.most === null) return null
  }
  return null
}

/** Where the words of a value must end: at its most words, or at another argument. */
function endOfValue(argument: Argument, heard: Heard, at: number): number {
  const { words, keywords } = heard
  const last = argument.most === null ? words.length : Math.min(at + argument.most, words.length)
  for (let end = at + 1; end < last; end += 1) {
    const other = keywords[end]
    if (other !== undefined && other !== argument) return end
    const isValue = argument.yields && !words[end]?.isQuoted && freeValue(heard, end, argument)
    if (isValue) return end
  }
  return last
}
