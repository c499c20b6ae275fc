import { CLOSED, type Effect, type PaletteState } from './state.ts'

/** What an event does. */
export interface Step {
  state: PaletteState
  effects: readonly Effect[]
}

export function next(state: PaletteState, ...effects: Effect[]): Step {
  return { state, effects }
}

/** The input loses the focus when it leaves the document, which may be later. */
export function closed({ focused }: PaletteState): PaletteState {
  return { ...CLOSED, focused }
}

/** The same text without a pending Enter. */
export function withoutEnter(state: PaletteState): PaletteState {
  const { jump } = state
  const isPending = jump.held !== null || jump.entered
  return isPending ? { ...state, jump: { ...jump, held: null, match: null, entered: false } } : state
}

