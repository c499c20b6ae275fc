import { fold } from '../format/text.ts'
import { kindFacts, RECORD_KINDS, type RecordKind } from './record-kind.ts'

/** The type that a text gives a code: a kind of record, or the customer's own reference of an order. */
export type CodeOf = RecordKind | 'reference'

const REFERENCE_WORDS = ['reference', 'references', 'ref', 'refs', 'your ref', 'our ref', 'customer ref']

/** Words between a kind and a code, or none for punctuation: `order no. 108858`, `order # 108858`. */
const LINKS = new Set(['', 'no', 'nos', 'nr', 'num', 'number', 'numbers', 'code', 'codes', 'id', 'is'])
const MOST_LINKS = 2
const MOST_WORDS = 2

/** The number of words before a code that can name its kind. */
export const MOST_NAMING_WORDS = MOST_WORDS + MOST_LINKS

const KINDS = new Map<string, CodeOf>([
  ...RECORD_KINDS.flatMap((kind) => kindFacts(kind).words.map((word) => [word, kind] as const)),
  ...REFERENCE_WORDS.map((word) => [word, 'reference'] as const),
])

/** The kind that a folded phrase names. */
export function kindOfPhrase(phrase: string): CodeOf | null {
  return KINDS.get(phrase) ?? null
}

/** A kind glued to a number: `PO4160`, `order#108858`, `INV/1001`. */
const GLUED = /^([a-z]{2,})[#:./-]?(\d{3,})$/i

/** The kind and the number in one word; null for any other word. */
export function gluedName(word: string): { of: CodeOf; number: string } | null {
  const [, name = '', number = ''] = GLUED.exec(word) ?? []
  const of = kindOfPhrase(name.toLowerCase())
  return of === null ? null : { of, number }
}

/**
 * The kinds of record that a code of a named kind may belong to: a purchase order's number is ours, or that of an
 * order's customer.
 */
export function kindsNamed(of: CodeOf): readonly RecordKind[] {
  return of === 'reference' || of === 'supplier-order' ? ['order', 'supplier-order'] : [of]
}

/** The kind that the folded words before a code name, and how many of the last words do: 2 for `where is order no`. */
export function kindBeforeCode(words: readonly string[]): { of: CodeOf; count: number } | null {
  for (let links = 0; links <= MOST_LINKS; links += 1) {
    const end = words.length - links
    for (let count = Math.min(MOST_WORDS, end); count > 0; count -= 1) {
      const phrase = words.slice(end - count, end).filter(Boolean)
      const of = kindOfPhrase(phrase.join(' '))
      if (of !== null) return { of, count: links + count }
    }
    const link = words[end - 1]
    if (link === undefined || !LINKS.has(link)) return null
  }
  return null
}

/** Words, followed by one word that contains a digit. */
const SHAPE = /^(\p{L}[\p{L}.\s]*?)[\s#:.]+(\S*\d\S*)$/u

/** A longer text is not a named number. */
const LONGEST = 60

/** A number, and the kind that the preceding words name. */
interface NamedNumber {
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

/** The kind of record that a code probably belongs to, judged by its format. Any other kind may have the same code. */
export function likelyKind(code: string): RecordKind {
  return RECORD_KINDS.find((kind) => kindFacts(kind).codeFormat?.test(code)) ?? 'order'
}
