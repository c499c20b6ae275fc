import {
  type CodeOf,
  gluedName,
  kindBeforeCode,
  MOST_NAMING_WORDS,
} from '../../src/domain/records/kind-words.ts'
import type { RecordKind } from '../../src/domain/records/record-kind.ts'
import {
  codesInside,
  isCodeShape,
  isCourierPrefix,
  isNumberShape,
  isPart,
  isTrackingCode,
  MIN_PART,
  MOST_DIGITS,
} from './code-shapes.ts'
import type { Token } from './tokens.ts'

/** A code in a text. */
export interface FoundCode {
  code: string
  /** The number in a code that may also be the name of a kind and a number: `INV-1001`. Absent for any other code. */
  number?: string
  /** The kind that the text names. */
  of: CodeOf | null
  /** The token at which the name of the kind begins; `at` if the text names none. */
  start: number
  /** The first token of the code. */
  at: number
  /** The token after it. */
  end: number
}

interface FoundCodes {
  /** Codes beyond doubt: known, named by a kind, or with the shape of a whole code. */
  codes: readonly FoundCode[]
  /** Other words that may be parts of codes. */
  parts: readonly FoundCode[]
}

/** The kinds of the records that are known to have exactly this code. */
export type KindsOf = (code: string) => readonly RecordKind[]

/** A text with more words is a sentence: `order 200 units` in it is not a code. */
const SENTENCE_WORDS = 6
const MIN_NAMED_IN_SENTENCE = 4
/** In an amount or an email address. */
const NO_CODE = /[$@]/
/** An amount or a time. */
const DECIMALS = /^\d+([.,:]\d+)+$/
/** The maximum length of a URL. */
const LONGEST_ADDRESS = 2000
/** The number of a web order, typed in two groups. */
const GROUPED_NUMBER = /^\d{3}[-.,]\d{3}$/
/** How many other words a text may have beside a code of two numbers. */
const MOST_WORDS_BESIDE = 2

const NO_CODES: readonly FoundCode[] = []

/** What office programs and web pages write for the hyphen of a code. A longer dash separates words. */
const HYPHEN = /(?<=[\p{L}\d])[\u2010-\u2013\u2212](?=[\p{L}\d])/gu

/** Finds the codes in a text, in its order. */
export function findCodes(typed: readonly Token[], kindsOf: KindsOf): FoundCodes {
  const tokens = typed.map((token) => ({ ...token, bare: token.bare.replace(HYPHEN, '-') }))
  const codes: FoundCode[] = []
  const parts: FoundCode[] = []
  const isKnown = (code: string) => kindsOf(code).length > 0
  const nextGroups = tokens.map(({ bare, isApart }) => !isApart && NEXT_GROUP.test(bare))
  let next = 0
  for (const [index, { raw, bare }] of tokens.entries()) {
    if (index < next) continue
    const found = codesAt(tokens, index, nextGroups, isKnown)
    if (found.length === 0 && isPart(bare) && !NO_CODE.test(raw)) parts.push(codeIn(tokens, index))
    codes.push(...found)
    next = found.at(-1)?.end ?? index + 1
  }
  return { codes, parts }
}

/**
 * @param nextGroups for each token, whether it may continue a code that was typed in groups
 * @param isKnown whether a record is known to have exactly this code
 */
function codesAt(
  tokens: readonly Token[],
  index: number,
  nextGroups: readonly boolean[],
  isKnown: (code: string) => boolean,
): readonly FoundCode[] {
  const { raw, bare } = tokens[index] ?? { raw: '', bare: '' }
  const split = nextGroups[index + 1] ? splitCode(tokens, index, nextGroups, isKnown) : null
  if (split) return [withKind(tokens, { ...codeIn(tokens, index), ...split })]
  if (!/\d/.test(bare)) return NO_CODES
  // Of two orders that differ only in the sign, the typed one is meant.
  const signed = `#${bare}`
  if (raw.includes(signed) && isKnown(signed))
    return [withKind(tokens, { ...codeIn(tokens, index), code: signed })]
  if (isKnown(bare)) return [withKind(tokens, codeIn(tokens, index))]
  if (bare.length < MIN_PART || NO_CODE.test(raw)) return NO_CODES
  const here = codeIn(tokens, index)
  if (isNumberShape(bare)) return [withKind(tokens, here)]
  if (tokens.length <= 1 + MOST_WORDS_BESIDE && GROUPED_NUMBER.test(bare)) {
    return [withKind(tokens, { ...here, code: bare.replace(/\D/g, '') })]
  }
  if (DECIMALS.test(bare)) return []
  const glued = gluedKind(bare)
  if (glued) return [{ ...here, ...glued }]
  const packed = bare.replace(/[-.]/g, '')
  if (isTrackingCode(packed)) return [withKind(tokens, { ...here, code: packed })]
  if (isCodeShape(bare)) return [withKind(tokens, here)]
  const inside = bare.length > LONGEST_ADDRESS ? [] : codesInside(bare, isKnown)
  if (inside.length > 0) return inside.map((found) => ({ ...here, ...found }))
  const code = withKind(tokens, here)
  const least = tokens.length > SENTENCE_WORDS ? MIN_NAMED_IN_SENTENCE : MIN_PART
  return code.of !== null && bare.length >= least && isPart(bare) ? [code] : []
}

