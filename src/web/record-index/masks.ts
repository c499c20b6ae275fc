// Masks represent the characters of a text as bits. A text that lacks a bit of the query's mask cannot contain the
// query, which excludes most records quickly.

/** The bit of each ASCII character; -1 for none. */
type Bits = Int8Array

const DIGITS = '0123456789'
/** Offset of the bit for the second occurrence of a digit in a code. */
const AGAIN = DIGITS.length

/** Digits use the first bits; letters share the last ones. */
function bitsOf(letters: string, firstLetter: number): Bits {
  const bits = new Int8Array(128).fill(-1)
  for (const [index, digit] of [...DIGITS].entries()) bits[digit.charCodeAt(0)] = index
  for (const [index, letter] of [...letters].entries()) {
    bits[letter.charCodeAt(0)] = firstLetter + (index % (32 - firstLetter))
  }
  return bits
}

const CODE_BITS = bitsOf('abcdefghijklmnopqrstuvwxyz', 2 * AGAIN)
/** Excludes the four letters that occur in nearly every name. */
const NAME_BITS = bitsOf('bcdfghjklmnpqrstuvwxyz', AGAIN)

/** The mask of a folded code, with a second bit for a digit that occurs twice. */
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

/** Minimum length of a query for a phone number or an e-mail address. */
export const START_LENGTH = 6

/** Two bits for the beginning of a phone number or e-mail address, both of which few others share. */
export function reachMask(line: string): number {
  let hash = 0
  for (let index = 0; index < START_LENGTH; index += 1) {
    hash = (Math.imul(hash, 31) + line.charCodeAt(index)) | 0
  }
  // The high bits depend on all characters.
  const mixed = Math.imul(hash, 0x9e3779b1)
  return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31))
}

/** Whether a mask contains all bits of a query's mask. */
export function holdsMask(mask = 0, query: number): boolean {
  return (query & ~mask) === 0
}

/** Whether at most one bit of the query's mask is missing, as after one changed letter. */
export function lacksAtMostOne(mask = 0, query: number): boolean {
  const missing = query & ~mask
  return (missing & (missing - 1)) === 0
}
