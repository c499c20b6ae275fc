import { performance } from 'node:perf_hooks'
import { interpret, MAX_LENGTH } from '../../commands/interpreter/interpret.ts'
import { CAPABILITIES } from '../../src/contract/capabilities.ts'
import { type Row, summarise } from './figures.ts'

const WARM_UP = 50
const REPEATS = 200

/** Limits in milliseconds. */
const SENTENCE = 0.3
const LONG = 2

const TEXTS = [
  { name: 'An action with a code', part: 'pay 108856', length: 0, limit: SENTENCE },
  {
    name: 'A sentence of 80 characters',
    part: 'pay 108856 credit card yesterday ref "inv 88, part b" $2,927.24 for the old taps',
    length: 0,
    limit: SENTENCE,
  },
  {
    name: 'Three steps in 80 characters',
    part: '108856 pay cash yesterday ref 88, pack saying thank you, collect Hemi Walker now',
    length: 0,
    limit: SENTENCE,
  },
  {
    name: 'A list with criteria in 80 characters',
    part: 'unpaid chch orders over $500 since last monday with TAP-40 no e-mail for hawkins',
    length: 0,
    limit: SENTENCE,
  },
  {
    name: 'An action on a list',
    part: 'pack paid christchurch orders since monday over $500',
    length: 0,
    limit: SENTENCE,
  },
  {
    name: 'A list with values for an action',
    part: 'pay unpaid hawkins orders since monday over $500 cash yesterday',
    length: 0,
    limit: SENTENCE,
  },
  {
    name: 'A question in 80 characters',
    part: 'how many unpaid orders in christchurch over $500 since last monday with TAP-40-A',
    length: 0,
    limit: SENTENCE,
  },
  { name: '10 KB of codes', part: '108858 ', length: MAX_LENGTH, limit: LONG },
  { name: '10 KB of digits in pairs', part: '02 ', length: MAX_LENGTH, limit: LONG },
  { name: '10 KB of sentences', part: 'Hi there, order 108858 is late. ', length: MAX_LENGTH, limit: LONG },
  {
    name: '100 KB of a spreadsheet',
    part: '108846\tHarbour Plumbing\t$1,234.00\n',
    length: 10 * MAX_LENGTH,
    limit: LONG,
  },
] as const

/** Sentences take less than a tenth of a millisecond. */
function fineMilliseconds(time: number): string {
  return `${time.toFixed(2)} ms`
}

/** Time to interpret what is typed or pasted into the palette. */
export function interpreterFigures(): Row[] {
  const context = {
    today: '2026-11-22',
    kindsOf: () => [],
    customShortcuts: {},
    capabilities: new Set(CAPABILITIES),
  }
  return TEXTS.map(({ name, part, length, limit }) => {
    const text = part.repeat(Math.max(1, length / part.length))
    const samples: number[] = []
    for (let time = 0; time < WARM_UP + REPEATS; time += 1) {
      const began = performance.now()
      interpret(text, context)
      if (time >= WARM_UP) samples.push(performance.now() - began)
    }
    const { median, p95 } = summarise(samples)
    return [name, `≤ ${limit} ms`, fineMilliseconds(median), fineMilliseconds(p95)]
  })
}
