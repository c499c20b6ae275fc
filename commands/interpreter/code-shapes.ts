import { CONSIGNMENT_COURIERS, COURIERS } from '../../src/domain/freight/couriers.ts'
import { type CodeOf, kindOfPhrase } from '../../src/domain/records/kind-words.ts'

/** The fewest characters of a part of a code. */
export const MIN_PART = 3
/** The most characters of a code. */
export const MAX_CODE = 40
/** The fewest characters of any shape below. */
const MIN_SHAPE = 5

const DIGITS = /^\d+$/
/** The maximum number of digits of web orders, invoices and customers. */
export const MOST_DIGITS = 6
/** Codes with letters: a prefix of web orders, such as `W` or `W-`, up to four letters and a country in tracking codes. */
const LETTERED = /^[a-z]{1,4}[-/]?\d{5,13}([a-z]{2})?$/i
/** A web order with the letter or number of its part: `104823-B`, `104823/2`. */
const SUFFIXED = /^\d{5,6}[-/][a-z\d]$/i
/** A product: parts joined by signs, with a letter and a digit. */
const PRODUCT = /^[\p{L}\d]+(?:[-/#][\p{L}\d]+){2,}$/u
/** The host of a URL without its scheme. */
const HOST = /^[^/]+\.[^/]+\//
const PART = /^[\p{L}\d][\p{L}\d\-/#.+_]*$/u
/** An amount, a day or a time. */
const NUMBERS = /^\d+(?:[/.:-]\d+)+$/

const BOOKABLE = CONSIGNMENT_COURIERS.map((slug) => COURIERS[slug].code)
const COURIER_PREFIX = new RegExp(`^(?:${BOOKABLE.map(({ prefix }) => prefix).join('|')})$`, 'i')
/** A courier's code may end in a check digit and the country; the label of a piece adds three digits. */
const TRACKING = new RegExp(
  `^(?:${BOOKABLE.map(({ prefix, digits }) => `${prefix}\\d{${digits}}`).join('|')})\\d?(?:\\d{3})?(?:NZ)?$`,
  'i',
)

/** Whether a word is the number of a web order, an invoice or a customer, which most codes are. */
export function isNumberShape(word: string): boolean {
  return word.length >= MIN_SHAPE && word.length <= MOST_DIGITS && DIGITS.test(word)
}

/** Whether a word has the shape of a whole code, so that it is one even in a sentence. */
export function isCodeShape(word: string): boolean {
  if (word.length < MIN_SHAPE || word.length > MAX_CODE) return false
  if (DIGITS.test(word)) return isNumberShape(word)
  return LETTERED.test(word) || SUFFIXED.test(word) || (hasLetterAndDigit(word) && PRODUCT.test(word))
}

/** Whether a word may be a code or a part of one, in a text that contains only codes. */
export function isPart(word: string): boolean {
  if (word.length < MIN_PART || word.length > MAX_CODE) return false
  return /\d/.test(word) && PART.test(word) && !NUMBERS.test(word)
}

/** Whether it is the complete tracking code of a courier. */
export function isTrackingCode(word: string): boolean {
  return TRACKING.test(word)
}

/** Whether letters begin the tracking codes of a courier. */
export function isCourierPrefix(letters: string): boolean {
  return COURIER_PREFIX.test(letters)
}

/**
 * The codes in a URL, or in words joined by signs: each part that is a known code, has the shape of one or follows the
 * name of a kind. If one of them is a courier's tracking code, the other parts of the URL are ignored. A word that may
 * be a code itself is not cut: `104823-B` is not 104823 (ORD-70).
 */
export function codesInside(
  word: string,
  isKnown: (code: string) => boolean,
): { code: string; of: CodeOf | null }[] {
  const isCode = (text: string) => isCodeShape(text) || (isPart(text) && isKnown(text))
  if (NUMBERS.test(word)) {
    const numbers = word.split(/\D+/)
    return numbers.every(isCode) ? numbers.map((code) => ({ code, of: null })) : []
  }
  const segments = word.split(/[/?&=#:]+/).map(decoded)
  const whole = segments.flatMap((code, index) => {
    const of = kindOfPhrase(segments[index - 1]?.toLowerCase() ?? '')
    return isCode(code) || (of !== null && isPart(code)) ? [{ code, of }] : []
  })
  const tracking = whole.filter(({ code }) => isTrackingCode(code))
  if (tracking.length > 0) return tracking
  const isUrl = !isPart(word) || HOST.test(word) || whole.some(({ of }) => of !== null)
  if (!isUrl && whole.length < segments.length) return []
  if (whole.length > 0) return whole
  return segments
    .flatMap((segment) => {
      const pieces = segment.split(/[^\p{L}\p{N}]+/u)
      return isPart(segment) && !pieces.every(isCode) ? [] : pieces.filter(isCode)
    })
    .map((code) => ({ code, of: null }))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function hasLetterAndDigit(word: string): boolean {
  return /\d/.test(word) && /\p{L}/u.test(word)
}
