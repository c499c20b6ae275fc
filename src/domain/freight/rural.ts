/** Urban in spite of the third digit: 1071 and 1072 are streets on Auckland's isthmus. */
const FILLED_BLOCKS = ['107']

/**
 * Whether couriers count a postcode as rural: its third digit is 7 to 9, except in a block that a town has filled.
 * Invalid postcodes count as urban.
 */
export function isRuralPostcode(postcode: string): boolean {
  const code = postcode.trim()
  return /^\d{2}[789]\d$/.test(code) && !FILLED_BLOCKS.includes(code.slice(0, 3))
}
