// In this file, names are as in an entry: folded, with a line break before each and a space before each word.

/** Minimum length for typing errors: shorter texts are one letter away from too many words. */
const LEAST_SLIP = 4

/** Minimum length of a subsequence, because a single letter matches too much. */
const LEAST_SUBSEQUENCE = 2

/** A text prepared for `hasSlip`. */
export interface SlipQuery {
  phrase: string
  /**
   * Parts of which any text with one typing error contains at least one: an error leaves one half unchanged, or
   * swaps the letters in the middle.
   */
  parts: readonly string[]
}

/** Null if the text is too short. */
export function slipQuery(phrase: string): SlipQuery | null {
  if (phrase.length < LEAST_SLIP) return null
  const half = phrase.length >>> 1
  const swapped = phrase.charAt(half) + phrase.charAt(half - 1)
  const middleSwapped = phrase.slice(0, half - 1) + swapped + phrase.slice(half + 1)
  return { phrase, parts: [` ${phrase.slice(0, half)}`, phrase.slice(half), ` ${middleSwapped}`] }
}

/**
 * Whether words of a name equal the text with one typing error: an extra, missing or wrong letter or space, or two
 * swapped letters.
 */
export function hasSlip(names: string, { phrase, parts }: SlipQuery): boolean {
  if (!parts.some((part) => names.includes(part))) return false
  for (let start = names.indexOf(' '); start !== -1; start = names.indexOf(' ', start + 1)) {
    if (isSlip(names, start + 1, phrase)) return true
  }
  return false
}

/** Whether the words from this position on equal the text with one typing error. */
function isSlip(names: string, start: number, phrase: string): boolean {
  let same = 0
  while (same < phrase.length && names[start + same] === phrase[same]) same += 1
  if (same === phrase.length) return false
  const at = start + same
  if (isRest(names, at, phrase, same + 1)) return true
  const next = names[at]
  if (next === undefined || next === '\n') return false
  return (
    isRest(names, at + 1, phrase, same) ||
    isRest(names, at + 1, phrase, same + 1) ||
    (next === phrase[same + 1] && names[at + 1] === phrase[same] && isRest(names, at + 2, phrase, same + 2))
  )
}

/**
 * Whether the rest of the text, from one of its characters on, is at this position in the names and ends with a
 * word.
 */
function isRest(names: string, place: number, phrase: string, from: number): boolean {
  let at = place
  for (let index = from; index < phrase.length; index += 1, at += 1) {
    if (names[at] !== phrase[index]) return false
  }
  return at >= names.length || names[at] === ' ' || names[at] === '\n'
}

/** Whether the letters occur in one of the names in this order, beginning at the start of a word. */
export function holdsInTurn(names: string, letters: string): boolean {
  if (letters.length < LEAST_SUBSEQUENCE) return false
  for (let start = 0; start !== -1; start = names.indexOf('\n', start + 1)) {
    const next = names.indexOf('\n', start + 1)
    const end = next === -1 ? names.length : next
    let at = names.indexOf(` ${letters.charAt(0)}`, start) + 1
    for (let index = 1; at > 0 && index < letters.length; index += 1) {
      at = names.indexOf(letters.charAt(index), at + 1)
    }
    if (at > 0 && at < end) return true
  }
  return false
}
