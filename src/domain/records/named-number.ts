import { fold } from '../format/fold.ts'

/** What a number can be named as: a kind of record, or the reference of a customer's own order. */
export type NumberName = 'order' | 'reference' | 'customer' | 'consignment' | 'product' | 'supplier'

const NAMES: ReadonlyMap<string, NumberName> = new Map([
  ['order', 'order'],
  ['ord', 'order'],
  ['po', 'reference'],
  ['ref', 'reference'],
  ['reference', 'reference'],
  ['customer', 'customer'],
  ['cust', 'customer'],
  ['account', 'customer'],
  ['acc', 'customer'],
  ['c', 'customer'],
  ['consignment', 'consignment'],
  ['connote', 'consignment'],
  ['con', 'consignment'],
  ['product', 'product'],
  ['item', 'product'],
  ['sku', 'product'],
  ['supplier', 'supplier'],
])

/** A word, perhaps 'no.', and one word with a digit in it. */
const SHAPE = /^([\p{L}.]+?)[.:]?(?:\s+(?:no|number)[.:]?)?[\s#:]+(\S*\d\S*)$/iu

/** A longer text is not a named number. */
const LONGEST = 60

/** A number with the name that staff typed before it. */
export interface NamedNumber {
  name: NumberName
  /** The number as typed. */
  number: string
}

/**
 * Parses a number with its name: 'customer 10097', 'PO 4160', 'ref: 8915', 'order #108858'. Null for any other
 * text.
 */
export function namedNumber(text: string): NamedNumber | null {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST) return null
  const [, word = '', number = ''] = SHAPE.exec(trimmed) ?? []
  const name = NAMES.get(fold(word).replaceAll('.', ''))
  return name ? { name, number: number.replace(/[.,;:!?]+$/, '') } : null
}
