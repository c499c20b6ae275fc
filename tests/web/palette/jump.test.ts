import { describe, expect, test } from 'vitest'
import { fold } from '../../../src/domain/format/fold.ts'
import type { SeenRecord } from '../../../src/domain/records/seen-record.ts'
import {
  type Answer,
  answered,
  type Enter,
  type EnterRow,
  edited,
  type Jump,
  NO_JUMP,
  resolveEnter,
} from '../../../src/web/palette/jump.ts'
import { readQuery } from '../../../src/web/palette/query.ts'
import { fc } from '../../properties.ts'

function record(code: string): SeenRecord {
  return { kind: 'order', code, name: '', contact: '', at: null, total: null, status: null }
}
function recordRow(code: string, answers: string): EnterRow {
  return { id: `order:${code}`, answers, record: record(code), command: null }
}
function codeRow(code: string): EnterRow {
  return { id: `order:${code}`, answers: code, record: null, command: null }
}
const packRow: EnterRow = { id: 'command:order.pack', answers: 'pack', record: null, command: 'order.pack' }
const found = (code: string): Answer => ({ state: 'found', record: record(code) })

function jumpTo(typed: string, answer: Answer | null = null): Jump {
  return { ...NO_JUMP, typed, code: readQuery(typed).code, answer }
}

describe('Enter', () => {
  const byUser = true
  test.each<[string, Jump, EnterRow | null, boolean, string[], Enter]>([
    [
      'on a code in the index opens it',
      jumpTo('104823'),
      recordRow('104823', '104823'),
      false,
      ['104823'],
      { do: 'open', record: record('104823') },
    ],
    [
      'on a code in the index opens it though the rows are of an older text',
      jumpTo('104823'),
      recordRow('10482', '10482'),
      false,
      ['104823'],
      { do: 'open', record: record('104823') },
    ],
    [
      'of two codes that differ in case opens the one typed',
      jumpTo('so1'),
      null,
      false,
      ['SO1', 'so1'],
      { do: 'open', record: record('so1') },
    ],
    ['on an unknown code waits', jumpTo('104899'), codeRow('104899'), false, [], { do: 'hold' }],
    [
      'on an unknown code never takes a neighbour',
      jumpTo('10482'),
      recordRow('104823', '10482'),
      false,
      [],
      { do: 'hold' },
    ],
    [
      'on an unknown code takes the neighbour that the user chose',
      jumpTo('10482'),
      recordRow('104823', '10482'),
      byUser,
      [],
      { do: 'open', record: record('104823') },
    ],
    [
      'on a code that the server found opens it',
      jumpTo('104899', found('104899')),
      null,
      false,
      [],
      { do: 'open', record: record('104899') },
    ],
    [
      'on a code that nobody has says so',
      jumpTo('104899', { state: 'missing' }),
      codeRow('104899'),
      false,
      [],
      { do: 'say' },
    ],
    [
      'on a code that nobody has opens the match that is shown as chosen',
      jumpTo('10482', { state: 'missing' }),
      recordRow('104823', '10482'),
      false,
      [],
      { do: 'open', record: record('104823') },
    ],
    [
      'on a code that nobody has opens no match of an older text',
      jumpTo('10482', { state: 'missing' }),
      recordRow('104823', '1048'),
      false,
      [],
      { do: 'say' },
    ],
    [
      'after a failure asks again',
      jumpTo('104899', { state: 'failed' }),
      codeRow('104899'),
      false,
      [],
      { do: 'ask-again' },
    ],
    ['on a command runs it', jumpTo('pack'), packRow, false, [], { do: 'run', command: 'order.pack' }],
    ['on a stale row does nothing', jumpTo('packs'), packRow, byUser, [], { do: 'nothing' }],
    [
      'on a name opens its row',
      jumpTo('tidewrack'),
      recordRow('104847', 'tidewrack'),
      false,
      [],
      { do: 'open', record: record('104847') },
    ],
    ['with no row does nothing', jumpTo('zzz'), null, false, [], { do: 'nothing' }],
  ])('%s', (_, jump, chosen, chosenByUser, known, expected) => {
    expect(resolveEnter({ jump, chosen, chosenByUser, known: known.map(record) })).toEqual(expected)
  })
})

