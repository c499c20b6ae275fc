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

describe('keys behind a pending Enter', () => {
  function waiting() {
    const palette = paletteWith({ '104899': [codeRow('104899')] })
    palette.openOn('104899')
    palette.press('Enter')
    palette.press('r', 'Record payment')
    return palette
  }
  const answer = (palette: StatePalette, what: Answer) =>
    palette.dispatch({ type: 'answered', question: 'all 104899', answer: what })
  const queued = (palette: StatePalette) =>
    palette.done.flatMap((effect) =>
      effect.do === 'queue-keys' ? [effect.record.code, ...effect.strokes.map(({ chord }) => chord)] : [],
    )

  test('are handed over for the record that it opens', () => {
    const palette = waiting()
    palette.press('mod+Enter')
    answer(palette, found('104899'))
    expect(palette.done.map((effect) => effect.do)).toEqual(['open', 'queue-keys'])
    expect(queued(palette)).toEqual(['104899', 'r', 'mod+Enter'])
  })

  test('leave the text as it is; a letter that begins no command edits it', () => {
    const palette = waiting()
    expect(palette.state.text).toBe('104899')
    palette.press('Escape')
    palette.press('Enter')
    palette.press('z')
    expect(palette.state).toMatchObject({ text: '104899z', jump: { held: null } })
  })

  test('are dropped and named when no record has the code', () => {
    const palette = waiting()
    answer(palette, { state: 'missing' })
    expect(palette.state.jump).toMatchObject({ held: null, following: [], dropped: ['Record payment'] })
    palette.dispatch({ type: 'type', text: '10489' })
    expect(palette.state.jump.dropped).toEqual([])
  })

  test.each(['Escape', 'Backspace', 'ArrowDown', 'ArrowLeft'])(
    '%s drops them and returns to the text',
    (chord) => {
      const palette = waiting()
      palette.press(chord)
      expect(palette.state).toMatchObject({
        phase: 'open',
        text: '104899',
        jump: { held: null, following: [] },
      })
      answer(palette, found('104899'))
      expect(palette.done).toEqual([])
    },
  )

  test('are not for a record that opens in a new tab', () => {
    const palette = paletteWith({ '104899': [codeRow('104899')] })
    palette.openOn('104899')
    palette.press('mod+Enter')
    palette.press('r')
    expect(palette.state).toMatchObject({ text: '104899r', jump: { held: null } })
  })

  test('are queued while the palette opens, too', () => {
    const palette = paletteWith({ '104899': [recordRow('104899')] })
    palette.dispatch({ type: 'open', text: '104899' })
    palette.press('Enter')
    palette.press('r', 'Record payment')
    palette.dispatch({ type: 'painted' })
    expect([opened(palette)[0], queued(palette)]).toEqual(['104899 here', ['104899', 'r']])
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
