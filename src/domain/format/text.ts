/** Shown for an absent value. */
export const ABSENT = '—'

/** The trimmed text; null if it is null or blank. */
export function nonBlank(text: string | null): string | null {
  const trimmed = text?.trim()
  return trimmed ? trimmed : null
}

/** The text with an upper-case first letter; the rest is unchanged. */
export function capitalised(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}

/** A code after its number sign: '#1001'. A code that has the sign already does not get a second one. */
export function withNumberSign(code: string): string {
  return code.startsWith('#') ? code : `#${code}`
}

/** A count with its noun: '1 row', '2 rows'. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** At most this many texts are named where there may be many. */
const MOST_NAMED = 3

/** The first of several texts: 'a, b, c and 4 more'. */
export function firstNamed(texts: readonly string[]): string {
  const named = texts.slice(0, MOST_NAMED).join(', ')
  return texts.length > MOST_NAMED ? `${named} and ${texts.length - MOST_NAMED} more` : named
}

/** Characters used as an apostrophe in names: quotes, modifier letters, the Polynesian glottal stop, accents. */
const APOSTROPHES = /[\u2018\u2019\u02bb\u02bc\u02b9\u2032`\u00b4]/g
/** Most texts, ASCII without a backtick: a tenth of the work. */
const ASCII = /^[ -_a-~]*$/
const MARKS = /\p{M}+/gu

/** Normalises text for comparison: lower case, no macrons or other marks, one kind of apostrophe. Idempotent. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  // Decomposed first, because some Greek signs contain an apostrophe only in that form.
  return text.normalize('NFD').toLowerCase().replace(MARKS, '').replace(APOSTROPHES, "'").normalize('NFC')
}

/**
 * Whether every word of the query occurs in one of the texts, ignoring case and macrons. A blank query matches
 * everything.
 */
export function matchesText(query: string, texts: readonly (string | null)[]): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const folded = texts.map((text) => fold(text ?? ''))
  return words.every((word) => folded.some((text) => text.includes(word)))
}

/**
 * Limits of texts in characters, of staff and of other systems: of one line, and of notes and messages. Lists load
 * the texts of 200 records at once.
 */
export const LONGEST_LINE = 500
export const LONGEST_NOTES = 10_000
/** Of a code or a name; a longer one is a mistake. A name that is given for a code is cut to it. */
export const LONGEST_CODE = 100

/** Why a text is too long, without the spaces around it; null if it is not. */
export function tooLongFault(text: string, longest: number): string | null {
  return text.trim().length > longest ? `may have at most ${longest} characters` : null
}

/** Control characters, and characters that take no space: codes that look the same would be different. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Why a code cannot be part of an address; null if it can. */
export function codeFault(code: string): string | null {
  if (code === '.' || code === '..') return 'may not be . or ..'
  return INVISIBLE.test(code) ? 'has an invisible character' : null
}
