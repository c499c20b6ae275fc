import { describe, expect, test } from 'vitest'
import { chosenRow, defaultRow } from '../../../src/web/palette/machine/reduce.ts'
import { pendingEnter, type ResultRow } from '../../../src/web/palette/machine/state.ts'
import type { CodeAnswer } from '../../../src/web/record-index/read-by-code.ts'
import { recordOf, recordRow, StatePalette } from './state-events.ts'

interface Case {
  text: string
  shown: string[]
  answer?: CodeAnswer
  /** How often ↓ is pressed before Enter. */
  down?: number
  /** The code of the order that Enter opens. */
  opens?: string
  waits?: boolean
}

const SEVERAL: CodeAnswer = { state: 'several', reason: 'Two have it' }

describe('Enter on a number', () => {
  // ORD-70, ORD-71
  test.each<[string, Case]>([
    [
      'opens the order that the server found by it, which is shown as chosen',
      {
        text: '1001',
        shown: ['#1001'],
        answer: { state: 'found', record: recordOf('#1001') },
        opens: '#1001',
      },
    ],
    [
      'waits for the server, and opens no order that is shown with a sign',
      { text: '1001', shown: ['#1001'], waits: true },
    ],
    [
      'with its sign opens the order that has the sign, too',
      { text: '#1001', shown: ['1001', '#1001'], opens: '#1001' },
    ],
    [
      'with its sign waits for the server if only the order without it is shown',
      { text: '#1001', shown: ['1001'], waits: true },
    ],
    [
      'opens none of several orders that are shown',
      { text: '1001', shown: ['#1001', 'INV-1001'], answer: { state: 'missing' } },
    ],
    [
      'opens none of several orders of which one is shown',
      { text: '1001', shown: ['#1001'], answer: SEVERAL },
    ],
    [
      'of several orders opens the one that the user chose',
      { text: '1001', shown: ['#1001', 'INV-1001'], answer: SEVERAL, down: 2, opens: 'INV-1001' },
    ],
  ])('%s', (_, { text, shown, answer, down = 0, opens, waits = false }) => {
    const rows = shown.map((code) => recordRow(code))
    const palette = new StatePalette({ matches: () => [], rows: () => rows })
    palette.dispatch({ type: 'open', text })
    palette.dispatch({ type: 'painted' })
    if (answer) palette.dispatch({ type: 'responded', responses: { code: { about: `all ${text}`, answer } } })
    for (let count = 0; count < down; count += 1) palette.press('ArrowDown')
    palette.show()
    palette.press('Enter')
    const record = opens === undefined ? [] : [recordOf(opens)]
    expect(palette.done).toEqual(record.map((one) => ({ do: 'open', record: one, where: 'here' })))
    expect(pendingEnter(palette.state)).toBe(waits ? 'here' : null)
  })
})

describe('the row that is chosen for a number', () => {
  // PRD-8
  test.each([
    ['1001', '#1001'],
    ['73513537', 'TWIN-A'],
  ])('is none if the server knows of several records with %s', (text, code) => {
    const rows = [recordRow(code)]
    const palette = new StatePalette({ matches: () => [], rows: () => rows })
    palette.dispatch({ type: 'open', text })
    expect(chosenRow(palette.state, rows)).toEqual(rows[0])
    palette.dispatch({ type: 'responded', responses: { code: { about: `all ${text}`, answer: SEVERAL } } })
    expect(chosenRow(palette.state, rows)).toBeNull()
  })

  const newer = recordRow('210010', { at: '2026-11-20T00:00:00Z' })
  test.each<[string, ResultRow[], ResultRow | null]>([
    ['is the only order with it', [recordRow('#1001'), newer], recordRow('#1001')],
    ['is none of several orders with it', [recordRow('#1001'), recordRow('W1001')], null],
  ])('%s', (_, rows, expected) => expect(defaultRow(rows, '1001')).toEqual(expected))
})
