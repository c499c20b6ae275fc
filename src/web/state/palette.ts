import { atom } from 'jotai'
import { flushSync } from 'react-dom'
import { store } from './store.ts'

export interface PaletteState {
  open: boolean
  /** What stands in the input. */
  text: string
  /** What its rows answer: the text, but no newer one before the browser has painted the last. */
  answered: string
}

const CLOSED: PaletteState = { open: false, text: '', answered: '' }

export const paletteAtom = atom(CLOSED)

let frame: number | null = null

/**
 * Opens the palette on a text, or changes the text of the open one. Of keys that come faster than frames the rows of
 * the last alone are looked for: else none would be painted before the last had come.
 */
export function openPalette(text = ''): void {
  store.set(paletteAtom, ({ open, answered }) => ({
    open: true,
    text,
    answered: open && frame !== null ? answered : text,
  }))
  frame ??= requestAnimationFrame(() => {
    frame = null
    answerText()
  })
}

/** Draws the rows for what is typed by now: in this very frame, and for a key that does something with them. */
export function answerText(): void {
  flushSync(() => {
    store.set(paletteAtom, (now) => (now.answered === now.text ? now : { ...now, answered: now.text }))
  })
}

export function closePalette(): void {
  store.set(paletteAtom, CLOSED)
}
