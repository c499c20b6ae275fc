import { CONSIGNMENT_COURIERS, COURIERS } from './couriers.ts'

/** Shorter codes count only as a whole, because other codes could begin with them by chance. */
const SHORTEST_START = 8
/** Longer than any code, so that a long text has few beginnings. */
const LONGEST_CODE = 64

/**
 * The texts of which one may be the code in a scanned barcode: the barcode and its beginnings, longest first. Labels
 * of some carriers add digits to the code of a piece.
 */
export function possibleCodes(barcode: string): string[] {
  const codes = [barcode]
  for (let length = Math.min(barcode.length - 1, LONGEST_CODE); length >= SHORTEST_START; length -= 1) {
    codes.push(barcode.slice(0, length))
  }
  return codes
}

/** Whether a scanned barcode begins with one of these codes, or is one. */
export function beginsWithCode(barcode: string, codes: readonly string[]): boolean {
  return codes.some((code) => code === barcode || (code.length >= SHORTEST_START && barcode.startsWith(code)))
}

/** The digits of a tracking code. */
export function digitsOf(code: string): string {
  return code.replace(/\D/g, '')
}

/**
 * The tracking codes that may have these digits, which staff type without the courier's prefix. NZ Post's end with a check
 * digit and the country. None for any other number of digits.
 */
export function codesWithDigits(digits: string): string[] {
  if (!/^\d+$/.test(digits)) return []
  return CONSIGNMENT_COURIERS.flatMap((slug) => {
    const { prefix, digits: count } = COURIERS[slug].code
    const code = prefix + digits
    return digits.length === count || digits.length === count + 1 ? [code, `${code}NZ`] : []
  })
}
