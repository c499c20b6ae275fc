import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { fold } from '../../domain/format/fold.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'

/** A record with everything that a keystroke compares, made ready once. */
export interface Entry {
  record: SeenRecord
  code: string
  digits: string
  /** The code as `lookOf` reads it. */
  look: string
  /** The names folded, a line break before each and a space before every word: how a word starts is one look. */
  names: string
  /** The names, and after them the words of its addresses: no name starts with those. */
  words: string
  /** Which characters stand in its code, in its names and in its words at all, see `marksOf`. */
  codeMarks: number
  nameMarks: number
  wordMarks: number
  /** The business's own time of it, in ms; 0 where it has none. */
  at: number
  /** When it was last opened here, in ms; 0 for never. */
  openedAt: number
}

/** Makes a record ready for searching. */
export function entryOf(record: SeenRecord, openedAt: number): Entry {
  const code = fold(record.code)
  const look = lookOf(code)
  const names = [record.name, record.contact, record.also ?? '']
    .filter((name) => name !== '')
    .map((name) => `\n ${wordsOf(name).join(' ')}`)
    .join('')
  const words = `${names}\t ${wordsOf(record.place ?? '').join(' ')}`
  return {
    record,
    code,
    digits: record.code.replace(/\D/g, ''),
    look,
    names,
    words,
    codeMarks: marksOf(look, CODE_MARKS),
    nameMarks: marksOf(names, NAME_MARKS),
    wordMarks: marksOf(words, NAME_MARKS),
    at: parseInstant(record.at) ?? 0,
    openedAt,
  }
}

/** A query made ready. */
export interface Query {
  text: string
  /** Only for a query that is digits alone. */
  digits: string | null
  look: string
  /** Each with the space before it that starts a word. */
  words: readonly string[]
  /** The words one after another, as they stand somewhere in a name, and at its start. */
  phrase: string
  nameStart: string
  /** The same without spaces. */
  letters: string
  codeMarks: number
  nameMarks: number
}

/** Makes a query ready; null when there is nothing to look for. */
export function queryOf(text: string): Query | null {
  const folded = fold(text).trim()
  if (folded === '') return null
  const words = wordsOf(text).map((word) => ` ${word}`)
  const phrase = words.join('')
  return {
    text: folded,
    digits: /^\d+$/.test(folded) ? folded : null,
    look: lookOf(folded),
    words,
    phrase: phrase.slice(1),
    nameStart: `\n${phrase}`,
    letters: phrase.replaceAll(' ', ''),
    codeMarks: marksOf(lookOf(folded), CODE_MARKS),
    nameMarks: marksOf(phrase, NAME_MARKS),
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

const A = 97
const Z = 122
const ZERO = 48
const NINE = 57

/**
 * Which of 32 bits letters and digits take, from which one on and how many: where they are fewer, several share one.
 * `again` is how many bits further a digit's second time has its own, 0 where it has none.
 */
interface MarkBits {
  letters: { from: number; count: number }
  digits: { from: number; count: number; again: number }
}
const CODE_MARKS: MarkBits = {
  letters: { from: 20, count: 12 },
  digits: { from: 0, count: 10, again: 10 },
}
const NAME_MARKS: MarkBits = {
  letters: { from: 0, count: 26 },
  digits: { from: 26, count: 6, again: 0 },
}

/**
 * The letters and digits of a folded text as bits: what has not all the bits of a query cannot hold it, which most
 * records tell at once. All else has no bit.
 */
function marksOf(text: string, { letters, digits }: MarkBits): number {
  let bits = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit >= A && unit <= Z) bits |= 1 << (letters.from + ((unit - A) % letters.count))
    else if (unit >= ZERO && unit <= NINE) {
      const bit = 1 << (digits.from + ((unit - ZERO) % digits.count))
      bits |= (bits & bit) === 0 ? bit : bit << digits.again
    }
  }
  return bits
}
