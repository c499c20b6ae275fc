import { atom } from 'jotai'
import { paletteAccessAtom } from '../commands/palette-access.ts'
import { store } from '../state/store.ts'
import { reduce } from './machine/reduce.ts'
import { CLOSED, type Effect, type PaletteEvent } from './machine/state.ts'

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

/** Applies an event and runs its effects, each of which may dispatch again. */
export function dispatch(event: PaletteEvent): void {
  const { state, effects } = reduce(store.get(paletteAtom), event)
  store.set(paletteAtom, state)
  for (const effect of effects) runEffect(effect)
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
