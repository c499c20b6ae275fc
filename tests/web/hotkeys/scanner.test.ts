import { describe, expect, test } from 'vitest'
import {
  type Burst,
  hold,
  isStartOfScan,
  isText,
  type Key,
  NO_BURST,
  NO_SCAN,
  reduceScanner,
  type ScannerEffect,
  type ScannerEvent,
  type ScannerState,
  scannedCode,
  typed,
  waitsUntil,
} from '../../../src/web/hotkeys/scanner.ts'
import { NO_KEYS } from '../../../src/web/state/key-queue.ts'
import { fc } from '../../properties.ts'

type KeyEvent = Extract<ScannerEvent, { type: 'key' }>

function keyOf(name: string, at: number): Key {
  const character = [...name].length === 1 ? name : null
  return { stroke: { chord: name, character, repeat: false }, target: null, at, queue: NO_KEYS }
}

const typedAt = (name: string, at: number, rest: Partial<KeyEvent> = {}): KeyEvent => ({
  type: 'key',
  key: keyOf(name, at),
  palette: 'closed',
  into: 'commands',
  first: 'held',
  late: 0,
  ...rest,
})

/** A short description of an effect. */
function told(effect: ScannerEffect): string {
  switch (effect.do) {
    case 'pass':
      return `pass ${effect.key.stroke.chord}`
    case 'open-palette':
      return `open ${effect.text}`
    case 'type-ahead':
      return `type ahead ${effect.stroke.chord}`
    case 'jump':
      return `jump ${effect.code}`
    case 'type':
      return `type ${effect.key.stroke.character}`
    default:
      return effect.do
  }
}

function run(events: readonly ScannerEvent[], before: ScannerState = NO_SCAN) {
  let state = before
  const effects = events.flatMap((event) => {
    const result = reduceScanner(state, event)
    state = result.state
    return result.effects
  })
  return { state, effects, told: effects.map(told).filter((one) => !/^(hold|set-timer)$/.test(one)) }
}

/** Events for the characters of a text and a final key, evenly spaced. */
function typing(text: string, gap: number, end: string | null, rest: Partial<KeyEvent> = {}): ScannerEvent[] {
  const names = [...text, ...(end === null ? [] : [end])]
  return names.flatMap((name, index) => [{ type: 'time', at: index * gap }, typedAt(name, index * gap, rest)])
}

const TIMER = { type: 'timer' } as const

describe('where characters run commands', () => {
  test.each<[string, ScannerEvent[], string[]]>([
    ['a scan jumps', typing('COC123', 10, 'Enter'), ['jump COC123']],
    ['a scan may end with Tab', typing('COC123', 10, 'Tab'), ['jump COC123']],
    ['five characters are no scan', typing('COC12', 10, 'Enter'), ['open COC12', 'pass Enter']],
    ['letters of a hand pass in order', typing('go', 60, null), ['pass g']],
    ['and the last one when its timer runs out', [...typing('go', 60, null), TIMER], ['pass g', 'pass o']],
    ['another key releases them first', typing('go', 20, 'Escape'), ['pass g', 'pass o', 'pass Escape']],
    ['a scan that no key ends opens the palette', [...typing('packpa', 10, null), TIMER], ['open packpa']],
    ['a digit passes at once', typing('1', 10, null, { first: 'run' }), ['pass 1']],
    [
      'after a key that ran something, Enter ends no scan',
      [
        ...typing('jjjjjj', 5, null, { first: 'run' }).slice(0, 2),
        { type: 'acted' },
        ...typing('kkkkk', 5, 'Enter'),
      ],
      ['pass j', 'pass k', 'pass k', 'pass k', 'pass k', 'pass k', 'pass Enter'],
    ],
    [
      'the letters of a scan that is handed over late open the palette, with the first one, which has run',
      [typedAt('P', 0), TIMER, typedAt('R', 10), TIMER],
      ['pass P', 'open PR'],
    ],
    [
      'so do all of a code',
      [typedAt('c', 0), TIMER, typedAt('o', 10), typedAt('7', 20), TIMER],
      ['pass c', 'open co7'],
    ],
    [
      'a letter that a hand typed before stays out',
      [typedAt('c', 0), TIMER, typedAt('o', 60), typedAt('7', 120), TIMER],
      ['pass c', 'open o7'],
    ],
    ['a reset drops held keys', [...typing('go', 20, null), { type: 'reset' }, TIMER], []],
  ])('%s', (_, events, expected) => expect(run(events).told).toEqual(expected))
})

