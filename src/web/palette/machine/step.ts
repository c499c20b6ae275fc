import { CLOSED, type Effect, type PaletteState } from './state.ts'

/** The result of an event. */
export interface Step {
  state: PaletteState
  effects: readonly Effect[]
}

export function next(state: PaletteState, ...effects: Effect[]): Step {
  return { state, effects }
}

/** The input loses the focus when it leaves the document, possibly later. */
export function closed({ focused, openings }: PaletteState): PaletteState {
  return { ...CLOSED, focused, openings }
}

/** No Enter is pending. */
export const NO_ENTER = { held: null, entered: false } as const

/** The same text without a pending Enter. */
export function withoutEnter(state: PaletteState): PaletteState {
  const { jump } = state
  const isPending = jump.held !== null || jump.entered
  return isPending ? { ...state, jump: { ...jump, ...NO_ENTER } } : state
}
