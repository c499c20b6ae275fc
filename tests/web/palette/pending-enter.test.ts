import { describe, expect, test } from 'vitest'
import type { Row } from '../../../src/web/palette/machine/row.ts'
import type { Answer } from '../../../src/web/palette/machine/state.ts'
import { codeRow, recordOf, recordRow, SERVER_ROW, StatePalette } from './state-events.ts'

const found = (code: string): Answer => ({ state: 'found', record: recordOf(code) })

/** A palette that finds the given rows by text. */
function paletteWith(rows: Record<string, Row[]>): StatePalette {
  return new StatePalette({
    matches: () => [],
    rows: ({ sources }) => rows[sources?.text ?? ''] ?? [],
  })
}

const opened = (palette: StatePalette) =>
  palette.done.map((effect) => (effect.do === 'open' ? `${effect.record.code} ${effect.where}` : effect.do))

describe('a pending Enter', () => {
  function waiting(chord = 'Enter') {
    const palette = paletteWith({ '104899': [codeRow('104899')] })
    palette.openOn('104899')
    palette.press(chord)
    expect(palette.state.jump.held).toBe(chord === 'Enter' ? 'here' : 'new-tab')
    return palette
  }
  const answer = (palette: StatePalette, about: string, what: Answer) =>
    palette.dispatch({ type: 'answered', question: `all ${about}`, answer: what })

  test('opens the record in the requested tab, without a commit in between', () => {
    const palette = waiting('mod+Enter')
    answer(palette, '104899', found('104899'))
    expect(opened(palette)).toEqual(['104899 new-tab'])
    expect(palette.state.phase).toBe('closed')
  })

  test('ends when no record has the code, and the next Enter says so', () => {
    const palette = waiting()
    answer(palette, '104899', { state: 'missing' })
    expect(palette.state.jump).toMatchObject({ held: null, entered: true })
    palette.press('Enter')
    expect(opened(palette)).toEqual([])
  })

  test('is repeated by Enter after a failure', () => {
    const palette = waiting()
    answer(palette, '104899', { state: 'failed' })
    palette.press('Enter')
    expect(palette.state.jump).toMatchObject({ held: 'here', answer: null, attempt: 1 })
  })

  test.each<[string, (palette: StatePalette) => void]>([
    ['an edit', (palette) => palette.dispatch({ type: 'type', text: '1048990' })],
    [
      'an edit that is taken back before its rows are looked up',
      (palette) => {
        palette.dispatch({ type: 'type', text: '1048990' })
        palette.dispatch({ type: 'type', text: '104899' })
      },
    ],
    ['Esc', (palette) => palette.press('Escape')],
    ['an arrow', (palette) => palette.press('ArrowDown')],
    ['closing', (palette) => palette.dispatch({ type: 'close' })],
  ])('is cancelled by %s', (_, cancel) => {
    const palette = waiting()
    cancel(palette)
    answer(palette, '104899', found('104899'))
    expect(opened(palette)).toEqual([])
  })

  test('ignores an answer about another code', () => {
    const palette = waiting()
    answer(palette, '104898', found('104898'))
    expect(opened(palette)).toEqual([])
    expect(palette.state.jump.held).toBe('here')
  })
})

describe('an answer about a code', () => {
  function missing() {
    const palette = paletteWith({ '104899 ': [codeRow('104899')], '@104899': [codeRow('104899')] })
    palette.openOn('104899')
    palette.dispatch({ type: 'answered', question: 'all 104899', answer: { state: 'missing' } })
    return palette
  }

  test('counts for Enter before a commit has rendered it', () => {
    const palette = paletteWith({})
    palette.openOn('104899')
    palette.dispatch({ type: 'answered', question: 'all 104899', answer: found('104899') })
    palette.press('Enter')
    expect(opened(palette)).toEqual(['104899 here'])
  })

  test('is kept by an edit that keeps the code', () => {
    const palette = missing()
    palette.dispatch({ type: 'type', text: '104899 ' })
    palette.press('Enter')
    expect(palette.state.jump).toMatchObject({ held: null, entered: true })
  })

  test('does not answer the same code among other kinds of record', () => {
    const palette = missing()
    palette.dispatch({ type: 'type', text: '@104899' })
    palette.press('Enter')
    expect(palette.state.jump.held).toBe('here')
  })

  test('does not change which row Enter takes before it is drawn', () => {
    const found = [SERVER_ROW, recordRow('104823')]
    const palette = new StatePalette({
      matches: () => [],
      rows: ({ jump }) => (jump.answer ? found : [codeRow('10482'), ...found]),
    })
    palette.openOn('10482')
    palette.dispatch({ type: 'answered', question: 'all 10482', answer: { state: 'missing' } })
    palette.press('Enter')
    expect(opened(palette)).toEqual([])
    palette.show()
    palette.press('Enter')
    expect(opened(palette)).toEqual(['104823 here'])
  })
})