/** A token as a code. */
function codeIn(tokens: readonly Token[], at: number): FoundCode {
  return { code: tokens[at]?.bare ?? '', of: null, start: at, at, end: at + 1 }
}

/** Adds the kind that the words before a code name. */
function withKind(tokens: readonly Token[], found: FoundCode): FoundCode {
  const before = kindBefore(tokens, found.at)
  return before === null ? found : { ...found, ...before }
}

/** How many words a code may be split into: `CL 0925 9423 7 NZ`. */
const MOST_GROUPS = 5
const FIRST_GROUP = /^[a-z]{0,4}\d{0,9}$/i
const NEXT_GROUP = /^(?:\d{1,9}|nz)$/i
/** Before a side of a parcel, as in `60 x 40 x 100 250`, or before one of several: such a number begins no code. */
const SIGN = /^[x×*]$/i
/** The two groups of a web order. */
const NUMBER_GROUP = /^\d{3}$/

/**
 * A code that was typed in groups, starting at a token: `108 858`, `CPL 0100 0001`. Groups in different lines or columns
 * are different codes.
 */
function splitCode(
  tokens: readonly Token[],
  index: number,
  nextGroups: readonly boolean[],
  isKnown: (code: string) => boolean,
): { code: string; end: number } | null {
  const first = tokens[index]?.bare ?? ''
  if (first === '' || SIGN.test(tokens[index - 1]?.raw ?? '')) return null
  if (isNumberShape(first) || !FIRST_GROUP.test(first) || isCodeShape(first)) return null
  const isNumber = /^\d/.test(first)
  const isGroup = isNumber ? isNumberOf : isLetteredOf
  let code = first
  let longest: { code: string; end: number } | null = null
  for (let end = index + 1; end < Math.min(index + MOST_GROUPS, tokens.length); end += 1) {
    if (!nextGroups[end]) break
    code += tokens[end]?.bare ?? ''
    if (isNumber && code.length > MOST_DIGITS) break
    const isAlone = tokens.length <= end + 1 - index + MOST_WORDS_BESIDE
    if (isGroup(code, first, isAlone) || (isCodeShape(code) && isKnown(code)))
      longest = { code, end: end + 1 }
  }
  return longest
}

function isLetteredOf(code: string, first: string): boolean {
  const [letters = ''] = /^[a-z]+/i.exec(first) ?? []
  return isCourierPrefix(letters) && isTrackingCode(code)
}

/** Two numbers of three digits are one code only if the text has few other words. */
function isNumberOf(code: string, first: string, isAlone: boolean): boolean {
  return isAlone && NUMBER_GROUP.test(first) && code.length === 2 * first.length
}

/** The signs of a name and its number, which no code has: `order#108858`. */
const SIGN_OF_NAMES = /[#:]/

/**
 * The kind and the code in one word. A record may have the whole word as its code (ORD-70), such as `INV-1001` or `CUST001`;
 * the numbers of purchase orders are all known.
 */
function gluedKind(word: string): Pick<FoundCode, 'of' | 'code' | 'number'> | null {
  const glued = gluedName(word)
  if (glued === null) return null
  const { of, number } = glued
  const isName = SIGN_OF_NAMES.test(word) || of === 'reference' || of === 'supplier-order'
  return isName ? { of, code: number } : { of, code: word, number }
}

/** The kind named by the words that end before `end`, and where they start. */
function kindBefore(tokens: readonly Token[], end: number): { of: CodeOf; start: number } | null {
  if (/\d/.test(tokens[end - 1]?.bare ?? '')) return null
  const before = tokens.slice(Math.max(0, end - MOST_NAMING_WORDS), end)
  const named = kindBeforeCode(before.map(({ folded }) => folded))
  return named && { of: named.of, start: end - named.count }
}
