import { describe, expect, test } from 'vitest'
import type { CommandRow, ResultRow } from '../../../src/web/palette/machine/state.ts'
import { fc } from '../../properties.ts'
import { PACK_ROW, recordRow, StatePalette } from './state-events.ts'

/** A palette that finds the given rows by text. */
function paletteWith(rows: Record<string, ResultRow[]>): StatePalette {
  return new StatePalette({
    matches: () => [],
    rows: ({ sources }) => rows[sources?.text ?? ''] ?? [],
  })
}

const opened = (palette: StatePalette) =>
  palette.done.map((effect) => (effect.do === 'open' ? `${effect.record.code} ${effect.where}` : effect.do))

// PAL-12
describe('↑ without a text', () => {
  const ROWS = { 'pay 108047': [recordRow('108047')], whang: [recordRow('108047'), recordRow('108052')] }

  function recalling(): StatePalette {
    const palette = paletteWith(ROWS)
    palette.texts = ['pay 108047', 'whang']
    palette.openOn('')
    return palette
  }

  test('brings back the text before, then the one before that, and stays at the first', () => {
    const palette = recalling()
    const texts = ['ArrowUp', 'ArrowUp', 'ArrowUp'].map((chord) => {
      palette.press(chord)
      palette.show()
      return palette.state.text
    })
    expect(texts).toEqual(['pay 108047', 'whang', 'whang'])
  })

  test('runs nothing, and Enter after it takes the row of that text', () => {
    const palette = recalling()
    palette.press('ArrowUp')
    expect(palette.done).toEqual([])
    palette.show()
    palette.press('Enter')
    expect(opened(palette)).toEqual(['108047 here'])
  })

  test('moves to the row above after ↓, and in a text that was never taken', () => {
    const palette = recalling()
    palette.press('ArrowUp')
    palette.press('ArrowUp')
    palette.show()
    palette.press('ArrowDown')
    palette.press('ArrowUp')
    expect([palette.state.text, palette.state.choice]).toEqual(['whang', recordRow('108047').id])
    for (const text of ['whan', 'pay 108047']) {
      palette.dispatch({ type: 'type', text })
      palette.dispatch({ type: 'frame' })
      palette.press('ArrowUp')
      expect(palette.state.text).toBe(text)
    }
  })

  // PAL-11
  test('a sentence is carried out by mod+Enter only once the document has offered that', () => {
    const row: CommandRow = { ...PACK_ROW, isNamed: true, canConfirm: true }
    const palette = paletteWith({ 'pack 108047 no mail': [row] })
    palette.openOn('pack 108047 no mail')
    const { shown } = palette.state
    palette.dispatch({ type: 'shown', ...shown, canConfirm: false })
    palette.press('mod+Enter')
    expect(palette.done).toMatchObject([{ do: 'run', isConfirmed: false }])
  })
})

// PAL-11
test('typing and Enter carry nothing out, and mod+Enter only the sentence on the screen if it is understood', () => {
  // The last one has a word that is not understood.
  const TEXTS = ['pack 108047', 'pack 108047 no mail', 'pack 108047 no mail urgent']
  const rowOf = (text: string): CommandRow => ({
    ...PACK_ROW,
    id: text,
    isNamed: true,
    canConfirm: !text.includes('urgent'),
  })
  const step = fc.oneof(
    fc.record({ do: fc.constant('type'), text: fc.constantFrom(...TEXTS) }),
    fc.record({ do: fc.constantFrom('frame', 'show', 'Enter', 'mod+Enter'), text: fc.constant('') }),
  )
  let carriedOut = 0
  fc.assert(
    fc.property(fc.constantFrom(...TEXTS), fc.array(step, { maxLength: 12 }), (first, steps) => {
      const palette = new StatePalette({
        matches: () => [],
        rows: ({ sources }) => (sources ? [rowOf(sources.text)] : []),
      })
      palette.openOn(first)
      let [text, seen, chord] = [first, first, '']
      for (const one of steps) {
        if (palette.done.length > 0) break
        if (one.do === 'type') {
          text = one.text
          palette.dispatch({ type: 'type', text })
        } else if (one.do === 'frame') palette.dispatch({ type: 'frame' })
        else if (one.do === 'show') {
          palette.show()
          seen = palette.state.shown.text ?? ''
        } else {
          chord = one.do
          palette.press(chord)
        }
      }
      for (const effect of palette.done) {
        expect(chord).not.toBe('')
        const isConfirmed = effect.do === 'run' && effect.isConfirmed
        const mayConfirm = chord === 'mod+Enter' && seen === text && !text.includes('urgent')
        if (isConfirmed) {
          expect([mayConfirm, effect.row.id]).toEqual([true, text])
          carriedOut += 1
        }
      }
    }),
    { numRuns: 1_000 },
  )
  expect(carriedOut).toBeGreaterThan(50)
})
