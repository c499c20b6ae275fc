/** Characters in a phone number besides digits. */
const SIGNS = /[\s().\-\u2010-\u2015]+/gu

/** Characters that no phone number contains. */
const OTHERS = /[^\d +().\t\u00a0\-\u2010-\u2015]+/u

/** A New Zealand number with its area or mobile code, one of another country, or a local number of seven digits. */
const COMPLETE = /^(?:0[2-9]\d{7,9}|00[1-9]\d{7,13}|[2-9]\d{6})$/

/** Area or mobile code, and the seven digits of a local number. */
const NATIONAL = /^0[2-9]\d{0,3}?([2-9]\d{6})$/

/** The country code typed without +, before a complete number. */
const BARE_COUNTRY_CODE = /^640?(?=[2-9]\d{7,9}$)/

/**
 * Normalises the digits of a phone number, also of a partial one: '+64 (0)27 55' → '02755', '+61 2 99' →
 * '0061299'. Null for text with other characters.
 */
export function phoneDigits(text: string): string | null {
  const bare = /^\d+$/.test(text) ? text : text.replaceAll('(0)', '').replace(SIGNS, '')
  if (!/^\+?\d+$/.test(bare)) return null
  return bare
    .replace(/^(?:\+|00)640?/, '0')
    .replace(BARE_COUNTRY_CODE, '0')
    .replace(/^\+/, '00')
}

/**
 * Normalises a phone number to the digits dialled in New Zealand. A foreign number begins with 00, a local number
 * keeps its seven digits. Null for text that is not a complete number.
 * @example canonicalPhone('+64 27 555 0858') // '0275550858'
 */
export function canonicalPhone(text: string): string | null {
  const digits = phoneDigits(text)
  return digits !== null && COMPLETE.test(digits) ? digits : null
}

/** The normalised phone numbers in a text, each once: '(09) 555 0123 ext 4, mob 021…' has two. */
export function phonesIn(text: string): string[] {
  return [...new Set(text.split(OTHERS).flatMap((part) => canonicalPhone(part) ?? []))]
}

/** A New Zealand number without its area or mobile code, as local callers write it; null if it has none. */
export function localPart(canonical: string): string | null {
  return NATIONAL.exec(canonical)?.[1] ?? null
}

/** A canonical number in groups: '03 555 0372', '027 555 0858', '0800 555 012', '555 0372'; a foreign one with its +. */
export function formatPhone(canonical: string): string {
  const [, ...groups] = /^(0800|0508)(\d{3})(\d+)$/.exec(canonical) ??
    /^(02\d)(\d{3})(\d+)$/.exec(canonical) ??
    /^(0[3-9])(\d{3})(\d+)$/.exec(canonical) ??
    /^([2-9]\d{2})(\d{4})$/.exec(canonical) ?? ['', canonical.replace(/^00/, '+')]
  return groups.join(' ')
}
