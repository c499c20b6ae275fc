import { fold } from '../format/fold.ts'
import { type CodeOf, kindBeforeCode } from './kind-words.ts'

/** Words, followed by one word that contains a digit. */
const SHAPE = /^(\p{L}[\p{L}.\s]*?)[\s#:.]+(\S*\d\S*)$/u

/** A longer text is not a named number. */
const LONGEST = 60

/** A number, and the kind that the preceding words name. */
export interface NamedNumber {
  of: CodeOf
  /** The number as typed. */
  number: string
}

/**
 * Parses a number that is named: 'customer 10097', 'PO 4160', 'ref: 8915', 'order no. 108858'. Null for any other
 * text.
 */
export function namedNumber(text: string): NamedNumber | null {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST) return null
  const [, before = '', number = ''] = SHAPE.exec(trimmed) ?? []
  const words = fold(before).replaceAll('.', '').split(/\s+/).filter(Boolean)
  const named = kindBeforeCode(words)
  return named?.count === words.length ? { of: named.of, number: number.replace(/[.,;:!?]+$/, '') } : null
}
