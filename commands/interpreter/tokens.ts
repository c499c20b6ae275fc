import { fold } from '../../src/domain/format/text.ts'

/** A word of the text. */
export interface Token {
  /** As typed. */
  raw: string
  /** Without the punctuation around it; empty for punctuation alone. */
  bare: string
  /** As phrases are compared: folded, `&` as 'and'; empty for other punctuation. */
  folded: string
  /** Whether a comma, a tab or a new line precedes it, so that it does not continue the word before. */
  isApart: boolean
  /** Whether that is a comma alone, without a space: the 4 of `11,4`. */
  isGlued: boolean
}

/** Most words, which have nothing to trim. */
const PLAIN = /^[a-z\d]+$/i
/** Words between spaces, commas and lines; the commas in `2,927.24` stay. */
const TOKEN = /[^\s,;|]+(?:,\d{3}(?!\d)[^\s,;|]*)*/g
const BREAK = /[\t\r\n,;|]/
const EDGE = /[\p{L}\p{N}\p{M}]/u
/** Characters that take no space, such as marks of the direction of writing, but not the joiners within signs. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu
/** Half of a surrogate pair, where a text was cut; URLs cannot contain it. */
const HALF = /\p{Surrogate}/gu
/** Most texts, in which nothing is removed or composed. */
const ASCII = /^[\n\t -~]*$/
/** All spaces in a line but single plain ones, which most texts have alone. */
const SPACES = / [^\S\n\t]+|[^\S\n\t ][^\S\n\t]*/g

/** Normalises text from outside: limited in length, composed, with single spaces in a line. */
export function cleaned(text: string, length: number): string {
  const cut = text.slice(0, length)
  const composed = ASCII.test(cut) ? cut : cut.replace(HALF, '\ufffd').replace(INVISIBLE, '').normalize('NFC')
  return composed.replace(SPACES, ' ').trim()
}

/** A cleaned text in one line. */
export function inOneLine(text: string): string {
  return text.replace(/ ?[\n\t]\s*/g, ' ')
}

/**
 * Words whose signs count: an address, an amount, what is between the numbers of a parcel, and a number with a sign or a
 * decimal point before it. Without them, -5 and .5 would be 5.
 */
const AS_TYPED = /^https?:|^\$|^\d{0,3}[*×]$|^[-+±−–]\$?\.?\d|^\.\d/i

/** A word as it is read after a verb and named if it is not understood; empty for punctuation alone. */
export function spokenText({ raw, bare }: Pick<Token, 'raw' | 'bare'>): string {
  return AS_TYPED.test(raw) ? raw : bare
}

/** Tokens as typed, with single spaces. */
export function rawText(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw).join(' ')
}

export function tokensOf(text: string): Token[] {
  let end = 0
  return Array.from(text.matchAll(TOKEN), ({ 0: raw, index }) => {
    const gap = text.slice(end, index)
    const isApart = gap !== ' ' && BREAK.test(gap)
    const isGlued = gap === ','
    end = index + raw.length
    if (PLAIN.test(raw)) return { raw, bare: raw, folded: raw.toLowerCase(), isApart, isGlued }
    const bare = trimPunctuation(raw)
    return { raw, bare, folded: raw === '&' || raw === '+' ? 'and' : fold(bare), isApart, isGlued }
  })
}

/** The text from its first letter or digit to its last. */
export function trimPunctuation(text: string): string {
  const first = text.search(EDGE)
  if (first === -1) return ''
  let end = text.length
  while (end > first) {
    const character = lastCharacter(text, end)
    if (EDGE.test(character)) break
    end -= character.length
  }
  return text.slice(first, end)
}

function lastCharacter(text: string, end: number): string {
  const unit = text.charCodeAt(end - 1)
  return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? end - 2 : end - 1, end)
}

/** The words of some tokens, as phrases are compared. */
export function phraseOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ folded }) => folded)
    .filter(Boolean)
    .join(' ')
}