describe('in a text field', () => {
  test('every key passes, and no scan is seen', () =>
    expect(run(typing('COC123', 5, 'Enter', { into: 'text' })).told.at(-1)).toBe('pass Enter'))
})

describe('with the palette', () => {
  test('every key is typed ahead while it opens', () =>
    expect(run([typedAt('j', 0, { palette: 'opening' })]).told).toEqual(['type ahead j']))

  test.each([
    ['open', 10, 'type ahead Enter'],
    ['opening', 10, 'type ahead Enter'],
    ['open', 80, 'pass Tab'],
    ['opening', 80, 'type ahead Tab'],
  ] as const)('%s, Tab after digits %i ms apart: %s', (palette, gap, expected) => {
    const events = typing('104823', gap, 'Tab', { palette, into: 'text' })
    expect(run(events).told.at(-1)).toBe(expected)
  })
})

describe('in a date field or select', () => {
  const typingThere = typing('NZP123', 10, null, { into: 'picker' })
  const typedByHand = [...'NZP123'].map((name) => `type ${name}`)

  test.each<[string, ScannerEvent[], string[]]>([
    ['a scan jumps, and the field gets no character', [typedAt('Enter', 60)], ['jump NZP123']],
    ['what a hand typed is typed', [TIMER], typedByHand],
    ['another key types it first', [typedAt('F2', 60, { into: 'picker' })], [...typedByHand, 'pass F2']],
    ['a reset types it', [{ type: 'reset' }], typedByHand],
  ])('%s', (_, rest, expected) => {
    expect(run([...typingThere, ...rest]).told).toEqual(expected)
  })
})

test.each<[string, Partial<KeyEvent>, number]>([
  ['a letter', {}, 40],
  ['a letter that is handled late, as the next one of a scan may be', { late: 25 }, 65],
  ['a letter on a page that was busy for a second', { late: 1_000 }, 100],
  ['a letter in a select, whose value a scan must not change', { into: 'picker' }, 100],
  ['a letter in a select, handled late', { into: 'picker', late: 25 }, 125],
])('%s waits for what follows', (_, event, ms) =>
  expect(run([typedAt('N', 0, event)]).effects).toContainEqual({ do: 'set-timer', ms }),
)

test.each([
  ['two characters at a scanner’s pace', 'NZ', 10, 100],
  ['three, which no hand types so quickly', 'NZP', 10, 250],
  ['three of a hand', 'NZP', 60, 40],
] as const)('the last of %s waits for what follows', (_, text, gap, ms) =>
  expect(run(typing(text, gap, null)).effects.findLast((effect) => effect.do === 'set-timer')).toEqual({
    do: 'set-timer',
    ms,
  }),
)

