import { atom } from 'jotai'
import { flushSync } from 'react-dom'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { paletteAccessAtom } from '../commands/palette-access.ts'
import { answeredAtom, CLOSED, paletteAtom, paletteOpenAtom, textAtom } from '../state/palette.ts'
import { store } from '../state/store.ts'

let frame: number | null = null

/**
 * Opens the palette on a text, or changes the text of the open one. Of keys that come faster than frames the rows of
 * the last alone are looked for: else none would be painted before the last had come.
 */
export function openPalette(text = ''): void {
  store.set(paletteAtom, ({ answered }) => ({
    open: true,
    text,
    answered: answered === null || frame !== null ? answered : text,
  }))
  if (store.get(answeredAtom) === null) return
  frame ??= requestAnimationFrame(() => {
    frame = null
    answerTextNow()
  })
}

/** Looks for the rows of what is typed by now. */
export function answerText(): void {
  store.set(paletteAtom, (now) =>
    !now.open || now.answered === now.text ? now : { ...now, answered: now.text },
  )
}

/** The same, drawn at once: in this very frame, and for a key that does something with them. */
export function answerTextNow(): void {
  flushSync(answerText)
}

export function closePalette(): void {
  store.set(paletteAtom, CLOSED)
}

/** The input of the open palette has the focus: it takes the keys itself. */
export const paletteReadyAtom = atom(false)

/** Enter and arrows pressed before the palette took the keys, since the last letter; it does them when it can. */
export const earlyKeysAtom = atom<readonly Stroke[]>([])

/** Takes a key typed while the palette opens, so that none is lost. Returns whether it took it. */
export function typeAhead(stroke: Stroke): boolean {
  const text = store.get(textAtom)
  if (stroke.chord === 'Escape') closePalette()
  else if (stroke.chord === 'Backspace') write(text.slice(0, -1))
  else if (stroke.character !== null) write(text + stroke.character)
  else if (/^(mod\+)?Enter$|^Arrow(Up|Down)$/.test(stroke.chord)) {
    store.set(earlyKeysAtom, (keys) => [...keys, stroke])
  } else return false
  return true
}

function write(text: string): void {
  store.set(earlyKeysAtom, [])
  openPalette(text)
}

/** Opens the palette on a code as if it had been typed there, with Enter after it. */
export function openPaletteOn(code: string): void {
  openPalette(code)
  store.set(earlyKeysAtom, [{ chord: 'Enter', character: null, repeat: false }])
}

store.set(paletteAccessAtom, { isOpen: paletteOpenAtom, open: openPalette })
