import {
  type CodeOf,
  kindBeforeCode,
  kindOfPhrase,
  MOST_NAMING_WORDS,
} from '../../src/domain/records/kind-words.ts'
import type { Token } from './tokens.ts'

/** A kind glued to its code: `PO4160`, `order#108858`. */
const GLUED = /^([a-z]{2,})[#:.-]?(\d{3,})$/i

/** The kind and the code in one word. */
export function gluedKind(word: string): { of: CodeOf; code: string } | null {
  const [, name = '', code = ''] = GLUED.exec(word) ?? []
  const of = kindOfPhrase(name.toLowerCase())
  return of === null ? null : { of, code }
}

/** The kind named by the words that end before `end`, and where they start. */
export function kindBefore(tokens: readonly Token[], end: number): { of: CodeOf; start: number } | null {
  if (/\d/.test(tokens[end - 1]?.bare ?? '')) return null
  const before = tokens.slice(Math.max(0, end - MOST_NAMING_WORDS), end)
  const named = kindBeforeCode(before.map(({ folded }) => folded))
  return named && { of: named.of, start: end - named.count }
}