describe('a held Enter', () => {
  const held: Jump = { ...jumpTo('104899'), held: 'new-tab' }

  test('opens what was found', () => {
    expect(answered(held, '104899', found('104899')).open?.code).toBe('104899')
  })
  test('is over when nothing was found', () => {
    expect(answered(held, '104899', { state: 'missing' })).toEqual({
      jump: { ...held, answer: { state: 'missing' }, held: null },
      open: null,
    })
  })
  test('is dropped by an edit', () => {
    expect(edited(held, '1048990', '1048990')).toEqual(jumpTo('1048990'))
  })
  test('an answer about another code changes nothing', () => {
    expect(answered(held, '104898', found('104898'))).toEqual({ jump: held, open: null })
  })
  test('an edit that keeps the code keeps its answer', () => {
    expect(edited(jumpTo('104899', { state: 'missing' }), '104899 ', '104899').answer).toEqual({
      state: 'missing',
    })
  })

  test('the same code among other kinds of record is another question', () => {
    expect(edited(jumpTo('104899', { state: 'missing' }), '@104899', '104899').answer).toBeNull()
  })
})

/** The palette as its component drives it, without a screen. */
type Happening =
  | { type: 'type'; text: string }
  | { type: 'enter' }
  | { type: 'escape' }
  | { type: 'answer'; pick: number }

const EXISTING = ['104', '1048', '10482', '104823', 'SO-1045', 'SO-10451', 'SO-104']

function play(
  happenings: readonly Happening[],
  index: readonly string[],
): { opened: string; meant: string }[] {
  let jump = NO_JUMP
  let meant = ''
  const asked: string[] = []
  const opened: { opened: string; meant: string }[] = []
  const known = (code: string | null) =>
    code === null ? [] : index.filter((one) => fold(one) === fold(code)).map(record)
  for (const happening of happenings) {
    if (happening.type === 'type') {
      const { code } = readQuery(happening.text)
      jump = edited(jump, happening.text, code)
      if (code !== null && known(code).length === 0) asked.push(code)
    } else if (happening.type === 'enter') {
      // The drawn rows may be those of an older text, with any neighbour on top.
      const outcome = resolveEnter({
        jump,
        chosen: recordRow('104823', '104'),
        chosenByUser: false,
        known: known(jump.code),
      })
      meant = jump.typed
      if (outcome.do === 'open') opened.push({ opened: outcome.record.code, meant })
      if (outcome.do === 'hold') jump = { ...jump, held: 'here' }
    } else if (happening.type === 'escape') jump = { ...jump, held: null }
    else {
      const code = asked[happening.pick % Math.max(1, asked.length)]
      if (code === undefined) continue
      const exists = EXISTING.find((one) => fold(one) === fold(code))
      const next = answered(jump, code, exists === undefined ? { state: 'missing' } : found(exists))
      if (next.open) opened.push({ opened: next.open.code, meant })
      jump = next.jump
    }
  }
  return opened
}

test('in 500 random runs of typing, Enter and late answers no wrong record is opened', () => {
  const happening = fc.oneof(
    fc.record({
      type: fc.constant('type' as const),
      text: fc.constantFrom(...EXISTING, 'so-1045', '10489', '#104823', 'pack', ''),
    }),
    fc.record({ type: fc.constant('enter' as const) }),
    fc.record({ type: fc.constant('escape' as const) }),
    fc.record({ type: fc.constant('answer' as const), pick: fc.nat(20) }),
  )
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), fc.subarray(EXISTING), (happenings, index) => {
      for (const { opened, meant } of play(happenings, index)) {
        // Only where the chosen row answers the very text may it be something else than the code.
        if (meant !== '104') expect(fold(opened)).toBe(fold(readQuery(meant).code ?? ''))
        else expect(['104', '104823']).toContain(opened)
      }
    }),
    { numRuns: 500 },
  )
})
