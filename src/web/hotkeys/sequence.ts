import { type Binding, meaningOf, type Stroke } from '../../../commands/engine/keymap.ts'
import { next, type Transition } from '../state/machine.ts'

interface SequenceState {
  /** The strokes of an unfinished sequence, such as the `g` of `g o`. */
  pending: readonly Stroke[]
  /** When the last of them was pressed, in ms. */
  at: number
}

export type SequenceEvent<Id extends string> =
  | { type: 'key'; stroke: Stroke; at: number; bindings: readonly Binding<Id>[] }
  /** The timer that `set-timer` started has run out: a key may follow that was pressed before it. */
  | { type: 'timer' }
  /**
   * All keys that waited have run, the last of them pressed at `last`: what they have begun is shown from now on, and the
   * next key may take as long.
   */
  | { type: 'resumed'; last: number; at: number }
  | { type: 'reset' }

export type SequenceEffect<Id extends string> =
  | { do: 'run'; id: Id }
  /** The browser must not get the key. */
  | { do: 'take' }
  /** No command is bound to these strokes. */
  | { do: 'unbound'; strokes: readonly Stroke[] }
  /** The hint bar shows what can follow. */
  | { do: 'show'; pending: readonly Stroke[] }
  /** `at` is in ms, on the clock of key presses. */
  | { do: 'set-timer'; at: number }

export const NO_SEQUENCE: SequenceState = { pending: [], at: 0 }

/** How long an unfinished sequence waits for its next key. */
const SEQUENCE_MS = 2_000

/** The strokes that a key pressed at this time continues. */
export function pendingAt({ pending, at }: SequenceState, now: number): readonly Stroke[] {
  return now - at > SEQUENCE_MS ? [] : pending
}

/**
 * Turns strokes into commands: one stroke, or a sequence of them. When they were pressed decides what belongs together,
 * because a busy page handles them later; the timer only ends what the hint bar shows.
 */
export function reduceSequence<Id extends string>(
  state: SequenceState,
  event: SequenceEvent<Id>,
): Transition<SequenceState, SequenceEffect<Id>> {
  if (event.type === 'timer') return next(state, { do: 'show', pending: [] })
  if (event.type === 'reset') return waitingFor(state, NO_SEQUENCE)
  if (event.type === 'resumed') {
    const pending = pendingAt(state, event.last)
    return waitingFor(state, pending.length === 0 ? NO_SEQUENCE : { pending, at: event.at })
  }
  const { stroke, at, bindings } = event
  const outcome = meaningOf(pendingAt(state, at), stroke, bindings)
  if (outcome.type === 'wait') return waitingFor(state, { pending: outcome.pending, at }, { do: 'take' })
  const effect: SequenceEffect<Id> =
    outcome.type === 'run'
      ? { do: 'run', id: outcome.id }
      : { do: 'unbound', strokes: [...pendingAt(state, at), stroke] }
  return waitingFor(state, NO_SEQUENCE, effect)
}

function waitingFor<Id extends string>(
  before: SequenceState,
  after: SequenceState,
  ...rest: readonly SequenceEffect<Id>[]
): Transition<SequenceState, SequenceEffect<Id>> {
  const { pending, at } = after
  const effects: SequenceEffect<Id>[] = []
  if (pending.length > 0) effects.push({ do: 'set-timer', at: at + SEQUENCE_MS })
  if (pending !== before.pending && pending.length + before.pending.length > 0)
    effects.push({ do: 'show', pending })
  return next(after, ...effects, ...rest)
}
