// Characters of a text as the bits of a number: a text that lacks a bit of the query's cannot hold the query, which most
// records tell at once.

/** Which bit each ASCII character sets; -1 for none. */
type Bits = Int8Array

const DIGITS = '0123456789'
/** How many bits further the second of two equal digits in a code has a bit of its own. */
const AGAIN = DIGITS.length

/** Digits have the first bits, letters share the last ones. */
function bitsOf(letters: string, firstLetter: number): Bits {
  const bits = new Int8Array(128).fill(-1)
  for (const [index, digit] of [...DIGITS].entries()) bits[digit.charCodeAt(0)] = index
  for (const [index, letter] of [...letters].entries()) {
    bits[letter.charCodeAt(0)] = firstLetter + (index % (32 - firstLetter))
  }
  return bits
}

const CODE_BITS = bitsOf('abcdefghijklmnopqrstuvwxyz', 2 * AGAIN)
/** Without the four letters that nearly every name holds. */
const NAME_BITS = bitsOf('bcdfghjklmnpqrstuvwxyz', AGAIN)

/** The mask of a folded code, in which a digit may stand twice. */
export function codeMask(text: string): number {
  let mask = 0
  for (let index = 0; index < text.length; index += 1) {
    const bit = CODE_BITS[text.charCodeAt(index)] ?? -1
    if (bit === -1) continue
    const isAgain = bit < AGAIN && (mask & (1 << bit)) !== 0
    mask |= 1 << (isAgain ? bit + AGAIN : bit)
  }
  return mask
}

/** The mask of folded names or words. */
export function nameMask(text: string): number {
  let mask = 0
  for (let index = 0; index < text.length; index += 1) {
    const bit = NAME_BITS[text.charCodeAt(index)] ?? -1
    if (bit !== -1) mask |= 1 << bit
  }
  return mask
}

/** A phone number or an e-mail address is looked for from this many characters on. */
export const START_LENGTH = 6

/** Two bits for the start of a phone number or an e-mail address: few others have both. */
export function reachMask(line: string): number {
  let hash = 0
  for (let index = 0; index < START_LENGTH; index += 1) {
    hash = (Math.imul(hash, 31) + line.charCodeAt(index)) | 0
  }
  // The high bits have something of every character.
  const mixed = Math.imul(hash, 0x9e3779b1)
  return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31))
}

/** Whether a mask has every bit of a query's. */
export function holdsMask(mask = 0, query: number): boolean {
  return (query & ~mask) === 0
}

/** Whether at most one bit of the query's is missing: a text with one letter changed can lack no more. */
export function lacksAtMostOne(mask = 0, query: number): boolean {
  const missing = query & ~mask
  return (missing & (missing - 1)) === 0
}
