import type { Capability } from '../../src/contract/capabilities.ts'
import type { Carton } from '../../src/contract/dispatch.ts'
import type { IndexedRecord } from '../../src/domain/records/indexed-record.ts'
import { examplesOf, grammarOf } from '../../src/domain/sentences/arguments.ts'
import { argumentsOf, type SentenceName } from '../../src/domain/sentences/record-sentences.ts'
import { SHIPPING } from '../../src/domain/sentences/ship-sentence.ts'
import { sentenceNamed } from './find-sentence.ts'

/** An example of a text that can be typed. */
interface Example {
  text: string
  /** The effect of the text: 'records its payment'. */
  meaning: string
}

const WITH_ORDER: readonly ((code: string) => Example)[] = [
  (code) => ({ text: `${code} pay`, meaning: 'records its payment' }),
  (code) => ({ text: code.slice(-4), meaning: 'finds the newest order that ends so' }),
  (code) => ({ text: `pack ${code}`, meaning: 'packs it' }),
  (code) => ({ text: `ship ${code} ${examplesOf(SHIPPING)}`, meaning: 'shows the prices of that parcel' }),
]

const WITHOUT_ORDER: readonly Example[] = [
  { text: 'unpaid christchurch', meaning: 'opens that list' },
  { text: 'consignments yesterday', meaning: 'opens that list' },
  { text: '109 + 15%', meaning: 'copies the result' },
]

/** The example of a text to type; it changes with each opening. Names the order that was opened last. */
export function exampleOf(openings: number, recent: readonly IndexedRecord[]): Example | null {
  const order = recent.find(({ kind }) => kind === 'order')?.code
  const withOrder = order === undefined ? [] : WITH_ORDER.map((make) => make(order))
  const examples = [...withOrder, ...WITHOUT_ORDER]
  return examples[(openings - 1) % examples.length] ?? null
}

/**
 * What may follow the verb before a `?`; null without one.
 * @param chosen the sentence of the chosen command, if the verb names none
 */
export function grammarIn(
  text: string,
  chosen: SentenceName | null,
  capabilities: ReadonlySet<Capability>,
  cartons: readonly Carton[],
): string | null {
  const [, verb] = /^(.+)\?\s*$/.exec(text) ?? []
  if (verb === undefined) return null
  const name = sentenceNamed(verb) ?? chosen
  const grammar = name === null ? '' : grammarOf(argumentsOf(name, capabilities, cartons))
  return grammar === '' ? null : `May be followed by ${grammar}`
}
