import type { OpenedRecord } from './machine/state.ts'

/** Texts that the palette understands; the first ones name an order. */
const WITH_ORDER: readonly ((code: string) => string)[] = [
  (code) => `${code} pay`,
  (code) => code.slice(-4),
  (code) => `pack ${code}`,
  (code) => `${code} freight`,
]
const OTHERS = ['unpaid christchurch', 'consignments yesterday', '109 + 15%', 'ready', 'shipped 90 days']

/** An example of what can be typed, another one each time. Names the order that was opened last. */
export function exampleOf(openings: number, recent: readonly OpenedRecord[]): string {
  const order = recent.find(({ record }) => record.kind === 'order')?.record.code
  const withOrder = order === undefined ? [] : WITH_ORDER.map((make) => make(order))
  const examples = [...withOrder, ...OTHERS]
  return examples[(openings - 1) % examples.length] ?? ''
}
