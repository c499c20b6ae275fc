import type { CardSlug } from './rate-card.ts'

/**
 * Live bookings are numbered from here, so that the demo's consignments can have the numbers below it: with a number
 * of its own every code is its own.
 */
export const FIRST_LIVE_NUMBER = 1_000_000

/** Weights of the check digit of postal item numbers (UPU standard S10). */
const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]

/** GUESS: the prefixes of Aramex, Castle Parcels and Titus. */
const FORMS: Record<Exclude<CardSlug, 'nzpost'>, { prefix: string; digits: number }> = {
  aramex: { prefix: 'ARX', digits: 9 },
  castleparcels: { prefix: 'CPL', digits: 8 },
  nzcouriers: { prefix: 'LH', digits: 7 },
  posthaste: { prefix: 'COC', digits: 8 },
  titus: { prefix: 'TTS', digits: 8 },
}

/** A courier's code of its own number, such as `LH1602541`: `CL` … `NZ` with its check digit for NZ Post. */
export function trackingCode(slug: CardSlug, number: number): string {
  if (slug === 'nzpost') return nzPostCode(number)
  const { prefix, digits } = FORMS[slug]
  return prefix + String(number).padStart(digits, '0')
}

/** The number that a courier's code was made from; null for any other text. */
export function codeNumber(slug: CardSlug, code: string): number | null {
  const [digits] = /(?<!\d)\d{7,9}(?!\d)/.exec(code) ?? ['']
  const number = Number(slug === 'nzpost' ? digits.slice(0, -1) : digits)
  return trackingCode(slug, number) === code ? number : null
}

function nzPostCode(number: number): string {
  const digits = String(number).padStart(S10_WEIGHTS.length, '0')
  const sum = S10_WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const check = 11 - (sum % 11)
  return `CL${digits}${check === 10 ? 0 : check === 11 ? 5 : check}NZ`
}
