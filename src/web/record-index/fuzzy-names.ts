// Names are as an entry has them: folded, a line break before each and a space before every word.

/** Shorter texts are one letter away from too many words. */
const LEAST_SLIP = 4

/** A word's first letters alone are no subsequence worth showing. */
const LEAST_SUBSEQUENCE = 2

/** A text made ready for `hasSlip`. */
export interface SlipQuery {
  phrase: string
  /** One of these is in every text that is one slip away: a slip leaves one half as it is, or swaps their middle. */
  parts: readonly string[]
}

/** Null for a text that is too short. */
export function slipQuery(phrase: string): SlipQuery | null {
  if (phrase.length < LEAST_SLIP) return null
  const half = phrase.length >>> 1
  const swapped = phrase.charAt(half) + phrase.charAt(half - 1)
  const middleSwapped = phrase.slice(0, half - 1) + swapped + phrase.slice(half + 1)
  return { phrase, parts: [` ${phrase.slice(0, half)}`, phrase.slice(half), ` ${middleSwapped}`] }
}

/**
 * Whether words of a name are the text with one slip of the hand: a letter or a space too many, missing or another, or
 * two neighbours changed over.
 */
export function hasSlip(names: string, { phrase, parts }: SlipQuery): boolean {
  if (!parts.some((part) => names.includes(part))) return false
  for (let start = names.indexOf(' '); start !== -1; start = names.indexOf(' ', start + 1)) {
    if (isSlip(names, start + 1, phrase)) return true
  }
  return false
}

/** The same for the words from a place in the names on. */
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

/** Whether the text from one of its characters on stands at a place in the names, and a word ends with it. */
function isRest(names: string, place: number, phrase: string, from: number): boolean {
  let at = place
  for (let index = from; index < phrase.length; index += 1, at += 1) {
    if (names[at] !== phrase[index]) return false
  }
  return at >= names.length || names[at] === ' ' || names[at] === '\n'
}

/** Whether the letters stand in one of the names one after another, from the start of one of its words on. */
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
