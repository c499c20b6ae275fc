import { describe, expect, test } from 'vitest'
import type { Binding, Stroke } from '../../../commands/engine/keymap.ts'
import { NO_SEQUENCE, reduceSequence, type SequenceEvent } from '../../../src/web/hotkeys/sequence.ts'
import { fc } from '../../properties.ts'

const bindings: Binding[] = [
  { id: 'go.orders', strokes: ['g', 'o'], movement: false },
  { id: 'order.pack', strokes: ['p'], movement: false },
]
const strokeOf = (name: string): Stroke => ({ chord: name, character: name, repeat: false })
const pressed = (name: string, at = 0): SequenceEvent<string> => ({
  type: 'key',
  stroke: strokeOf(name),
  at,
  bindings,
})

/** Descriptions of the effects of each event, without timers. */
function run(events: readonly SequenceEvent<string>[]): string[] {
  let state = NO_SEQUENCE
  return events.flatMap((event) => {
    const result = reduceSequence(state, event)
    state = result.state
    return result.effects.flatMap((effect) => {
      if (effect.do === 'run') return [`run ${effect.id}`]
      if (effect.do === 'show') return [`show ${effect.pending.map(({ chord }) => chord).join(' ')}`.trim()]
      if (effect.do === 'unbound') return [`unbound ${effect.strokes.map(({ chord }) => chord).join(' ')}`]
      return effect.do === 'take' ? ['take'] : []
    })
  })
}

describe('keys', () => {
  test.each<[string, SequenceEvent<string>[], string[]]>([
    ['a single key runs its command', [pressed('p')], ['run order.pack']],
    [
      'a sequence shows what can follow, then runs',
      [pressed('g'), pressed('o')],
      ['show g', 'take', 'show', 'run go.orders'],
    ],
    [
      'a stray key ends a sequence and counts for itself',
      [pressed('g'), pressed('p')],
      ['show g', 'take', 'show', 'run order.pack'],
    ],
    [
      'an unbound key is given with the strokes before it',
      [pressed('g'), pressed('z')],
      ['show g', 'take', 'show', 'unbound g z'],
    ],
    [
      'a key within two seconds belongs to the sequence, although the timer came first',
      [pressed('g', 1_000), { type: 'timer' }, pressed('o', 3_000)],
      ['show g', 'take', 'show', 'show', 'run go.orders'],
    ],
    [
      'a later key is one of its own, although the timer has not come yet',
      [pressed('g', 1_000), pressed('p', 3_001)],
      ['show g', 'take', 'show', 'run order.pack'],
    ],
    [
      'keys that waited continue from their run',
      [pressed('g', 1_000), { type: 'resumed', last: 1_000, at: 6_000 }, pressed('o', 8_000)],
      ['show g', 'take', 'show', 'run go.orders'],
    ],
    [
      'a key that waited revives nothing that had ended before it',
      [pressed('g', 1_000), { type: 'resumed', last: 4_000, at: 6_000 }, pressed('o', 6_500)],
      ['show g', 'take', 'show', 'unbound o'],
    ],
    ['a reset with nothing pending shows nothing', [{ type: 'reset' }], []],
  ])('%s', (_, events, expected) => expect(run(events)).toEqual(expected))
})

test('the hint bar is shown the strokes that are pending, until the timer comes', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'gopz', 'timer'), { maxLength: 12 }), (names) => {
      let state = NO_SEQUENCE
      let shown: readonly Stroke[] = []
      for (const name of names) {
        const result = reduceSequence(state, name === 'timer' ? { type: 'timer' } : pressed(name))
        state = result.state
        for (const effect of result.effects) if (effect.do === 'show') shown = effect.pending
        expect(shown).toEqual(name === 'timer' ? [] : state.pending)
      }
    }),
  )
})
