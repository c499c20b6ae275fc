import { describe, expect, test } from 'vitest'
import {
  type ArrivalEvent,
  NOTHING_QUEUED,
  type RecordAddress,
  reduceArrival,
  type ScreenState,
} from '../../../src/web/hotkeys/arrival.ts'
import type { Key } from '../../../src/web/hotkeys/scanner.ts'
import { fc } from '../../properties.ts'

function keyOf(name: string, repeat = false): Key {
  const character = [...name].length === 1 ? name : null
  return { stroke: { chord: name, character, repeat }, target: null, at: 0, withheld: false }
}

const pressed = (name: string, screen: ScreenState, rest: object = {}): ArrivalEvent => ({
  type: 'key',
  key: keyOf(name),
  screen,
  forScreen: true,
  bound: false,
  ...rest,
})
const unbound = (names: string, bound: boolean): ArrivalEvent => ({
  type: 'unbound',
  keys: [...names].map((name) => keyOf(name)),
  screen: 'loading',
  bound,
})
const changed = (
  screen: ScreenState,
  next: 'bound' | 'unbound' = 'bound',
  record: RecordAddress | null = null,
): ArrivalEvent => ({
  type: 'changed',
  screen,
  next,
  target: null,
  record,
})

function run(events: readonly ArrivalEvent[]) {
  let state = NOTHING_QUEUED
  const effects = events.flatMap((event) => {
    const result = reduceArrival(state, event)
    state = result.state
    return result.effects.flatMap((effect) =>
      effect.type === 'pass' ? [effect.key.stroke.chord] : effect.type === 'take' ? ['take'] : [],
    )
  })
  return { effects, queue: state.queue.map(({ stroke }) => stroke.chord) }
}

describe('while a screen is pending', () => {
  test.each<[string, ArrivalEvent, { effects: string[]; queue: string[] }]>([
    ['a letter is queued', pressed('x', 'pending'), { effects: ['take'], queue: ['x'] }],
    [
      'a named key that a screen has is',
      pressed('Enter', 'pending', { bound: true }),
      { effects: ['take'], queue: ['Enter'] },
    ],
    ['a key that no screen binds is not queued', pressed('F2', 'pending'), { effects: ['F2'], queue: [] }],
    ['a digit is not', pressed('1', 'pending'), { effects: ['1'], queue: [] }],
    [
      'a key for a field is not',
      pressed('x', 'pending', { forScreen: false }),
      { effects: ['x'], queue: [] },
    ],
    [
      'the repeats of a held key are taken',
      pressed('j', 'pending', { key: keyOf('j', true) }),
      { effects: ['take'], queue: [] },
    ],
    [
      'a key that confirms is not, with nothing before it',
      pressed('mod+Enter', 'pending'),
      { effects: ['mod+Enter'], queue: [] },
    ],
  ])('%s', (_, event, expected) => expect(run([event])).toEqual(expected))

  test('a key that confirms is queued behind another', () =>
    expect(run([pressed('r', 'pending'), pressed('mod+Enter', 'pending')]).queue).toEqual(['r', 'mod+Enter']))
})

describe('while a record is loading', () => {
  test('a bound key passes', () =>
    expect(run([pressed('u', 'loading')])).toEqual({ effects: ['u'], queue: [] }))

  test('a key or sequence that the record may bind is queued', () =>
    expect(run([unbound('gw', true)])).toEqual({ effects: ['take'], queue: ['g', 'w'] }))

  test('a key that no screen binds is not queued', () =>
    expect(run([unbound('z', false)])).toEqual({ effects: [], queue: [] }))

  test('a command that runs drops the queue', () =>
    expect(run([unbound('y', true), { type: 'ran', screen: 'loading' }]).queue).toEqual([]))
})

const queued = [pressed('x', 'pending'), pressed('r', 'pending')]

describe('queued keys', () => {
  test.each<[string, ArrivalEvent[], { effects: string[]; queue: string[] }]>([
    ['wait while a screen is pending', [changed('pending')], { effects: [], queue: ['x', 'r'] }],
    [
      'pass one by one when it is there',
      [changed('ready'), changed('ready')],
      { effects: ['x', 'r'], queue: [] },
    ],
    [
      'wait for the next screen that one of them leads to',
      [changed('ready'), changed('pending')],
      { effects: ['x'], queue: ['r'] },
    ],
    [
      'wait for the record where nothing is bound to them yet',
      [changed('loading', 'unbound')],
      { effects: [], queue: ['x', 'r'] },
    ],
    [
      'pass unbound when everything is there',
      [changed('ready', 'unbound')],
      { effects: ['x'], queue: ['r'] },
    ],
    ['are dropped by Esc', [pressed('Escape', 'pending', { bound: true })], { effects: ['take'], queue: [] }],
    ['are dropped after a time-out', [{ type: 'time-out' }], { effects: [], queue: [] }],
    ['are dropped by a reset', [{ type: 'reset' }], { effects: [], queue: [] }],
    [
      'are dropped by a key on a screen that is there',
      [pressed('j', 'ready')],
      { effects: ['j'], queue: [] },
    ],
  ])('%s', (_, events, { effects, queue }) => {
    expect(run([...queued, ...events])).toEqual({ effects: ['take', 'take', ...effects], queue })
  })

  test.each(['mod+Enter', 'alt+ArrowDown'])('%s waits for what the key before it opens', (name) => {
    const events = [
      pressed('r', 'pending'),
      pressed(name, 'pending'),
      changed('ready'),
      changed('ready', 'unbound'),
    ]
    expect(run(events)).toEqual({ effects: ['take', 'take', 'r'], queue: [name] })
    expect(run([...events, changed('ready')])).toEqual({ effects: ['take', 'take', 'r', name], queue: [] })
  })
})

describe('keys that the palette hands over for a record', () => {
  const record = { kind: 'order', code: '104899' } as const
  const other = { kind: 'order', code: '104898' } as const
  const handedOver: ArrivalEvent = { type: 'handed-over', keys: [keyOf('r'), keyOf('mod+Enter')], record }

  test.each<[string, ArrivalEvent[], { effects: string[]; queue: string[] }]>([
    ['wait for its screen', [changed('pending', 'bound', other)], { effects: [], queue: ['r', 'mod+Enter'] }],
    [
      'wait until it is loaded',
      [changed('loading', 'unbound', record)],
      { effects: [], queue: ['r', 'mod+Enter'] },
    ],
    [
      'run on it one by one',
      [changed('ready', 'bound', record), changed('ready', 'bound', record)],
      { effects: ['r', 'mod+Enter'], queue: [] },
    ],
    ['run on no other record', [changed('ready', 'bound', other)], { effects: [], queue: [] }],
    ['run on no list', [changed('ready', 'bound', null)], { effects: [], queue: [] }],
    [
      'run on no record that the first of them leads to',
      [changed('ready', 'bound', record), changed('ready', 'bound', other)],
      { effects: ['r'], queue: [] },
    ],
  ])('%s', (_, events, { effects, queue }) => {
    expect(run([handedOver, ...events])).toEqual({ effects: ['take', ...effects], queue })
  })
})

test('every letter pressed for a pending screen passes once, in order, when it is ready', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'jkxyrp'), { maxLength: 12 }), (names) => {
      const events = [
        ...names.map((name) => pressed(name, 'pending')),
        ...names.flatMap(() => [changed('pending'), changed('ready')]),
      ]
      const { effects, queue } = run(events)
      expect(effects.filter((effect) => effect !== 'take')).toEqual(names)
      expect(queue).toEqual([])
    }),
  )
})
