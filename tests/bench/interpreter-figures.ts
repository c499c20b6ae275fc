import { performance } from 'node:perf_hooks'
import { interpret, MAX_LENGTH } from '../../commands/interpreter/interpret.ts'
import { CAPABILITIES } from '../../src/contract/capabilities.ts'
import { milliseconds, type Row, summarise } from './figures.ts'

const WARM_UP = 50
const REPEATS = 200

const TEXTS = [
  { name: 'An action with a code', part: 'pay 108856', length: 0 },
  { name: '10 KB of codes', part: '108858 ', length: MAX_LENGTH },
  { name: '10 KB of digits in pairs', part: '02 ', length: MAX_LENGTH },
  { name: '10 KB of sentences', part: 'Hi there, order 108858 is late. ', length: MAX_LENGTH },
  { name: '100 KB of a spreadsheet', part: '108846\tHarbour Plumbing\t$1,234.00\n', length: 10 * MAX_LENGTH },
] as const

/** Time to interpret what is typed or pasted into the palette. */
export function interpreterFigures(): Row[] {
  const context = {
    today: '2026-11-22',
    kindsOf: () => [],
    customShortcuts: {},
    capabilities: new Set(CAPABILITIES),
  }
  return TEXTS.map(({ name, part, length }) => {
    const text = part.repeat(Math.max(1, length / part.length))
    const samples: number[] = []
    for (let time = 0; time < WARM_UP + REPEATS; time += 1) {
      const began = performance.now()
      interpret(text, context)
      if (time >= WARM_UP) samples.push(performance.now() - began)
    }
    const { median, p95 } = summarise(samples)
    return [name, '≤ 2 ms', milliseconds(median), milliseconds(p95)]
  })
}
