import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { fold } from '../../domain/format/fold.ts'
import { parseCents } from '../../domain/format/money.ts'
import { localPart, phoneDigits } from '../../domain/format/phone.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { type SlipQuery, slipQuery } from './fuzzy-names.ts'
import { codeMask, nameMask, reachMask, START_LENGTH } from './masks.ts'

/** A record with everything that a keystroke compares, made ready once. */
export interface Entry {
  record: SeenRecord
  code: string
  digits: string
  /** The code's letters and digits alone. */
  bare: string
  /** The code as `lookOf` reads it. */
  look: string
  /** The names folded, a line break before each and a space before every word: how a word starts is one look. */
  names: string
  /** The names, and after them the words of its addresses: no name starts with those. */
  words: string
  /** Phone numbers in canonical form, their local parts and the e-mail address, a line break before each. */
  reach: string
  codeMask: number
  nameMask: number
  /** The first letters of the words of its names. */
  initialMask: number
  wordMask: number
  reachMask: number
  /** The total of an order in cents; null for all else. */
  total: number | null
  /** The business's own time of it, in ms; 0 where it has none. */
  at: number
  /** When it was last opened here, in ms; 0 for never. */
  openedAt: number
}

/** Makes a record ready for searching. */
export function entryOf(record: SeenRecord, openedAt: number): Entry {
  const code = fold(record.code)
  const look = lookOf(code)
  const lines = (record.reach ?? '').split('\n').filter(Boolean)
  const reach = lines.flatMap((line) => [line, localPart(line) ?? '']).filter(Boolean)
  // A customer is found by the words of an e-mail address as by a name; an order only by the address as it is typed.
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

/** A query made ready. */
export interface Query {
  text: string
  /** Only for a query that is digits alone. */
  digits: string | null
  /** Its letters and digits alone, where it may be a code with letters written with other separators; else null. */
  bare: string | null
  look: string
  /** Each with the space before it that starts a word. */
  words: readonly string[]
  /** The words one after another, as they stand somewhere in a name, and at its start. */
  phrase: string
  nameStart: string
  /** The same without spaces. */
  letters: string
  /** How a phone number or an e-mail address starts, with the line break before it; null for any other text. */
  reach: string | null
  /** The total in cents that the text is, if it is one. */
  total: number | null
  /** Whether it may be a name: a text without letters is never a fuzzy match of one. */
  hasLetter: boolean
  slip: SlipQuery | null
  codeMask: number
  nameMask: number
  /** Of its first letter, and of all after it. */
  initialMask: number
  restMask: number
  reachMask: number
}

/** Makes a query ready; null when there is nothing to look for. */
export function queryOf(text: string): Query | null {
  const folded = fold(text).trim()
  if (folded === '') return null
  const words = wordsOf(text).map((word) => ` ${word}`)
  const phrase = words.join('')
  const total = parseCents(folded)
  const hasLetter = /\p{L}/u.test(folded)
  const reach = total === null ? reachIn(folded) : null
  return {
    text: folded,
    digits: /^\d+$/.test(folded) ? folded : null,
    bare: mayBeCode(folded) ? bareOf(folded) : null,
    look: lookOf(folded),
    words,
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

/** The words of a text as searches compare them; an apostrophe does not part a word. */
function wordsOf(text: string): string[] {
  return (
    fold(text)
      .replaceAll("'", '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** A folded code as a hurried eye reads it: O and 0 are one sign, I and 1 are another. */
function lookOf(code: string): string {
  return code.replaceAll('o', '0').replaceAll('i', '1')
}

/** A folded text without separators; the same string where it has none. */
function bareOf(text: string): string {
  return /[^\p{L}\p{N}]/u.test(text) ? text.replace(/[^\p{L}\p{N}]+/gu, '') : text
}

/** Separators may be left out of a code with letters, not of a date or an amount. Several words without a digit are a name. */
function mayBeCode(folded: string): boolean {
  return /\p{L}/u.test(folded) && /^\S*$|\d/.test(folded)
}

/** How a phone number or an e-mail address starts; null for any other text, and for one that is too short. */
function reachIn(folded: string): string | null {
  const reach = folded.includes('@') ? folded : phoneDigits(folded)
  // No phone number starts with 1, but many codes do.
  return reach !== null && reach.length >= START_LENGTH && !reach.startsWith('1') ? reach : null
}
