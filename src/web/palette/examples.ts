import type { Example, OpenedRecord } from './machine/state.ts'

const WITH_ORDER: readonly ((code: string) => Example)[] = [
  (code) => ({ text: `${code} pay`, meaning: 'records its payment' }),
  (code) => ({ text: code.slice(-4), meaning: 'finds the newest order that ends so' }),
  (code) => ({ text: `pack ${code}`, meaning: 'packs it' }),
  (code) => ({ text: `${code} freight`, meaning: 'books its freight' }),
]

const OTHERS: readonly Example[] = [
  { text: 'unpaid christchurch', meaning: 'opens that list' },
  { text: 'consignments yesterday', meaning: 'opens that list' },
  { text: '109 + 15%', meaning: 'copies the result' },
]

/** The example of a text to type; it changes with each opening. Names the order that was opened last. */
export function exampleOf(openings: number, recent: readonly OpenedRecord[]): Example | null {
  const order = recent.find(({ record }) => record.kind === 'order')?.record.code
  const withOrder = order === undefined ? [] : WITH_ORDER.map((make) => make(order))
  const examples = [...withOrder, ...OTHERS]
  return examples[(openings - 1) % examples.length] ?? null
}
