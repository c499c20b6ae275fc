/** What a phone number is written with besides its digits. */
const SIGNS = /[\s().\-\u2010-\u2015]+/gu

/** Anything that a phone number is not written with. */
const OTHERS = /[^\d +().\t\u00a0\-\u2010-\u2015]+/u

/** A New Zealand number with its area or mobile code, one of another country, or a local number of seven digits. */
const COMPLETE = /^(?:0[2-9]\d{7,9}|00[1-9]\d{7,13}|[2-9]\d{6})$/

/** Area or mobile code, and the seven digits of a local number. */
const NATIONAL = /^0[2-9]\d{0,3}?([2-9]\d{6})$/

/** The country code typed without its sign; the digits after it are a whole number. */
const BARE_COUNTRY_CODE = /^640?(?=[2-9]\d{7,9}$)/

/**
 * The digits of a phone number in their canonical form, also while it is being typed: '+64 (0)27 55' → '02755',
 * '+61 2 99' → '0061299'. Null for a text that holds anything else.
 */
export function phoneDigits(text: string): string | null {
  const bare = text.replaceAll('(0)', '').replace(SIGNS, '')
  if (!/^\+?\d+$/.test(bare)) return null
  return bare
    .replace(/^(?:\+|00)640?/, '0')
    .replace(BARE_COUNTRY_CODE, '0')
    .replace(/^\+/, '00')
}

/**
 * The canonical form of a phone number, however it is written: the digits that are dialled in New Zealand. A number of
 * another country starts with 00, a local number keeps its seven digits. Null for a text that is not a whole number.
 * @example canonicalPhone('+64 27 555 0858') // '0275550858'
 */
export function canonicalPhone(text: string): string | null {
  const digits = phoneDigits(text)
  return digits !== null && COMPLETE.test(digits) ? digits : null
}

/** The phone numbers in a text, in their canonical form, each once: '(09) 555 0123 ext 4, mob 021…' has two. */
export function phonesIn(text: string): string[] {
  return [...new Set(text.split(OTHERS).flatMap((part) => canonicalPhone(part) ?? []))]
}

/** A New Zealand number without its area or mobile code, as local callers write it; null where it has none. */
export function localPart(canonical: string): string | null {
  return NATIONAL.exec(canonical)?.[1] ?? null
}
