import { describe, expect, test } from 'vitest'
import type { Row } from '../../../src/web/palette/machine/row.ts'
import type { Answer } from '../../../src/web/palette/machine/state.ts'
import { codeRow, PACK_ROW, recordOf, recordRow, SERVER_ROW, StatePalette } from './state-events.ts'

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

  test('opens the record where it was asked for, without a commit in between', () => {
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

  test('that no commit has drawn yet counts for Enter', () => {
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

test('a search that ends does not change which row Enter takes before it is drawn', () => {
  const palette = new StatePalette({
    matches: () => [],
    rows: ({ search }) => [{ ...SERVER_ROW, others: search ? 1 : null }, recordRow('104899')],
  })
  palette.openOn('tide')
  palette.dispatch({ type: 'searched', search: { about: 'tide', state: 'found', records: [] } })
  palette.press('Enter')
  expect(opened(palette)).toEqual(['go'])
})

describe('a row', () => {
  const ROWS = { whang: [recordRow('108047')], whanga: [recordRow('108052'), recordRow('108047')] }

  test.each(['Enter', 'alt+1'])('that was not shown is not taken by %s until it is', (chord) => {
    const palette = paletteWith(ROWS)
    palette.openOn('whang')
    palette.dispatch({ type: 'type', text: 'whanga' })
    palette.press(chord)
    expect(opened(palette)).toEqual([])
    palette.show()
    palette.press(chord)
    expect(opened(palette)).toEqual(['108052 here'])
  })

  test('that the user sees as chosen is taken, though the next text is not drawn yet', () => {
    const palette = paletteWith({ ...ROWS, whanga: ROWS.whang })
    palette.openOn('whang')
    palette.dispatch({ type: 'type', text: 'whanga' })
    palette.press('Enter')
    expect(opened(palette)).toEqual(['108047 here'])
  })

  test('that an arrow chose is not taken before it is drawn', () => {
    const palette = paletteWith(ROWS)
    palette.openOn('whanga')
    palette.press('ArrowDown')
    palette.press('Enter')
    expect(opened(palette)).toEqual([])
    palette.show()
    palette.press('Enter')
    expect(opened(palette)).toEqual(['108047 here'])
  })

  test('of an older text is not taken by a click', () => {
    const palette = paletteWith(ROWS)
    palette.openOn('whang')
    palette.dispatch({ type: 'type', text: 'whanga' })
    palette.dispatch({ type: 'take', row: recordRow('108047'), where: 'here' })
    expect(opened(palette)).toEqual([])
  })
})

describe('keys while it opens', () => {
  test('wait for the rows, and take only what the text says', () => {
    const palette = paletteWith({
      pack: [PACK_ROW],
      '108047': [recordRow('108047')],
      whang: [recordRow('1')],
    })
    for (const [text, expected] of [
      ['pack', ['run']],
      ['108047', ['108047 here']],
      ['whang', []],
    ] as const) {
      palette.done.length = 0
      palette.dispatch({ type: 'open', text: '' })
      for (const character of text) palette.press(character)
      palette.press('Enter')
      expect(opened(palette)).toEqual([])
      palette.dispatch({ type: 'painted' })
      expect(opened(palette)).toEqual(expected)
      palette.dispatch({ type: 'close' })
    }
  })

  test('are cancelled by an edit', () => {
    const palette = paletteWith({ '108047': [recordRow('108047')] })
    palette.dispatch({ type: 'open', text: '10804' })
    palette.press('Enter')
    palette.press('7')
    palette.dispatch({ type: 'painted' })
    expect([opened(palette), palette.state.queuedKeys]).toEqual([[], []])
  })
})

describe('the actions of a row', () => {
  const palette = () => paletteWith({ whang: [recordRow('108047')], '': [PACK_ROW] })

  test('replace the rows, and Backspace without a text goes back to the row', () => {
    const one = palette()
    one.openOn('whang')
    one.press('Tab')
    expect(one.state).toMatchObject({ text: '', subject: { record: recordOf('108047'), before: 'whang' } })
    one.show()
    one.press('Backspace')
    expect(one.state).toMatchObject({ text: 'whang', subject: null, choice: 'order:108047' })
  })

  test('are not run before they are shown', () => {
    const one = palette()
    one.openOn('whang')
    one.press('Tab')
    one.press('Enter')
    expect(one.done).toEqual([])
    one.show()
    one.press('Enter')
    expect(one.done).toEqual([{ do: 'run', row: PACK_ROW, isAction: true }])
  })
})

test('edits look up rows at most once a frame', () => {
  const palette = paletteWith({})
  palette.openOn('')
  for (const text of ['1', '10', '104']) palette.dispatch({ type: 'type', text })
  expect(palette.state.sources?.text).toBe('1')
  palette.dispatch({ type: 'frame' })
  expect(palette.state.sources?.text).toBe('104')
})

test('events after it has closed change nothing', () => {
  const palette = paletteWith({})
  palette.openOn('104899')
  palette.dispatch({ type: 'close' })
  const { state } = palette
  palette.dispatch({ type: 'type', text: '1' })
  palette.dispatch({ type: 'frame' })
  palette.dispatch({ type: 'painted' })
  palette.press('Enter')
  expect([palette.state, palette.done]).toEqual([state, []])
})
