import { atom } from 'jotai'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { paletteAccessAtom } from '../commands/palette-access.ts'
import type { Outcome } from '../state/key-queue.ts'
import { store } from '../state/store.ts'
import { ARRIVED, beginWait, endWait } from '../state/waits.ts'
import { reduce } from './machine/reduce.ts'
import {
  answerFor,
  awaitsEnter,
  CLOSED,
  type Effect,
  type PaletteEvent,
  type PaletteState,
  queryOf,
} from './machine/state.ts'

/** The state of the palette; only `dispatch` changes it. */
export const paletteAtom = atom(CLOSED)

export const paletteOpenAtom = atom((get) => get(paletteAtom).phase !== 'closed')
export const textAtom = atom((get) => get(paletteAtom).text)
/** Whether the input of the open palette has the focus and receives the keys itself. */
export const paletteReadyAtom = atom((get) => get(paletteAtom).focused)

/** Until the palette is mounted, effects are ignored. */
let runEffect: (effect: Effect) => void = () => undefined

/** Sets the function that runs the effects of later events. Returns a function that removes it. */
export function runEffectsWith(run: (effect: Effect) => void): () => void {
  runEffect = run
  return () => {
    if (runEffect === run) runEffect = () => undefined
  }
}

/** The wait for what a pending Enter opens; null if no Enter is pending. */
const waitAtom = atom<number | null>(null)

/**
 * Applies an event and runs its effects, each of which may dispatch again. While an Enter is pending, keys behind it wait
 * for what it opens.
 */
export function dispatch(event: PaletteEvent): void {
  const { state, effects } = reduce(store.get(paletteAtom), event)
  const before = store.get(waitAtom)
  const isPending = awaitsEnter(state)
  if (before === null && isPending) {
    store.set(waitAtom, beginWait({ label: queryOf(state).text, record: null, holds: 'record' }))
  }
  const ends = before !== null && !isPending
  // Before the state, whose subscribers dispatch again.
  if (ends) store.set(waitAtom, null)
  store.set(paletteAtom, state)
  for (const effect of effects) runEffect(effect)
  // After the effects: what they begin, such as going to a screen, continues this wait.
  if (ends) endWait(before, outcomeOf(state, effects))
}

function outcomeOf(state: PaletteState, effects: readonly Effect[]): Outcome {
  if (effects.some((effect) => /^(open|go|run|copy)$/.test(effect.do))) return ARRIVED
  if (!state.jump.entered) return { type: 'cancelled', reason: 'You went back to the text' }
  const answer = answerFor(state)
  const reason = answer?.state === 'missing' ? MESSAGES.orderNotFound : MESSAGES.orderDetails
  return { type: 'failed', reason }
}

/** Opens the palette on a text, or changes the text of the open one. */
export function openPalette(text = ''): void {
  dispatch({ type: 'open', text })
}

export function closePalette(): void {
  dispatch({ type: 'close' })
}

/** Opens the palette on a code and presses Enter. */
export function openPaletteOn(code: string): void {
  openPalette(code)
  dispatch({ type: 'key', stroke: { chord: 'Enter', character: null, repeat: false } })
}

store.set(paletteAccessAtom, { isOpen: paletteOpenAtom, open: openPalette })
