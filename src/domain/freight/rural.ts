/** Auckland's isthmus fills its block: 1071 and 1072 are its streets, not its country. */
const FILLED_BLOCKS = ['107']

/**
 * Whether couriers go to a postcode as to the country: its third digit is the kind of delivery, 7 to 9 is rural
 * except where a town has filled its block. A postcode that is none is taken for a town's.
 */
export function isRuralPostcode(postcode: string): boolean {
  const code = postcode.trim()
  return /^\d{2}[789]\d$/.test(code) && !FILLED_BLOCKS.includes(code.slice(0, 3))
}
