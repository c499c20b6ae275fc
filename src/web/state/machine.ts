/**
 * The vocabulary of the console's state machines. A machine is a pure reducer: it takes a state and an event, whose
 * `type` says what has happened, and returns a transition. An effect's `do` says what the caller must do. What the reducer
 * can look up by pure functions is passed to it as `world`.
 */
export interface Transition<State, Effect> {
  state: State
  /** To be run in their order, after the state is stored. */
  effects: readonly Effect[]
}

export function next<State, Effect = never>(state: State, ...effects: Effect[]): Transition<State, Effect> {
  return { state, effects }
}

/** Continues a transition: the effects of both are run in order. */
export function chain<State, Effect>(
  first: Transition<State, Effect>,
  continued: (state: State) => Transition<State, Effect>,
): Transition<State, Effect> {
  const { state, effects } = continued(first.state)
  return { state, effects: [...first.effects, ...effects] }
}
