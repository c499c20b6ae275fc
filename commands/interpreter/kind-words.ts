import type { CodeOf } from './reading.ts'
import { phraseOf, type Token } from './tokens.ts'

/** What staff call each kind before its code. */
const WORDS: Readonly<Record<CodeOf, readonly string[]>> = {
  order: ['order', 'orders', 'ord', 'invoice', 'invoices', 'inv', 'sales order', 'web order'],
  consignment: [
    'consignment',
    'consignments',
    'connote',
    'con note',
    'con',
    'parcel',
    'parcels',
    'shipment',
    'tracking',
    'tracking code',
    'tracking number',
    'track and trace',
  ],
  customer: ['customer', 'customers', 'cust', 'c', 'account', 'acc', 'acct', 'client'],
  product: ['product', 'products', 'item', 'sku', 'part'],
  supplier: ['supplier', 'suppliers', 'vendor', 'infusion'],
  'supplier-order': ['supplier order', 'supplier orders', 'purchase order', 'purchase orders', 'po', 'pos'],
  reference: ['reference', 'references', 'ref', 'refs', 'your ref', 'our ref', 'customer ref'],
}

/** Words between a kind and a code: `order no. 108858`, `order number is 108858`. */
const LINKS = new Set(['', 'no', 'nos', 'nr', 'num', 'number', 'numbers', 'code', 'codes', 'id', 'is'])
const MOST_LINKS = 2
const MOST_WORDS = 2

const KINDS = new Map<string, CodeOf>(
  Object.entries(WORDS).flatMap(([of, words]) =>
    words.flatMap((word): [string, CodeOf][] => (isCodeOf(of) ? [[word, of]] : [])),
  ),
)

/** A kind glued to its code: `PO4160`, `order#108858`. */
const GLUED = /^([a-z]{2,})[#:.-]?(\d{3,})$/i

function isCodeOf(name: string): name is CodeOf {
  return Object.hasOwn(WORDS, name)
}

/** The kind that a phrase names. */
export function kindOfPhrase(phrase: string): CodeOf | null {
  return KINDS.get(phrase) ?? null
}

/** The kind and the code in one word. */
export function gluedKind(word: string): { of: CodeOf; code: string } | null {
  const [, name = '', code = ''] = GLUED.exec(word) ?? []
  const of = kindOfPhrase(name.toLowerCase())
  return of === null ? null : { of, code }
}

/** The kind named by the words that end before `end`, and where they start. */
export function kindBefore(tokens: readonly Token[], end: number): { of: CodeOf; start: number } | null {
  if (/\d/.test(tokens[end - 1]?.bare ?? '')) return null
  for (let links = 0; links <= MOST_LINKS; links += 1) {
    const last = end - links
    for (let words = MOST_WORDS; words > 0; words -= 1) {
      const start = last - words
      const of = start < 0 ? null : kindOfPhrase(phraseOf(tokens.slice(start, last)))
      if (of !== null) return { of, start }
    }
    const link = tokens[last - 1]
    if (link === undefined || !LINKS.has(phraseOf([link]))) return null
  }
  return null
}
