import { describe, expect, test } from 'vitest'
import { readQuery } from '../../../commands/interpreter/query.ts'
import { defaultRow } from '../../../src/web/palette/machine/reduce.ts'
import type { CommandRow, Effect, PaletteState, ResultRow } from '../../../src/web/palette/machine/state.ts'
import type { CodeAnswer } from '../../../src/web/record-index/read-by-code.ts'
import { codeRow, PACK_ROW, recordOf, recordRow, SERVER_ROW, StatePalette } from './state-events.ts'

/** A palette that finds the given rows by text. */
function paletteWith(rows: Record<string, ResultRow[]>): StatePalette {
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
    rows: ({ responses }) => [{ ...SERVER_ROW, others: responses.search ? 1 : null }, recordRow('104899')],
  })
  palette.openOn('tide')
  palette.dispatch({
    type: 'responded',
    responses: { search: { about: 'tide', state: 'found', records: [] } },
  })
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
    expect(one.done).toEqual([{ do: 'run', row: PACK_ROW, isAction: true, isConfirmed: false }])
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

const MISSING: CodeAnswer = { state: 'missing' }
const FAILED: CodeAnswer = { state: 'failed' }
/** The row of a verb with a part of a code. */
const ON_MATCH: CommandRow = {
  ...PACK_ROW,
  id: 'named:order.pack order 108856',
  isNamed: true,
  subject: '108856',
}

describe('Enter', () => {
  const open = (code: string): Effect => ({ do: 'open', record: recordOf(code), where: 'here' })
  const WAITS = { enter: 'here', attempt: 0 } as const
  const MATCH = recordRow('104823')
  const SAYS = { enter: 'failed' } as const
  interface Case {
    text: string
    rows: ResultRow[]
    answer?: CodeAnswer
    /** Whether the rows are in the document. Default: true. */
    isShown?: boolean
    /** How often ↓ is pressed before Enter. */
    down?: number
    does?: Effect[]
    state?: Partial<PaletteState>
  }
  test.each<[string, Case]>([
    [
      'on a code in the index opens it',
      { text: '104823', rows: [recordRow('104823')], does: [open('104823')] },
    ],
    [
      'on a code in the index opens it before its rows are drawn',
      { text: '104823', rows: [recordRow('104823')], isShown: false, does: [open('104823')] },
    ],
    [
      'of two codes that differ in case opens the one typed',
      { text: 'so1', rows: [recordRow('SO1'), recordRow('so1')], does: [open('so1')] },
    ],
    ['on an unknown code waits', { text: '104899', rows: [codeRow('104899')], state: WAITS }],
    [
      'on an unknown code waits, and takes no match that is shown as chosen',
      { text: '10482', rows: [MATCH], state: WAITS },
    ],
    [
      'on an unknown code waits, and takes no match that was not shown',
      { text: '10482', rows: [MATCH], isShown: false, state: WAITS },
    ],
    [
      'on an unknown code takes the row that the user chose',
      { text: '10482', rows: [MATCH, recordRow('104824')], down: 1, does: [open('104824')] },
    ],
    [
      'on a code that the server found opens it',
      {
        text: '104899',
        rows: [codeRow('104899')],
        answer: { state: 'found', record: recordOf('104899') },
        does: [open('104899')],
      },
    ],
    [
      'on a code that no record has says so',
      { text: '104899', rows: [codeRow('104899')], answer: MISSING, state: SAYS },
    ],
    [
      'on a code that no record has opens the match that is shown as chosen',
      {
        text: '10482',
        rows: [codeRow('10482'), recordRow('104823')],
        answer: MISSING,
        does: [open('104823')],
      },
    ],
    [
      'on a code that no record has opens no match that was not shown',
      { text: '10482', rows: [recordRow('104823')], answer: MISSING, isShown: false, state: SAYS },
    ],
    [
      'after a failure requests the code again',
      { text: '104899', rows: [codeRow('104899')], answer: FAILED, state: { ...WAITS, attempt: 1 } },
    ],
    [
      'on a command runs it',
      {
        text: 'pack',
        rows: [PACK_ROW],
        does: [{ do: 'run', row: PACK_ROW, isAction: false, isConfirmed: false }],
      },
    ],
    [
      'on a verb with a part of a code runs on the match that is shown',
      {
        text: '8856 pay',
        rows: [ON_MATCH],
        does: [{ do: 'run', row: ON_MATCH, isAction: true, isConfirmed: false }],
      },
    ],
    [
      'on a verb with a part of a code runs on no match that was not shown',
      { text: '8856 pay', rows: [ON_MATCH], isShown: false },
    ],
    [
      'on the search goes to its list',
      { text: 'tide', rows: [SERVER_ROW], does: [{ do: 'go', path: '/orders', where: 'here' }] },
    ],
    ['on a name opens its row', { text: 'tidewrack', rows: [recordRow('104847')], does: [open('104847')] }],
    [
      'on a name opens no row that was not shown',
      { text: 'tidewrack', rows: [recordRow('104847')], isShown: false },
    ],
    ['with no row does nothing', { text: 'zzz', rows: [] }],
  ])('%s', (_, { text, rows, answer, isShown = true, down = 0, does = [], state = {} }) => {
    const palette = new StatePalette({ matches: () => [], rows: () => rows })
    palette.dispatch({ type: 'open', text })
    palette.dispatch({ type: 'painted' })
    if (answer) palette.dispatch({ type: 'responded', responses: { code: { about: `all ${text}`, answer } } })
    for (let count = 0; count < down; count += 1) palette.press('ArrowDown')
    if (isShown) palette.show()
    palette.press('Enter')
    expect(palette.done).toEqual(does)
    expect(palette.state).toMatchObject(state)
  })
})

