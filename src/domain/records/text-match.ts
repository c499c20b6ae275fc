import { fold } from '../format/fold.ts'

/**
 * Whether every word of the query occurs in one of the texts, ignoring case and macrons. A blank query matches
 * everything.
 */
export function matchesText(query: string, texts: readonly (string | null)[]): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const folded = texts.map((text) => fold(text ?? ''))
  return words.every((word) => folded.some((text) => text.includes(word)))
}
