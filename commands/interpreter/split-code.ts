import { isCodeShape, isCourierPrefix, isTrackingCode } from './code-shapes.ts'
import type { Token } from './tokens.ts'

/** How many words a code may be split into: `CL 0925 9423 7 NZ`. */
const MOST_GROUPS = 5
const MOST_WORDS_BESIDE = 2
const FIRST_GROUP = /^[a-z]{0,4}\d{0,9}$/i
const NEXT_GROUP = /^(?:\d{1,9}|nz)$/i
/** The two groups of a web order. */
const NUMBER_GROUP = /^\d{3}$/

/**
 * A code that was typed in groups, starting at a token: `108 858`, `CPL 0100 0001`. Groups in different lines or columns
 * are different codes.
 * @param isKnown whether a record is known to have exactly this code
 */
export function splitCode(
  tokens: readonly Token[],
  index: number,
  isKnown: (code: string) => boolean,
): { code: string; end: number } | null {
  const first = tokens[index]?.bare ?? ''
  if (!FIRST_GROUP.test(first) || isCodeShape(first)) return null
  const isGroup = /^\d/.test(first) ? isNumberOf : isLetteredOf
  let code = first
  let longest: { code: string; end: number } | null = null
  for (let end = index + 1; end < Math.min(index + MOST_GROUPS, tokens.length); end += 1) {
    const token = tokens[end]
    if (!token || token.isApart || !NEXT_GROUP.test(token.bare)) break
    code += token.bare
    const isAlone = tokens.length <= end + 1 - index + MOST_WORDS_BESIDE
    if (isGroup(code, first, isAlone) || (isCodeShape(code) && isKnown(code)))
      longest = { code, end: end + 1 }
  }
  return longest
}

function isLetteredOf(code: string, first: string): boolean {
  const [letters = ''] = /^[a-z]+/i.exec(first) ?? []
  return isCourierPrefix(letters) && isTrackingCode(code)
}

/** Two numbers of three digits are one code only if the text has few other words. */
function isNumberOf(code: string, first: string, isAlone: boolean): boolean {
  return isAlone && NUMBER_GROUP.test(first) && code.length === 2 * first.length
}