test('Enter on a code that the server found after a match was chosen opens neither, but chooses the exact one', () => {
  const found = recordOf('10482')
  const palette = new StatePalette({
    matches: () => [],
    rows: ({ responses }) => [
      ...(responses.code ? [recordRow('10482', { late: true })] : []),
      recordRow('104823'),
    ],
  })
  palette.openOn('10482')
  palette.dispatch({
    type: 'responded',
    responses: { code: { about: 'all 10482', answer: { state: 'found', record: found } } },
  })
  palette.show()
  expect(palette.state.shown.chosen).toBe('order:104823')
  palette.press('Enter')
  expect(palette.done).toEqual([])
  palette.show()
  expect(palette.state.shown.chosen).toBe('order:10482')
  palette.press('Enter')
  expect(palette.done).toEqual([{ do: 'open', record: found, where: 'here' }])
})

describe('the default row', () => {
  const blocked = { ...PACK_ROW, blocked: 'Packed already' }
  const sole = { ...SERVER_ROW, others: 1 }
  const [OLD, NEW] = [
    recordRow('108858', { at: '2026-11-01T00:00:00Z' }),
    recordRow('108580', { at: '2026-11-20T00:00:00Z' }),
  ]
  const fuzzy = recordRow('10482', { fuzzy: true })
  test.each<[string, ResultRow[], string, ResultRow | null]>([
    ['is the typed code', [codeRow('104899'), fuzzy], '104899', codeRow('104899')],
    ['is the record with the typed code', [recordRow('858'), NEW], '858', recordRow('858')],
    ['is the only match of a part of a code', [OLD], '8858', OLD],
    ['is the newest match of a part of a code', [OLD, NEW], '858', NEW],
    ['is the record with the typed digits', [recordRow('W104150'), NEW], '104150', recordRow('W104150')],
    [
      'is no record that the server found beside a match',
      [recordRow('858', { late: true }), OLD],
      '858',
      OLD,
    ],
    ['is no newer match of the server’s search', [OLD, SERVER_ROW, NEW], '858', OLD],
    ['is a match of the search if this browser has none', [SERVER_ROW, OLD, NEW], '858', OLD],
    ['is no fuzzy match of a code', [fuzzy, SERVER_ROW], '10428', null],
    ['is no command while a code is typed', [PACK_ROW], '104823', null],
    ['is no fuzzy match', [recordRow('IOO', { fuzzy: true }), SERVER_ROW], 'oio', SERVER_ROW],
    ['is a blocked command rather than the search', [blocked, SERVER_ROW], 'pack', blocked],
    ['is a single match rather than the search', [sole, recordRow('104899')], 'tide', recordRow('104899')],
  ])('%s', (_, rows, text, expected) => {
    expect(defaultRow(rows, readQuery(text).code)).toEqual(expected)
  })
})

