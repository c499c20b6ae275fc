import { type BookableCourier, COURIERS } from '../../../domain/freight/couriers.ts'

/**
 * The number of the first live booking. The demo's consignments use lower numbers, so that no code is used twice.
 */
export const FIRST_LIVE_NUMBER = 1_000_000

/** Weights of the check digit of postal item numbers (UPU standard S10). */
const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]

/** A courier's tracking code of a number, such as `LH1602541`; for NZ Post with its check digit and `NZ`. */
export function trackingCode(slug: BookableCourier, number: number): string {
  const { prefix, digits } = COURIERS[slug].code
  const padded = String(number).padStart(digits, '0')
  return prefix + padded + (slug === 'nzpost' ? `${checkDigit(padded)}NZ` : '')
}

/** The number of a courier's tracking code; null for any other text. */
export function codeNumber(slug: BookableCourier, code: string): number | null {
  const [digits] = /(?<!\d)\d{7,9}(?!\d)/.exec(code) ?? ['']
  const number = Number(slug === 'nzpost' ? digits.slice(0, -1) : digits)
  return trackingCode(slug, number) === code ? number : null
}

function checkDigit(digits: string): number {
  const sum = S10_WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const check = 11 - (sum % 11)
  if (check === 10) return 0
  return check === 11 ? 5 : check
}
