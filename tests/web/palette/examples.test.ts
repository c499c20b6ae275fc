import { expect, test } from 'vitest'
import { exampleOf } from '../../../src/web/palette/examples.ts'
import { recordOf } from './state-events.ts'

const recent = [{ record: recordOf('108856'), openedAt: 1 }]

test('another example is shown each time, with the order that was opened last', () => {
  expect(exampleOf(1, recent)).toBe('108856 pay')
  const shown = Array.from({ length: 9 }, (_, index) => exampleOf(index + 1, recent))
  expect(new Set(shown).size).toBe(9)
  expect(exampleOf(10, recent)).toBe('108856 pay')
})

test('examples name no order where none was opened', () => {
  expect(exampleOf(1, [])).toBe('unpaid christchurch')
})
