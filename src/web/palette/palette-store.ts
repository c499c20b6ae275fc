import { atom } from 'jotai'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { codeOfScan } from '../../domain/records/barcode.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { commandContext } from '../commands/context.ts'
import { paletteAccessAtom } from '../commands/targets.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { recordPath } from '../record-index/record-kinds.ts'
import { cancelDialog } from '../state/dialogs.ts'
import { ARRIVED, beginWait, endWait, type WaitOutcome } from '../state/key-queue.ts'
import { store } from '../state/store.ts'
import { noteTyped } from '../storage/usual-values.ts'
import { reduce } from './machine/reduce.ts'
import {
  answerFor,
  awaitsEnter,
  CLOSED,
  type Effect,
  type PaletteEvent,
  type PaletteState,
  type PaletteWorld,
  queryOf,
} from './machine/state.ts'

/** The state of the palette; only `dispatch` changes it. */
export const paletteAtom = atom(CLOSED)

export const paletteOpenAtom = atom((get) => get(paletteAtom).phase !== 'closed')
export const textAtom = atom((get) => get(paletteAtom).text)
/** Whether the input of the open palette has the focus and receives the keys itself. */
export const paletteReadyAtom = atom((get) => get(paletteAtom).focused)

/** The part of the palette that is loaded when it is needed. */
interface MountedPalette {
  world: PaletteWorld
  run(effect: Effect): void
}

const NOT_MOUNTED: MountedPalette = {
  world: { lookUp: () => null, groupsOf: () => [], typedTexts: () => [] },
  run: () => undefined,
}

const mountedAtom = atom(NOT_MOUNTED)

/** Sets the world of the state machine and the function that runs its effects. Returns a function that removes both. */
export function mountPalette(palette: MountedPalette): () => void {
  store.set(mountedAtom, palette)
  return () => store.set(mountedAtom, (mounted) => (mounted === palette ? NOT_MOUNTED : mounted))
}

/** The wait for what the pending Enter opens. */
const waitAtom = atom<number | null>(null)

/**
 * Applies an event and runs its effects, each of which may dispatch again. While an Enter is pending, keys behind it wait
 * for what it opens.
 */
export function dispatch(event: PaletteEvent): void {
  const { world, run } = store.get(mountedAtom)
  const before = store.get(paletteAtom)
  const { state, effects } = reduce(before, event, world)
  const isPending = awaitsEnter(state)
  // Queued keys are also behind an Enter that is decided at once.
  const isEnter = before.phase !== 'closed' && event.type === 'key' && event.stroke.chord === 'Enter'
  const pending = store.get(waitAtom)
  const wait =
    pending === null && (isPending || isEnter)
      ? beginWait({ label: queryOf(state).text, record: null, holds: 'palette-enter' })
      : pending
  // Before the state, whose subscribers dispatch again.
  store.set(waitAtom, isPending ? wait : null)
  store.set(paletteAtom, state)
  if (before.text.trim() !== '' && effects.some(isTaking)) noteTyped(before.text)
  for (const effect of effects) run(effect)
  // After the effects: what they begin, such as going to a screen, continues this wait.
  if (wait !== null && !isPending) endWait(wait, outcomeOf(state, effects))
}

/** Whether an effect carries out what a row offers. */
function isTaking(effect: Effect): boolean {
  return /^(open|go|run|copy)$/.test(effect.do)
}

function outcomeOf(state: PaletteState, effects: readonly Effect[]): WaitOutcome {
  if (effects.some(isTaking)) return ARRIVED
  if (state.enter === null) return { type: 'cancelled', reason: 'You went back to the text' }
  const answer = answerFor(state)
  if (answer?.state === 'missing') return { type: 'failed', reason: MESSAGES.orderNotFound }
  const reason = answer?.state === 'several' ? answer.reason : null
  return { type: 'failed', reason: reason ?? MESSAGES.orderDetails }
}

/** Opens the palette on a text, or changes the text of the open one. */
export function openPalette(text = ''): void {
  dispatch({ type: 'open', text })
}

export function closePalette(): void {
  dispatch({ type: 'close' })
}

const TYPED_AHEAD = /^(Escape|Backspace|(mod\+)?Enter|Arrow(Up|Down)|(shift\+)?Tab|ArrowRight|alt\+[1-9])$/

/** Passes a key to the palette before its input has the focus, or after it waited. Returns whether the palette uses it. */
export function typeAhead(stroke: Stroke): boolean {
  if (stroke.character === null && !TYPED_AHEAD.test(stroke.chord)) return false
  dispatch({ type: 'key', stroke })
  return true
}

/**
 * Opens the record with a scanned code: immediately if this browser knows it, otherwise through the palette, which
 * requests it.
 */
export function jumpToCode(code: string): void {
  cancelDialog()
  const meant = codeOfScan(code)
  const record = recordIndex.byCode(meant)
  if (record) commandContext().effects.navigate(recordPath(record))
  else {
    openPalette(meant)
    dispatch({ type: 'key', stroke: { chord: 'Enter', character: null, repeat: false } })
  }
}

store.set(paletteAccessAtom, {
  isOpen: paletteOpenAtom,
  isReady: paletteReadyAtom,
  open: openPalette,
  typeAhead,
  jump: jumpToCode,
})
