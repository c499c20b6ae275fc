/**
 * The vocabulary of the console's state machines. A machine is a pure reducer: it takes a state and an event, whose
 * `type` says what has happened, and returns a step. An effect's `do` says what the caller must do. What the reducer
 * can look up by pure functions is passed to it as `world`.
 */
export interface Step<State, Effect> {
  state: State
  /** To be run in their order, after the state is stored. */
  effects: readonly Effect[]
}

export function next<State, Effect = never>(state: State, ...effects: Effect[]): Step<State, Effect> {
  return { state, effects }
}

/** Continues a step: the effects of both are run in order. */
export function chain<State, Effect>(
  step: Step<State, Effect>,
  continued: (state: State) => Step<State, Effect>,
): Step<State, Effect> {
  const { state, effects } = continued(step.state)
  return { state, effects: [...step.effects, ...effects] }
}
