import { describe, expect, test } from 'vitest'
import { defaultRow } from '../../../src/web/palette/machine/choice.ts'
import { readQuery } from '../../../src/web/palette/machine/query.ts'
import type { Row } from '../../../src/web/palette/machine/row.ts'
import type { Answer, Effect } from '../../../src/web/palette/machine/state.ts'
import { codeRow, PACK_ROW, recordOf, recordRow, SERVER_ROW, StatePalette } from './state-events.ts'

const MISSING: Answer = { state: 'missing' }
const FAILED: Answer = { state: 'failed' }
/** The row of a verb with a part of a code. */
const ON_MATCH: Row = { ...PACK_ROW, id: 'asked:order.pack order 108856', asked: true, subject: '108856' }

describe('Enter', () => {
  const open = (code: string): Effect => ({ do: 'open', record: recordOf(code), where: 'here' })
  const WAITS = { held: 'here', entered: true, attempt: 0 }
  const MATCH = recordRow('104823')
  const SAYS = { held: null, entered: true }
  interface Case {
    text: string
    rows: Row[]
    answer?: Answer
    /** Whether the rows are in the document. Default: true. */
    isShown?: boolean
    /** How often ↓ is pressed before Enter. */
    down?: number
    does?: Effect[]
    jump?: object
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
    ['on an unknown code waits', { text: '104899', rows: [codeRow('104899')], jump: WAITS }],
    [
      'on an unknown code waits, and takes no match that is shown as chosen',
      { text: '10482', rows: [MATCH], jump: WAITS },
    ],
    [
      'on an unknown code waits, and takes no match that was not shown',
      { text: '10482', rows: [MATCH], isShown: false, jump: WAITS },
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
      { text: '104899', rows: [codeRow('104899')], answer: MISSING, jump: SAYS },
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
      { text: '10482', rows: [recordRow('104823')], answer: MISSING, isShown: false, jump: SAYS },
    ],
    [
      'after a failure requests the code again',
      { text: '104899', rows: [codeRow('104899')], answer: FAILED, jump: { ...WAITS, attempt: 1 } },
    ],
    [
      'on a command runs it',
      { text: 'pack', rows: [PACK_ROW], does: [{ do: 'run', row: PACK_ROW, isAction: false }] },
    ],
    [
      'on a verb with a part of a code runs on the match that is shown',
      { text: '8856 pay', rows: [ON_MATCH], does: [{ do: 'run', row: ON_MATCH, isAction: true }] },
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
  ])('%s', (_, { text, rows, answer, isShown = true, down = 0, does = [], jump = {} }) => {
    const palette = new StatePalette({ matches: () => [], rows: () => rows })
    palette.dispatch({ type: 'open', text })
    palette.dispatch({ type: 'painted' })
    if (answer) palette.dispatch({ type: 'answered', question: `all ${text}`, answer })
    for (let count = 0; count < down; count += 1) palette.press('ArrowDown')
    if (isShown) palette.show()
    palette.press('Enter')
    expect(palette.done).toEqual(does)
    expect(palette.state.jump).toMatchObject(jump)
  })
})

test('Enter on a code that the server found after a match was chosen opens neither, but chooses the exact one', () => {
  const found = recordOf('10482')
  const palette = new StatePalette({
    matches: () => [],
    rows: ({ jump }) => [...(jump.answer ? [recordRow('10482', { late: true })] : []), recordRow('104823')],
  })
  palette.openOn('10482')
  palette.dispatch({ type: 'answered', question: 'all 10482', answer: { state: 'found', record: found } })
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
  test.each<[string, Row[], string, Row | null]>([
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
