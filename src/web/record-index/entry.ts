import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { parseCents } from '../../domain/format/money.ts'
import { localPart, phoneDigits } from '../../domain/format/phone.ts'
import { fold } from '../../domain/format/text.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { codeMask, nameMask, reachMask, START_LENGTH } from './masks.ts'

/** A record with everything that a search compares, prepared once. */
export interface Entry {
  record: IndexedRecord
  code: string
  digits: string
  /** Letters and digits of the code. */
  bare: string
  /** The confusable form of the code, see `lookOf`. */
  look: string
  /**
   * The folded names, with a line break before each and a space before each word, so that a prefix of a word is
   * found by one search.
   */
  names: string
  /** The names, followed by the words of its addresses, with which no name starts. */
  words: string
  /** Normalised phone numbers, their local parts and the e-mail address, with a line break before each. */
  reach: string
  codeMask: number
  nameMask: number
  /** Mask of the first letters of the words of its names. */
  initialMask: number
  wordMask: number
  reachMask: number
  /** The total of an order in cents; null for other records. */
  total: number | null
  /** The record's date in milliseconds; 0 if it has none. */
  at: number
  /** When it was last opened in this browser, in milliseconds; 0 for never. */
  openedAt: number
}

/** Prepares a record for searching. */
export function entryOf(record: IndexedRecord, openedAt: number): Entry {
  const code = fold(record.code)
  const look = lookOf(code)
  const lines = (record.reach ?? '').split('\n').filter(Boolean)
  const reach = lines.flatMap((line) => [line, localPart(line) ?? '']).filter(Boolean)
  // A customer is found by words of an e-mail address like by a name; an order only by the beginning of the
  // address.
  const emails = record.kind === 'customer' ? lines.filter((line) => line.includes('@')) : []
  const names = [record.name, record.contact, record.reference ?? '', ...emails]
    .filter((name) => name !== '')
    .map((name) => `\n ${wordsOf(name).join(' ')}`)
    .join('')
  const words = `${names}\t ${wordsOf(record.place ?? '').join(' ')}`
  return {
    record,
    code,
    digits: record.code.replace(/\D/g, ''),
    bare: bareOf(code),
    look,
    names,
    words,
    reach: reach.map((line) => `\n${line}`).join(''),
    codeMask: codeMask(look),
    nameMask: nameMask(names),
    initialMask: nameMask(names.replace(/( .)[^ \n]*/gu, '$1')),
    wordMask: nameMask(words),
    reachMask: reach.reduce((mask, line) => mask | reachMask(line), 0),
    total: record.kind === 'order' ? record.total : null,
    at: parseInstant(record.at) ?? 0,
    openedAt,
  }
}

/** A prepared query. */
export interface Query {
  text: string
  /** Set if the query consists of digits. */
  digits: string | null
  /** Letters and digits of a query that may be a code typed with other separators; otherwise null. */
  bare: string | null
  look: string
  /** Each word with a space before it. */
  words: readonly string[]
  /** The words in sequence, as they may occur in a name, and as they may start one. */
  phrase: string
  nameStart: string
  /** The query without spaces. */
  letters: string
  /** The beginning of a phone number or e-mail address, after a line break; null for other text. */
  reach: string | null
  /** The amount in cents if the query is one. */
  total: number | null
  /** Whether it may be a name: text without letters, or an amount, is never a fuzzy match of one. */
  hasLetter: boolean
  slip: SlipQuery | null
  codeMask: number
  nameMask: number
  /** Masks of its first letter, and of all others. */
  initialMask: number
  restMask: number
  reachMask: number
}

/** Prepares a query; null if there is nothing to search for. */
export function indexQueryOf(text: string): Query | null {
  const folded = fold(text).trim()
  if (folded === '') return null
  const total = parseCents(folded)
  const spaced = wordsOf(text).map((word) => ` ${word}`)
  const phrase = spaced.join('')
  const hasLetter = total === null && /\p{L}/u.test(folded)
  const reach = total === null ? reachIn(folded) : null
  return {
    text: folded,
    digits: /^\d+$/.test(folded) ? folded : null,
    bare: mayBeCode(folded) ? bareOf(folded) : null,
    look: lookOf(folded),
    // An amount is not a name.
    words: total === null ? spaced : [],
    phrase: phrase.slice(1),
    nameStart: `\n${phrase}`,
    letters: phrase.replaceAll(' ', ''),
    reach: reach === null ? null : `\n${reach}`,
    total,
    hasLetter,
    slip: hasLetter ? slipQuery(phrase.slice(1)) : null,
    codeMask: codeMask(lookOf(folded)),
    nameMask: nameMask(phrase),
    initialMask: nameMask(phrase.slice(0, 2)),
    restMask: nameMask(phrase.slice(2)),
    reachMask: reach === null ? 0 : reachMask(reach),
  }
}

/** The words of a text, as compared in searches. An apostrophe does not separate words. */
function wordsOf(text: string): string[] {
  return (
    fold(text)
      .replaceAll("'", '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** The confusable form of a folded code: O and 0 are equal, and so are I and 1. */
function lookOf(code: string): string {
  return code.replaceAll('o', '0').replaceAll('i', '1')
}

/** A folded text without separators; the same string if it has none. */
export function bareOf(text: string): string {
  return /[^\p{L}\p{N}]/u.test(text) ? text.replace(/[^\p{L}\p{N}]+/gu, '') : text
}

/**
 * Whether separators may be omitted: in a code with letters, but not in a date or an amount. Several words without
 * a digit are a name.
 */
function mayBeCode(folded: string): boolean {
  return /\p{L}/u.test(folded) && /^\S*$|\d/.test(folded)
}

/** The beginning of a phone number or e-mail address; null for other text, or if it is too short. */
function reachIn(folded: string): string | null {
  const reach = folded.includes('@') ? folded : phoneDigits(folded)
  // No phone number starts with 1, but many codes do.
  return reach !== null && reach.length >= START_LENGTH && !reach.startsWith('1') ? reach : null
}

/** Minimum length for typing errors: shorter texts are one letter away from too many words. */
const LEAST_SLIP = 4

/** A text prepared for `hasSlip`. */
export interface SlipQuery {
  phrase: string
  /**
   * Parts of which any text with one typing error contains at least one: an error leaves one half unchanged, or
   * swaps the letters in the middle.
   */
  parts: readonly string[]
}

/** Null if the text is too short. */
function slipQuery(phrase: string): SlipQuery | null {
  if (phrase.length < LEAST_SLIP) return null
  const half = phrase.length >>> 1
  const swapped = phrase.charAt(half) + phrase.charAt(half - 1)
  const middleSwapped = phrase.slice(0, half - 1) + swapped + phrase.slice(half + 1)
  return { phrase, parts: [` ${phrase.slice(0, half)}`, phrase.slice(half), ` ${middleSwapped}`] }
}