const found = (code: string): CodeAnswer => ({ state: 'found', record: recordOf(code) })

describe('a pending Enter', () => {
  function waiting(chord = 'Enter') {
    const palette = paletteWith({ '104899': [codeRow('104899')] })
    palette.openOn('104899')
    palette.press(chord)
    expect(palette.state.enter).toBe(chord === 'Enter' ? 'here' : 'new-tab')
    return palette
  }
  const answer = (palette: StatePalette, about: string, what: CodeAnswer) =>
    palette.dispatch({ type: 'responded', responses: { code: { about: `all ${about}`, answer: what } } })

  test('opens the record in the requested tab, without a commit in between', () => {
    const palette = waiting('mod+Enter')
    answer(palette, '104899', found('104899'))
    expect(opened(palette)).toEqual(['104899 new-tab'])
    expect(palette.state.phase).toBe('closed')
  })

  test('ends when no record has the code, and the next Enter says so', () => {
    const palette = waiting()
    answer(palette, '104899', { state: 'missing' })
    expect(palette.state.enter).toBe('failed')
    palette.press('Enter')
    expect(opened(palette)).toEqual([])
  })

  test('is repeated by Enter after a failure', () => {
    const palette = waiting()
    answer(palette, '104899', { state: 'failed' })
    palette.press('Enter')
    expect(palette.state).toMatchObject({ enter: 'here', responses: { code: null }, attempt: 1 })
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
    expect(palette.state.enter).toBe('here')
  })
})

describe('an answer about a code', () => {
  function missing() {
    const palette = paletteWith({ '104899 ': [codeRow('104899')], '@104899': [codeRow('104899')] })
    palette.openOn('104899')
    palette.dispatch({
      type: 'responded',
      responses: { code: { about: 'all 104899', answer: { state: 'missing' } } },
    })
    return palette
  }

  test('counts for Enter before a commit has rendered it', () => {
    const palette = paletteWith({})
    palette.openOn('104899')
    palette.dispatch({
      type: 'responded',
      responses: { code: { about: 'all 104899', answer: found('104899') } },
    })
    palette.press('Enter')
    expect(opened(palette)).toEqual(['104899 here'])
  })

  test('is kept by an edit that keeps the code', () => {
    const palette = missing()
    palette.dispatch({ type: 'type', text: '104899 ' })
    palette.press('Enter')
    expect(palette.state.enter).toBe('failed')
  })

  test('does not answer the same code among other kinds of record', () => {
    const palette = missing()
    palette.dispatch({ type: 'type', text: '@104899' })
    palette.press('Enter')
    expect(palette.state.enter).toBe('here')
  })

  test('does not change which row Enter takes before it is drawn', () => {
    const found = [SERVER_ROW, recordRow('104823')]
    const palette = new StatePalette({
      matches: () => [],
      rows: ({ responses }) => (responses.code ? found : [codeRow('10482'), ...found]),
    })
    palette.openOn('10482')
    palette.dispatch({
      type: 'responded',
      responses: { code: { about: 'all 10482', answer: { state: 'missing' } } },
    })
    palette.press('Enter')
    expect(opened(palette)).toEqual([])
    palette.show()
    palette.press('Enter')
    expect(opened(palette)).toEqual(['104823 here'])
  })
})
