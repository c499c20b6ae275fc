import { expect, test } from 'vitest'
import { exampleOf } from '../../../src/web/palette/current-rows.ts'
import { recordOf } from './state-events.ts'

const recent = [recordOf('108856')]

test('another example is shown each time, with the order that was opened last', () => {
  expect(exampleOf(1, recent)).toMatchObject({ text: '108856 pay' })
  const shown = Array.from({ length: 7 }, (_, index) => exampleOf(index + 1, recent)?.text)
  expect(new Set(shown).size).toBe(7)
  expect(exampleOf(8, recent)).toMatchObject({ text: '108856 pay' })
})

test('examples name no order where none was opened', () => {
  expect(exampleOf(1, [])).toMatchObject({ text: 'unpaid christchurch' })
})