test('every character is passed on once and in order, whatever the pace', () => {
  const keys = fc.array(
    fc.record({
      name: fc.constantFrom(...'aJ1?9z'),
      gap: fc.integer({ min: 1, max: 150 }),
      timer: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  fc.assert(
    fc.property(keys, fc.constantFrom('Enter', 'Tab', 'Escape'), (typed, end) => {
      let at = 0
      const events = typed.flatMap(({ name, gap, timer }): ScannerEvent[] => {
        at += gap
        const key = typedAt(name, at, { first: /\p{L}/u.test(name) ? 'held' : 'run' })
        return [{ type: 'time', at }, key, ...(timer && gap > 100 ? [TIMER] : [])]
      })
      const { effects, state } = run([...events, { type: 'time', at: at + 101 }, typedAt(end, at + 101)])
      const out = effects.map((effect) =>
        effect.do === 'pass'
          ? (effect.key.stroke.character ?? '')
          : effect.do === 'open-palette'
            ? charactersOf(effect)
            : '',
      )
      expect(out.join('')).toBe(typed.map(({ name }) => name).join(''))
      expect(state.burst.held).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

/** The characters of the held keys with which the palette opens; it may also get those before them. */
function charactersOf({ text, keys }: Extract<ScannerEffect, { do: 'open-palette' }>): string {
  const held = keys.map(({ stroke }) => stroke.character).join('')
  expect(text.endsWith(held)).toBe(true)
  return held
}

/** Types a text with these pauses before each character except the first, in milliseconds, and holds each one. */
function typedWith(text: string, gaps: readonly number[]): { burst: Burst<string>; at: number } {
  let burst: Burst<string> = NO_BURST
  let at = 1_000
  for (const [index, character] of [...text].entries()) {
    at += index === 0 ? 0 : (gaps[index - 1] ?? 0)
    burst = hold(typed(burst, character, at), character)
  }
  return { burst, at }
}

const even = (text: string, gap: number) => typedWith(text, Array(text.length).fill(gap))

// KEY-6
describe('a scan', () => {
  test.each<[string, string, number[], number, string | null]>([
    ['six characters at 20 ms', '104823', [20, 20, 20, 20, 20], 20, '104823'],
    ['six characters at 35 ms', '104823', [35, 35, 35, 35, 35], 35, '104823'],
    ['a mean over 35 ms', '104823', [36, 36, 36, 36, 36], 20, null],
    [
      'one gap of 100 ms within a mean of 35',
      'COC00014123',
      [100, 20, 20, 20, 20, 20, 20, 20, 20, 20],
      20,
      'COC00014123',
    ],
    ['one gap over 100 ms starts it again', 'COC00014', [10, 10, 101, 10, 10, 10, 10], 10, null],
    ['five characters', '10482', [10, 10, 10, 10], 10, null],
    ['an end over 100 ms later', '104823', [10, 10, 10, 10, 10], 101, null],
  ])('%s', (_, text, gaps, end, expected) => {
    const { burst, at } = typedWith(text, gaps)
    expect(scannedCode(burst, at + end)).toBe(expected)
  })

  test('no typed text is a scan', () => expect(scannedCode(NO_BURST, 0)).toBeNull())

  test('is never recognised in keys 60 ms apart or slower', () => {
    const gaps = fc.array(fc.integer({ min: 60, max: 400 }), { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(gaps, (slow) => {
        const { burst, at } = typedWith('abcdefghij', slow)
        expect(scannedCode(burst, at + 20)).toBeNull()
      }),
    )
  })
})

describe('held keys', () => {
  test('a single letter waits 40 ms', () => {
    const { burst, at } = even('p', 0)
    expect(waitsUntil(burst)).toBe(at + 40)
  })

  test('two fast letters wait a little longer', () => {
    const { burst, at } = even('go', 30)
    expect(waitsUntil(burst)).toBe(at + 100)
  })

  test.each([
    ['go', false],
    ['abcde', false],
    ['abcdef', true],
    ['w1', true],
    ['1', true],
    ['', false],
  ])('%j are a text: %s', (held, expected) => expect(isText(held)).toBe(expected))

  test.each([
    ['PRC', 10, true],
    ['PR', 35, true],
    ['PR', 36, false],
    ['P', 0, false],
    ['prc', 10, false],
    ['Prc', 10, false],
  ])('%j, %d ms apart, are the start of a scan: %s', (held, gap, expected) =>
    expect(isStartOfScan(even(held, gap).burst)).toBe(expected),
  )
})

const separatorAt = (at: number, rest: Partial<KeyEvent> = {}) => typedAt('mod+]', at, rest)

// PRD-7
test.each<[string, Partial<KeyEvent>, string]>([
  ['on a page', {}, 'pass mod+]'],
  ['while the palette opens', { palette: 'opening' }, 'type ahead mod+]'],
  ['in a select', { into: 'picker' }, 'pass mod+]'],
])('the keys of a separator that a hand presses %s type no character', (_, rest, expected) => {
  const { effects, told } = run([typedAt('3', 0, rest), separatorAt(60, rest)])
  expect(told.at(-1)).toBe(expected)
  expect(effects.flatMap((one) => ('key' in one ? one.key.stroke.character : []))).not.toContain('\u001d')
})

// PRD-7
test('a scan keeps its separators while it opens the palette', () => {
  const opening = { palette: 'opening', into: 'text' } as const
  const { effects } = run([...typing('3724', 20, null, opening), separatorAt(80, opening)])
  expect(effects.at(-1)).toMatchObject({ do: 'type-ahead', stroke: { character: '\u001d' } })
})

// PRD-7
test('a scan keeps the separators of a GS1 bar code, which a scanner types with Ctrl', () => {
  const separator = separatorAt(80)
  const before = [...'3724'].map((key, index) => typedAt(key, index * 20))
  const after = [...'10LOT', 'Enter'].map((key, index) => typedAt(key, 100 + index * 20))
  expect(
    run([...before, separator, ...after])
      .effects.map(told)
      .at(-1),
  ).toBe('jump 3724\u001d10LOT')
})
