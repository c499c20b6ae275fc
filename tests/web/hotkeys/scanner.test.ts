import { describe, expect, test } from 'vitest'
import {
  type Key,
  NO_SCAN,
  reduceScanner,
  type ScannerEffect,
  type ScannerEvent,
  type ScannerState,
} from '../../../src/web/hotkeys/scanner.ts'
import { fc } from '../../properties.ts'

type KeyEvent = Extract<ScannerEvent, { type: 'key' }>

function keyOf(name: string, at: number): Key {
  const character = [...name].length === 1 ? name : null
  return { stroke: { chord: name, character, repeat: false }, target: null, at }
}

const typedAt = (name: string, at: number, rest: Partial<KeyEvent> = {}): KeyEvent => ({
  type: 'key',
  key: keyOf(name, at),
  palette: 'closed',
  into: { type: 'commands' },
  first: 'held',
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
    case 'restore':
      return `restore ${effect.value}${effect.report ? ' and report' : ''}`
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

const CHOICE = { into: { type: 'choice', value: 'old' } } as const
const TIMER = { type: 'timer' } as const
const CHANGE = { type: 'change', target: null } as const

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
    ['a reset drops held keys', [...typing('go', 20, null), { type: 'reset' }, TIMER], []],
  ])('%s', (_, events, expected) => expect(run(events).told).toEqual(expected))
})

describe('in a text field', () => {
  test('every key passes, and no scan is seen', () =>
    expect(run(typing('COC123', 5, 'Enter', { into: { type: 'text' } })).told.at(-1)).toBe('pass Enter'))
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
    const events = typing('104823', gap, 'Tab', { palette, into: { type: 'text' } })
    expect(run(events).told.at(-1)).toBe(expected)
  })
})

describe('in a date field or select', () => {
  /** Six characters at a scanner's pace, each of which chooses a value. */
  const choosing = typing('NZP123', 10, null, CHOICE).flatMap((event): ScannerEvent[] =>
    event.type === 'key' ? [event, CHANGE] : [event],
  )
  const passed = [...'NZP123'].flatMap((name) => [`pass ${name}`, 'withhold'])

  test.each<[string, ScannerEvent[], string[]]>([
    [
      'a scan restores the value, of which the form never heard',
      [typedAt('Enter', 60)],
      ['restore old', 'jump NZP123'],
    ],
    ['what a hand chose is reported', [TIMER], ['report']],
    ['a change of another element is not withheld', [{ type: 'change', target: new EventTarget() }], []],
    ['another key reports first', [typedAt('F2', 60)], ['report', 'pass F2']],
    ['after the report the form hears of changes itself', [TIMER, CHANGE], ['report']],
    [
      'a scan that goes on after a report takes it back',
      [TIMER, typedAt('4', 70, CHOICE), typedAt('Enter', 80)],
      ['report', 'pass 4', 'restore old and report', 'jump NZP1234'],
    ],
  ])('%s', (_, rest, expected) => {
    expect(run([...choosing, ...rest]).told).toEqual([...passed, ...expected])
  })
})

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
            ? effect.text
            : '',
      )
      expect(out.join('')).toBe(typed.map(({ name }) => name).join(''))
      expect(state.burst.held).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})
