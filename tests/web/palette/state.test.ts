import { describe, expect, test } from 'vitest'
import type { Row } from '../../../src/web/palette/machine/row.ts'
import { PACK_ROW, recordOf, recordRow, SERVER_ROW, StatePalette } from './state-events.ts'

/** A palette that finds the given rows by text. */
function paletteWith(rows: Record<string, Row[]>): StatePalette {
  return new StatePalette({
    matches: () => [],
    rows: ({ sources }) => rows[sources?.text ?? ''] ?? [],
  })
}

const opened = (palette: StatePalette) =>
  palette.done.map((effect) => (effect.do === 'open' ? `${effect.record.code} ${effect.where}` : effect.do))

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

test('Option and a digit on a Mac take a row, and do not type their character', () => {
  const palette = paletteWith({ whang: [recordRow('108047'), recordRow('108052')] })
  palette.openOn('whang')
  palette.show()
  palette.dispatch({ type: 'key', stroke: { chord: 'alt+2', character: '™', repeat: false } })
  expect([palette.state.text, opened(palette)]).toEqual(['', ['108052 here']])
  palette.openOn('whang')
  palette.show()
  palette.dispatch({ type: 'key', stroke: { chord: 'alt+9', character: 'ª', repeat: false } })
  expect(palette.state.text).toBe('whang')
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
