import { fold } from '../format/fold.ts'

/** Whether every word of a query stands in one of the texts, case and macrons apart. A blank query matches all. */
export function matchesText(query: string, texts: readonly (string | null)[]): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const folded = texts.map((text) => fold(text ?? ''))
  return words.every((word) => folded.some((text) => text.includes(word)))
}
