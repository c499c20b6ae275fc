import { type Atom, atom } from 'jotai'

/** What commands need of the palette. */
export interface PaletteAccess {
  isOpen: Atom<boolean>
  open(text?: string): void
}

/** Set by the palette itself: it imports commands, so they cannot import it. */
export const paletteAccessAtom = atom<PaletteAccess | null>(null)
