import { type Binding, meaningOf, type Stroke } from '../../../commands/engine/keymap.ts'
import { next, type Transition } from '../state/machine.ts'

interface SequenceState {
  /** The strokes of an unfinished sequence, such as the `g` of `g o`. */
  pending: readonly Stroke[]
}

export type SequenceEvent<Id extends string> =
  | { type: 'key'; stroke: Stroke; bindings: readonly Binding<Id>[] }
  | { type: 'time-out' }
  | { type: 'reset' }

export type SequenceEffect<Id extends string> =
  | { do: 'run'; id: Id }
  /** The browser must not get the key. */
  | { do: 'take' }
  /** No command is bound to these strokes. */
  | { do: 'unbound'; strokes: readonly Stroke[] }
  /** The hint bar shows what can follow. */
  | { do: 'show'; pending: readonly Stroke[] }
  | { do: 'set-timer'; ms: number }

export const NO_SEQUENCE: SequenceState = { pending: [] }

/** How long an unfinished sequence waits for its next key. */
const SEQUENCE_MS = 2_000

/** Turns strokes into commands: one stroke, or a sequence of them. */
export function reduceSequence<Id extends string>(
  { pending }: SequenceState,
  event: SequenceEvent<Id>,
): Transition<SequenceState, SequenceEffect<Id>> {
  if (event.type !== 'key') return waitingFor(pending, [])
  const { stroke, bindings } = event
  const outcome = meaningOf(pending, stroke, bindings)
  if (outcome.type === 'wait') return waitingFor(pending, outcome.pending, { do: 'take' })
  const effect: SequenceEffect<Id> =
    outcome.type === 'run' ? { do: 'run', id: outcome.id } : { do: 'unbound', strokes: [...pending, stroke] }
  return waitingFor(pending, [], effect)
}

function waitingFor<Id extends string>(
  before: readonly Stroke[],
  pending: readonly Stroke[],
  ...rest: readonly SequenceEffect<Id>[]
): Transition<SequenceState, SequenceEffect<Id>> {
  const effects: SequenceEffect<Id>[] = []
  if (pending.length > 0) effects.push({ do: 'set-timer', ms: SEQUENCE_MS })
  if (pending !== before && pending.length + before.length > 0) effects.push({ do: 'show', pending })
  return next({ pending }, ...effects, ...rest)
}
