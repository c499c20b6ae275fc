/**
 * Limits of texts in characters, of staff and of other systems: of one line, and of notes and messages. Lists load
 * the texts of 200 records at once.
 */
export const LONGEST_LINE = 500
export const LONGEST_NOTES = 10_000

/** Control characters, and characters that take no space: codes that look the same would be different. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Why a code cannot be part of an address; null if it can. */
export function codeFault(code: string): string | null {
  if (code === '.' || code === '..') return 'may not be . or ..'
  return INVISIBLE.test(code) ? 'has an invisible character' : null
}
